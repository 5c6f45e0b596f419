// The score of a followed game: what everybody holds, and everybody's chance.

import { lineKey } from "./chances.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { percent } from "./numbers.js";

/** Draw a count as so many jetons or legs; a screen reader hears the number. */
function pile(count, kind) {
  const shown = Math.min(count, 30);
  return el(
    "span",
    { className: `pile ${kind}` },
    el("b", { text: String(count) }),
    el("span", { className: "unseen", text: ` ${t(`score.${kind}`, { n: count })}` }),
    el(
      "span",
      { className: "coins", "aria-hidden": "true" },
      Array.from({ length: shown }, () => el("i")),
    ),
  );
}

/** What a round that ended the game moved is not in the last standing: count it in. */
function finalCounts(state, last) {
  const counts = [...(state.counts ?? [])];
  for (const { from, to, amount } of last?.moved ?? []) {
    if (typeof from === "number") counts[from] -= amount;
    if (typeof to === "number") counts[to] += amount;
  }
  return counts;
}

/**
 * Make the list of players.
 * @param {{game: object, standing: object, values: object[], active: number | null,
 *          over: boolean, last: object | null, ontoggle: (player: number) => void}} shown
 */
export function scoreboard({ game, standing, values, active, over, last, ontoggle }) {
  const { state, order } = standing;
  const counts = over ? finalCounts(state, last) : (state.counts ?? []);
  const kind = state.kind === "legs" ? "legs" : "jetons";
  const rows = game.names.map((name, player) => {
    const seat = order.indexOf(player);
    const advised = !game.quiet.includes(player);
    return el(
      "li",
      { className: player === active ? "active" : "" },
      el(
        "div",
        { className: "who" },
        lineKey(player),
        el("span", { className: "name", text: name }),
        seat === 0 && !over ? el("span", { className: "tag", text: t("score.opens") }) : null,
      ),
      el("strong", { className: "chance", text: percent(values[player]) }),
      pile(counts[seat] ?? 0, kind),
      over
        ? null
        : el(
            "label",
            { className: "advised" },
            el("input", { type: "checkbox", checked: advised, onchange: () => ontoggle(player) }),
            el("span", { text: t("score.advice") }),
            el("span", { className: "unseen", text: ` ${name}` }),
          ),
    );
  });
  const pot = state.kind === "charge" ? state.pot - (over ? movedFromPot(last) : 0) : 0;
  return el(
    "div",
    { className: "score" },
    el("h3", { text: t("score.head") }),
    el("ol", {}, rows),
    state.kind === "charge"
      ? el("p", { className: "pot" }, el("span", { text: t("score.pot") }), pile(pot, "jetons"))
      : null,
    state.kind === "decharge" ? el("p", { className: "pot", text: t("score.decharge") }) : null,
  );
}

function movedFromPot(last) {
  const amounts = (last?.moved ?? []).filter((move) => move.from === "pot");
  return amounts.reduce((sum, move) => sum + move.amount, 0);
}
