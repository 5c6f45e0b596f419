// The answer to a roll: what to keep, the chance, what every other keep costs, and why.

import { ask, Refusal } from "./api.js";
import { smallHand } from "./dice.js";
import { el, put } from "./dom.js";
import { t, typeset } from "./i18n.js";
import { percent, points, shortFraction } from "./numbers.js";

/** Say a keep of a hand as an order: "Keep 41, throw 1 die". */
export function keepWords(choice) {
  if (choice.throw === 0) return t("keep.stop", { hand: choice.keep });
  if (choice.throw === 3) return t("keep.none");
  return t("keep.some", { keep: [...choice.keep].join(" "), n: choice.throw });
}

/** Make a button that copies a text, and says so; none where the browser lets nobody copy. */
export function copyButton(words, text, className = "") {
  if (!navigator.clipboard) return null;
  const copied = el("span", { role: "status", className: "copied" });
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => put(copied, t("exact.copied")),
      () => put(copied),
    );
  const button = el("button", { type: "button", className, text: words, onclick: copy });
  return el("span", { className: "copy" }, button, copied);
}

/** Make the disclosure that shows an exact fraction, and copies it whole. */
export function exactDetails(number, label = t("exact.show")) {
  if (!number.exact) return null;
  return el(
    "details",
    { className: "exact" },
    el("summary", { text: label }),
    el(
      "p",
      {},
      el("code", { text: shortFraction(number.exact) }),
      copyButton(t("exact.copy"), () => number.exact, "quiet"),
    ),
  );
}

/** Make the sentence that stands where an answer would; a retry where that may help. */
export function trouble(error, retry) {
  const refused = error instanceof Refusal;
  return el(
    "div",
    { className: "trouble", role: "alert" },
    el("p", { text: refused ? error.message : t("trouble.silence") }),
    refused && !error.passing
      ? null
      : el("button", { type: "button", text: t("trouble.retry"), onclick: retry }),
  );
}

/**
 * Show the list of keeps, best first; a tap on one takes it as what is done.
 * @param {object[]} choices as `advise` gives them
 */
function choiceList(hand, choices, chosen, onchoose) {
  const worst = Math.max(...choices.map((choice) => choice.loss.float), 1e-9);
  const rows = choices.map((choice) => {
    const cost = choice.best ? t("cost.best") : `−${points(choice.loss)}`;
    const bar = el("span", { className: "cost-bar", "aria-hidden": "true" });
    bar.style.setProperty("--cost", String(choice.loss.float / worst));
    const spoken = choice.best
      ? t("choice.best", { keep: keepWords(choice), chance: percent(choice.value) })
      : t("choice.other", {
          keep: keepWords(choice),
          chance: percent(choice.value),
          cost: points(choice.loss),
        });
    const button = el(
      "button",
      {
        type: "button",
        className: choice.best ? "choice best" : "choice",
        "aria-label": spoken,
        "aria-pressed": String(choice.keep === chosen.keep),
        onclick: () => onchoose(choice),
      },
      smallHand(hand, choice.keep),
      el("span", { className: "choice-chance", text: percent(choice.value) }),
      bar,
      el("span", { className: "choice-cost", text: cost }),
    );
    return el("li", {}, button);
  });
  return el("ol", { className: "choices" }, rows);
}

/** Make the section that says why, filled when the server has said it. */
function whySection(position) {
  const body = el("div", { className: "why-body" });
  const load = () => {
    ask("explain", { position }).then(
      (answer) =>
        put(
          body,
          answer.sentences.map((text) => el("p", { text: typeset(text) })),
        ),
      (error) => put(body, trouble(error, load)),
    );
  };
  load();
  return el("section", { className: "card why" }, el("h3", { text: t("why.head") }), body);
}

/**
 * Make the place of the answer: the verdict, and below it the details.
 * @param {{onchoose: (choice: object) => void}} handlers
 */
export function createAnswer({ onchoose }) {
  const verdict = el("div", { className: "verdict" });
  const details = el("div", { className: "details" });
  const live = el("p", { className: "unseen", role: "status", "aria-live": "polite" });

  function clear(text = "") {
    put(verdict, text ? el("p", { className: "hint", text }) : null);
    put(details);
    live.textContent = "";
  }

  /**
   * Show a choice of an answer: the best one, or what was tapped instead.
   * @param {{hand: string, answer: object, chosen: object, label: string,
   *          fresh: boolean, told?: boolean}} shown `told`: what it costs stands elsewhere already
   */
  function show({ hand, answer, chosen, label, fresh, told = false }) {
    const lost = chosen.best || told ? null : t("verdict.costs", { n: points(chosen.loss) });
    const ties = answer.choices.filter((choice) => choice.best && choice.keep !== chosen.keep);
    put(
      verdict,
      el("h2", { className: "order", text: keepWords(chosen) }),
      el(
        "p",
        { className: "figure" },
        el("strong", { text: percent(chosen.value) }),
        el("span", { text: label }),
      ),
      lost ? el("p", { className: "lost", text: lost }) : null,
      chosen.best && ties.length
        ? el("p", {
            className: "ties",
            text: t("verdict.ties", { keeps: ties.map(keepWords).join(" · ") }),
          })
        : null,
      exactDetails(chosen.value),
    );
    const focused = details.contains(document.activeElement) && !fresh;
    const list = choiceList(hand, answer.choices, chosen, onchoose);
    if (fresh) {
      const only = answer.choices.length === 1 && !answer.partial;
      const rest = answer.partial
        ? el("p", { className: "hint", text: t("offline.partial") })
        : list;
      put(
        details,
        only
          ? null
          : el("section", { className: "card" }, el("h3", { text: t("choices.head") }), rest),
        answer.partial ? null : whySection(answer.position),
      );
    } else {
      details.querySelector(".choices")?.replaceWith(list);
      if (focused) list.querySelector("[aria-pressed=true]")?.focus();
    }
    live.textContent = `${keepWords(chosen)}. ${percent(chosen.value)} ${label}. ${lost ?? ""}`;
  }

  /** Show something else in place of an answer. */
  function say(node) {
    clear();
    put(verdict, node);
  }
  return { verdict, details, live, clear, show, say };
}
