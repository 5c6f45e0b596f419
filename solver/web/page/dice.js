// Dice, drawn: ivory by the style sheet, pips here. The ace is large and red, as on good bar dice.

import { el, put, svg } from "./dom.js";
import { t } from "./i18n.js";

const PIPS = {
  1: ["c"],
  2: ["nw", "se"],
  3: ["nw", "c", "se"],
  4: ["nw", "ne", "sw", "se"],
  5: ["nw", "ne", "c", "sw", "se"],
  6: ["nw", "ne", "w", "e", "sw", "se"],
};
const AT = {
  nw: [27, 27],
  ne: [73, 27],
  w: [27, 50],
  c: [50, 50],
  e: [73, 50],
  sw: [27, 73],
  se: [73, 73],
};

const FACES = [1, 2, 3, 4, 5, 6];

/** Draw a face; it says nothing to a screen reader, whoever places it does. */
export function face(value, className = "") {
  const pips = (PIPS[value] ?? []).map((place) => {
    const [cx, cy] = AT[place];
    return svg("circle", { cx, cy, r: value === 1 ? 14 : 10 });
  });
  const picture = svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pips);
  return el("span", { className: `die face-${value ?? "none"} ${className}` }, picture);
}

/** Draw a hand in small dice; `keep` marks the dice that stay, the others are outlines. */
export function smallHand(hand, keep = hand) {
  const stays = keptOf([...hand], keep);
  return el(
    "span",
    { className: "small-hand", "aria-hidden": "true" },
    [...hand].map((value, index) => face(Number(value), stays[index] ? "" : "thrown")),
  );
}

/** Say for each of these dice whether a keep such as "41" holds it. */
export function keptOf(dice, keep) {
  const left = [...keep];
  return dice.map((value) => {
    const found = left.indexOf(String(value));
    if (found >= 0) left.splice(found, 1);
    return found >= 0;
  });
}

/**
 * Make the row of six faces that enters dice, and the key that takes the last one back.
 * @param {{onface: (value: number) => void, onerase: () => void}} handlers
 */
export function createPad({ onface, onerase }) {
  const caption = el("p", { className: "pad-caption", id: "pad-caption" });
  const actions = el("div", { className: "pad-actions" });
  const erase = el("button", {
    type: "button",
    className: "quiet erase",
    text: t("pad.erase"),
    onclick: onerase,
  });
  const faces = FACES.map((value) =>
    el(
      "button",
      {
        type: "button",
        className: "face-key",
        "aria-label": String(value),
        onclick: () => onface(value),
      },
      face(value),
    ),
  );
  const element = el(
    "div",
    { className: "pad", role: "group", "aria-labelledby": "pad-caption" },
    el("div", { className: "pad-head" }, caption, actions, erase),
    el("div", { className: "faces" }, faces),
  );
  return {
    element,
    say(text) {
      caption.textContent = text;
    },
    /** Offer what may be done with a whole roll, in place of the words. */
    offer(buttons) {
      put(actions, buttons);
      element.classList.toggle("offering", buttons.length > 0);
    },
    erasable(can) {
      erase.disabled = !can;
    },
  };
}

/**
 * Make the tray with three large dice.
 * @param {{onpick: (index: number) => void}} handlers what a tap on a die does
 */
export function createTray({ onpick }) {
  const slots = [0, 1, 2].map((index) => {
    const mark = el("span", { className: "mark", "aria-hidden": "true" });
    const button = el("button", { type: "button", onclick: () => onpick(index) });
    return { button, mark, element: el("div", { className: "slot" }, button, mark), shown: "" };
  });
  const element = el(
    "div",
    { className: "tray", role: "group", "aria-label": t("tray.label") },
    slots.map((slot) => slot.element),
  );

  /**
   * Show dice, and which of them are kept: null while nothing is decided.
   * @param {(number | null)[]} dice
   * @param {boolean[] | null} kept
   * @param {{next?: number, hint: string, pressed?: boolean, landing?: boolean}} how
   *   `next`: the die that the pad fills; `pressed`: the dice are switches, and still being chosen;
   *   `landing`: a die that was not there is seen to fall
   */
  function show(dice, kept, { next = -1, hint, pressed = false, landing = false }) {
    element.classList.toggle("deciding", pressed);
    slots.forEach(({ button, mark, element: slot }, index) => {
      const value = dice[index];
      const old = slots[index].shown;
      if (old !== String(value)) {
        button.replaceChildren(face(value));
        button.classList.toggle("landing", landing && value !== null);
        slots[index].shown = String(value);
      }
      const state = value === null || !kept ? "" : kept[index] ? "keep" : "throw";
      slot.className = ["slot", state, index === next ? "next" : ""].join(" ");
      mark.textContent = state ? t(`die.${state}`) : "";
      const told = value === null ? t("die.empty") : String(value);
      const fate = state ? `, ${t(`die.${state}`)}` : "";
      button.setAttribute(
        "aria-label",
        `${t("die.name", { n: index + 1 })}: ${told}${fate}. ${hint}`,
      );
      if (pressed) button.setAttribute("aria-pressed", String(Boolean(kept?.[index])));
      else button.removeAttribute("aria-pressed");
    });
  }
  return { element, show };
}
