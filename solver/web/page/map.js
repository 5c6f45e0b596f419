// The map of all 56 rolls against what is on the table now: what to keep of each, and its chance.

import { ask, Refusal } from "./api.js";
import { trouble, keepWords } from "./answer.js";
import { el, put, segmented } from "./dom.js";
import { t } from "./i18n.js";
import { percent } from "./numbers.js";
import { positionText, sorted } from "./position.js";

const ANY = "421"; // A map is asked for with a position; the hand rolled in it does not matter.
const KINDS = ["stop", "two", "one", "none"];

function mapOf(context) {
  return ask("map", { position: positionText({ ...context, roll: ANY }) });
}

/** Return what the map says of one hand. */
export async function mapEntry(context, hand) {
  const { hands } = await mapOf(context);
  return hands.find((entry) => entry.hand === sorted(hand));
}

/** Do something when there is nothing better to do; every browser but Safari knows when that is. */
const whenIdle = window.requestIdleCallback ?? ((task) => setTimeout(task, 200));

/** The digits of a hand, those that stay in bold. */
function digits(entry) {
  const left = [...entry.keep];
  return [...entry.hand].map((digit) => {
    const found = left.indexOf(digit);
    if (found >= 0) left.splice(found, 1);
    return el(found >= 0 ? "b" : "i", { text: digit });
  });
}

function tile(entry, range, onpick) {
  const chance = (entry.value.float - range.low) / (range.high - range.low || 1);
  const words = t("map.tile", {
    hand: entry.hand,
    keep: keepWords(entry),
    chance: percent(entry.value),
  });
  return el(
    "button",
    {
      type: "button",
      className: `tile ${KINDS[entry.throw]} level-${Math.min(4, Math.floor(chance * 5))}`,
      "aria-label": words,
      "data-hand": entry.hand,
      title: words,
      tabIndex: -1,
      onclick: () => onpick(entry.hand),
    },
    el("span", { className: "tile-hand" }, digits(entry)),
    el("span", { className: "tile-chance", text: String(Math.round(entry.value.float * 100)) }),
  );
}

/** Let arrow keys move in the grid, of which one tile can be reached with Tab. */
function roving(grid) {
  const tiles = [...grid.children];
  tiles[0].tabIndex = 0;
  grid.addEventListener("keydown", (event) => {
    const columns = getComputedStyle(grid).gridTemplateColumns.split(" ").length;
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
    const at = tiles.indexOf(document.activeElement);
    const target = tiles[at + (steps[event.key] ?? 0)];
    if (!(event.key in steps) || !target) return;
    event.preventDefault();
    tiles[at].tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  });
}

function asTable(hands) {
  const heads = ["map.hand", "map.keep", "map.chance"];
  return el(
    "details",
    { className: "exact" },
    el("summary", { text: t("map.table") }),
    el(
      "table",
      {},
      el(
        "thead",
        {},
        el(
          "tr",
          {},
          heads.map((key) => el("th", { scope: "col", text: t(key) })),
        ),
      ),
      el(
        "tbody",
        {},
        hands.map((entry) =>
          el(
            "tr",
            {},
            el("th", { scope: "row", text: entry.hand }),
            el("td", { text: keepWords(entry) }),
            el("td", { text: percent(entry.value) }),
          ),
        ),
      ),
    ),
  );
}

/**
 * Make the card of the map.
 * @param {{onpick: (hand: string) => void}} handlers
 */
export function createMap({ onpick }) {
  let mode = "keep";
  let wanted = "";
  const about = el("p", { className: "hint" });
  const body = el("div", {});
  const legend = el(
    "ul",
    { className: "legend" },
    KINDS.map((kind) =>
      el("li", {}, el("span", { className: `swatch ${kind}` }), t(`map.${kind}`)),
    ),
  );
  const scale = el("p", { className: "hint scale", text: t("map.scale") });
  const element = el(
    "section",
    { className: "card map by-keep" },
    el("h3", { text: t("map.head") }),
    about,
    segmented({
      label: t("map.mode"),
      options: [
        { value: "keep", text: t("map.by.keep") },
        { value: "chance", text: t("map.by.chance") },
      ],
      value: mode,
      compact: true,
      onpick(value) {
        mode = value;
        element.className = `card map by-${mode}`;
      },
    }),
    body,
    legend,
    scale,
  );

  /** Draw the map for a context: rules, state, hands seen, their limit, and rolls left. */
  async function show(context) {
    const key = positionText({ ...context, roll: ANY });
    if (key === wanted) return;
    wanted = key;
    about.textContent = context.seen.length
      ? t("map.about.follow", { hands: context.seen.join(", "), left: context.left })
      : t("map.about.open", { left: context.left });
    try {
      const { hands } = await mapOf(context);
      if (wanted !== key) return;
      const values = hands.map((entry) => entry.value.float);
      const range = { low: Math.min(...values), high: Math.max(...values) };
      const grid = el(
        "div",
        { className: "tiles", role: "group", "aria-label": t("map.head") },
        hands.map((entry) => tile(entry, range, onpick)),
      );
      roving(grid);
      put(body, grid, asTable(hands));
    } catch (error) {
      if (wanted !== key) return;
      wanted = "";
      // What the server refuses is said once, where the answer would stand.
      element.hidden = error instanceof Refusal;
      put(
        body,
        trouble(error, () => show(context)),
      );
    }
  }

  /**
   * Draw the map, and mark the context's roll in it, when nothing more urgent is to be done, and get those of other numbers of rolls
   * left: from them comes advice when the network is away.
   */
  function later(context, lefts) {
    whenIdle(async () => {
      await show(context);
      mark(context.roll);
      for (const left of lefts) await mapOf({ ...context, left }).catch(() => null);
    });
  }

  /** Show which of the hands lies on the table; null for none. */
  function mark(hand) {
    for (const button of body.querySelectorAll(".tile")) {
      if (hand !== null && button.dataset.hand === sorted(hand))
        button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }
  return { element, later };
}
