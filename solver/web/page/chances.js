// The line picture of everybody's chance, round by round.

import { el, svg } from "./dom.js";
import { t } from "./i18n.js";
import { percent, whole } from "./numbers.js";

const WIDE = 320;
const HIGH = 96;
const EDGE = 6;

/** The chances between which the picture reaches: not so near that a trifle looks like a leap. */
function rangeOf(history) {
  const values = history.flat().map((value) => value.float);
  const middle = (Math.min(...values) + Math.max(...values)) / 2;
  const half = Math.max(0.1, (Math.max(...values) - Math.min(...values)) / 2 + 0.03);
  const low = Math.max(0, Math.min(middle - half, 1 - 2 * half));
  return { low, high: Math.min(1, low + 2 * half) };
}

/** Draw the short line that stands for a player in the picture. */
export function lineKey(player) {
  const line = svg("line", { x1: 1, y1: 4, x2: 23, y2: 4, class: `line player-${player % 5}` });
  return svg("svg", { class: "line-key", viewBox: "0 0 24 8", "aria-hidden": "true" }, line);
}

/**
 * Make the picture, with a table of the same numbers for whoever wants them or cannot see it.
 * @param {string[]} names
 * @param {{exact: string | null, float: number}[][]} history chances of all players, by moment
 */
export function chancesPicture(names, history) {
  const { low, high } = rangeOf(history);
  const up = (value) => EDGE + ((high - value) / (high - low)) * (HIGH - 2 * EDGE);
  const step = (WIDE - 2 * EDGE) / Math.max(1, history.length - 1);
  const at = (moment, value) =>
    `${(EDGE + moment * step).toFixed(1)},${up(value.float).toFixed(1)}`;
  const lines = names.map((_, player) =>
    svg("polyline", {
      class: `line player-${player % 5}`,
      points: history.map((values, moment) => at(moment, values[player])).join(" "),
    }),
  );
  const half = svg("line", { class: "half", x1: 0, x2: WIDE, y1: up(0.5), y2: up(0.5) });
  const ends = names.map((_, player) => {
    const [cx, cy] = at(history.length - 1, history.at(-1)[player]).split(",");
    return svg("circle", { class: `dot player-${player % 5}`, cx, cy, r: 4 });
  });
  const latest = names.map((name, player) => `${name} ${percent(history.at(-1)[player])}`);
  const picture = svg(
    "svg",
    {
      viewBox: `0 0 ${WIDE} ${HIGH}`,
      role: "img",
      "aria-label": t("chances.now", { chances: latest.join(", ") }),
    },
    half,
    lines,
    ends,
  );
  const rows = history.map((values, moment) =>
    el(
      "tr",
      {},
      el("th", { scope: "row", text: String(moment) }),
      values.map((value) => el("td", { text: percent(value) })),
    ),
  );
  const heads = [t("chances.after"), ...names].map((text) => el("th", { scope: "col", text }));
  return el(
    "figure",
    { className: "chances" },
    picture,
    el("figcaption", {
      className: "hint",
      text: t("chances.from", { low: whole(low), high: whole(high) }),
    }),
    el(
      "details",
      { className: "exact" },
      el("summary", { text: t("chances.table") }),
      el("table", {}, el("thead", {}, el("tr", {}, heads)), el("tbody", {}, rows)),
    ),
  );
}
