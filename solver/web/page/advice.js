// The first view: three dice, three taps, the answer.

import { ask, fieldsOf } from "./api.js";
import { trouble } from "./answer.js";
import { createPad, face } from "./dice.js";
import { el, put, segmented } from "./dom.js";
import { t } from "./i18n.js";
import { createMap } from "./map.js";
import { pasteForm } from "./paste.js";
import { mostRolls, readPosition, readPrinted, seatsInPlay } from "./position.js";
import { createTable, rulesWords, seatWords, stateWords } from "./table.js";
import { createTurn, padWords } from "./turn.js";

const EMPTY = [null, null, null];
const whole = (dice) => dice.every((value) => value !== null);
const diceOf = (hand) => [...hand].map(Number);

/**
 * Make the view.
 * @param {{write: (values: object) => void}} handlers `write` puts values into the address
 */
export function createAdvice({ write }) {
  let rules = "jetons";
  let state = { kind: "round", players: 2 };
  let fields = null;
  let seat = 0; // among those who roll, the opener's being 0
  let seen = []; // dice of the hands made before, one triple for each earlier seat
  let limit = 3;

  const chip = el("button", {
    type: "button",
    className: "chip",
    onclick: () => table.open(rules, state),
  });
  const role = el("div", {});
  const beaten = el("div", { className: "beaten" });
  const pad = createPad({ onface: enterFace, onerase: erase });
  const turn = createTurn({ onchange: changed, onoffer: pad.offer, ondone: nextPlayer, doneWords });
  const table = createTable({
    onset(newRules, newState) {
      rules = newRules;
      state = newState;
      begin(0);
    },
  });
  const map = createMap({
    onpick(hand) {
      turn.set(context(), { dice: diceOf(hand), left: turn.roll().left });
      window.scrollTo({ top: 0 });
    },
  });
  const paste = pasteForm((text) => load(text, 0, (problem) => paste.fail(problem)));
  const element = el(
    "div",
    { className: "view advice" },
    el(
      "section",
      { className: "play", "aria-label": t("advice.head") },
      el("h1", { className: "unseen", text: t("advice.head") }),
      el("div", { className: "setting" }, role, beaten, turn.leftPlace),
      turn.tray,
      pad.element,
      turn.verdict,
    ),
    el("div", { className: "beside" }, turn.details, map.element, paste.element),
    table.dialog,
  );

  const seenReady = () => seen.length === seat && seen.every(whole);

  function context() {
    const most = seat === 0 ? mostRolls(state, fields) : limit;
    const hands = seenReady() ? seen.map((dice) => dice.join("")) : [];
    return {
      rules,
      state,
      seen: hands,
      limit: hands.length ? limit : 0,
      most,
      fields,
      waiting: !seenReady(),
    };
  }

  function target() {
    return seen.findIndex((dice) => !whole(dice));
  }

  function enterFace(value) {
    const row = target();
    if (row < 0) {
      turn.face(value);
      return;
    }
    const next = seen[row].indexOf(null);
    seen[row] = seen[row].with(next, value);
    if (whole(seen[row]) && target() < 0) turn.set(context(), turn.roll());
    drawSetting();
    changed();
  }

  function erase() {
    const row = target();
    if (row >= 0) seen[row] = EMPTY;
    else turn.erase();
    drawSetting();
    changed();
  }

  /** Sit down at a seat; the hands made before are still to be entered. */
  function begin(newSeat, { hands, roll } = {}) {
    seat = newSeat;
    seen = hands ?? Array.from({ length: newSeat }, () => EMPTY);
    limit = Math.min(limit, mostRolls(state, fields));
    turn.set(context(), roll);
    drawSetting();
    learnRules();
  }

  /** What the rules say changes words and numbers of rolls; nothing waits for it. */
  async function learnRules() {
    const asked = rules;
    const learnt = await fieldsOf(rules).catch(() => null);
    if (asked !== rules || learnt === fields) return;
    const { most } = context();
    fields = learnt;
    if (state.kind !== "round" || context().most !== most) turn.set(context(), turn.roll());
  }

  function doneWords() {
    const last = seat >= seatsInPlay(state).length - 1;
    return last ? null : t("act.next");
  }

  function nextPlayer(hand, left) {
    if (seat === 0) limit = mostRolls(state, fields) - left;
    begin(seat + 1, { hands: [...seen, diceOf(hand)] });
    turn.focus();
  }

  function drawSetting() {
    chip.replaceChildren(
      el("b", { text: rulesWords(rules) }),
      el("span", { text: stateWords(state) }),
    );
    chip.setAttribute(
      "aria-label",
      t("table.open", { rules: rulesWords(rules), state: stateWords(state) }),
    );
    const seats = seatsInPlay(state).length;
    const words = (index) =>
      seats > 2 && index ? seatWords(index) : t(index ? "role.follow" : "role.open");
    put(
      role,
      segmented({
        label: t("role.label"),
        options: Array.from({ length: seats }, (_, index) => ({
          value: String(index),
          text: words(index),
        })),
        value: String(seat),
        bare: true,
        onpick: (value) => begin(Number(value), { roll: { dice: turn.roll().dice } }),
      }),
    );
    put(beaten, seen.map(beatenRow), seat ? limitSwitch() : null);
  }

  function beatenRow(dice, index) {
    const label = seat === 1 ? t("seen.one") : t("seen.many", { seat: seatWords(index) });
    const told = whole(dice) ? dice.join("") : t("seen.empty");
    const button = el(
      "button",
      {
        type: "button",
        className: target() === index ? "hand-entry waiting" : "hand-entry",
        "aria-label": `${label}: ${told}. ${t("seen.change")}`,
        onclick() {
          seen[index] = EMPTY;
          turn.set(context(), turn.roll());
          drawSetting();
        },
      },
      dice.map((value) => face(value)),
    );
    return el("div", { className: "beaten-row" }, el("span", { text: label }), button);
  }

  function limitSwitch() {
    const options = Array.from({ length: mostRolls(state, fields) }, (_, index) =>
      String(index + 1),
    );
    return segmented({
      label: t("seen.limit"),
      options: options.map((value) => ({ value, text: value })),
      value: String(limit),
      compact: true,
      onpick(value) {
        limit = Number(value);
        turn.set(context(), { dice: turn.roll().dice });
      },
    });
  }

  /** After every change: the pad's words, the map, and the address. */
  function changed() {
    const { dice, left, complete } = turn.roll();
    const row = target();
    pad.say(row >= 0 ? t("pad.seen") : padWords(dice));
    pad.erasable(row >= 0 ? seen[row].some(Boolean) : dice.some(Boolean));
    const here = turn.position();
    paste.show(here);
    write({ p: here, seat: seat && !seenReady() ? String(seat) : "" });
    map.element.hidden = !seenReady() || left === 0;
    if (map.element.hidden || (dice.some(Boolean) && !complete)) return;
    const most = context().most;
    const roll = complete ? dice.join("") : null;
    map.later(
      { ...context(), left, roll },
      Array.from({ length: most - 1 }, (_, index) => index + 1),
    );
  }

  /** Show a position that the server has printed. */
  function open(position, wantedSeat = 0) {
    ({ rules, state } = position);
    if (state.kind === "round" && rules !== "jetons") fields = null;
    limit = position.limit || 3;
    seat = position.seen.length || wantedSeat;
    seen = position.seen.length
      ? position.seen.map(diceOf)
      : Array.from({ length: seat }, () => EMPTY);
    const dice = position.roll ? diceOf(position.roll) : undefined;
    turn.set(context(), { dice, left: dice ? position.left : undefined });
    drawSetting();
    learnRules();
  }

  /** Show the position that a text describes, asking the server if it is not written as it would. */
  async function load(text, wantedSeat, onproblem) {
    try {
      const printed = readPrinted(text);
      const position = printed ?? readPosition((await ask("value", { position: text })).position);
      open(position, wantedSeat);
    } catch (error) {
      onproblem(trouble(error, () => load(text, wantedSeat, onproblem)));
    }
  }

  return {
    element,
    tool: chip,
    /** Come to this view by an address; without a position it begins anew. */
    enter({ p, seat: wanted }) {
      if (!p) begin(0);
      else
        load(p, Math.min(Number(wanted) || 0, 8), (problem) => {
          // An address that cannot be followed: the table as it was, or a new one, and why.
          begin(seat, { hands: seen, roll: turn.roll() });
          paste.show(p);
          turn.say(problem);
        });
    },
    face: enterFace,
    erase,
  };
}
