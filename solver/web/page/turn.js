// One player's turn: the dice in the tray, the rolls left, and the advice for them. The views say
// what the turn is part of, and hear when it changes or ends.

import { createAnswer, trouble } from "./answer.js";
import { ask, Silence } from "./api.js";
import { createTray, keptOf } from "./dice.js";
import { el, put, segmented } from "./dom.js";
import { t } from "./i18n.js";
import { mapEntry } from "./map.js";
import { chanceKey, positionText } from "./position.js";

/**
 * @typedef {{rules: string, state: object, seen: string[], limit: number, most: number,
 *            fields: object | null, advised?: boolean, waiting?: boolean}} Context
 *   `most`: rolls that the player may take; `advised`: whether advice is wanted for him;
 *   `waiting`: hands made before him are not all known yet
 */

const NOTHING = [null, null, null];
const PATIENCE = 400; // milliseconds

/** Say whether a player may end his turn with so many rolls left. */
function mayStop({ fields, seen }, left) {
  return left === 0 || !seen.length || fields?.followers.value !== "exactly";
}

/**
 * Make a turn.
 * @param {{onchange: () => void, onoffer: (buttons: Node[]) => void, ondone: ((hand: string, left: number) => void),
 *          doneWords: () => string | null}} handlers
 *   `doneWords`: what the button says that ends the turn; null where nothing follows
 */
export function createTurn({ onchange, onoffer, ondone, doneWords }) {
  /** @type {Context} */
  let context = {
    rules: "jetons",
    state: { kind: "round", players: 2 },
    seen: [],
    limit: 0,
    most: 3,
    fields: null,
  };
  let dice = NOTHING;
  let left = 2;
  let answer = null;
  let chosen = null;
  let asked = 0;

  const leftPlace = el("div", { className: "left-place" });
  const tray = createTray({ onpick: pick });
  const shown = createAnswer({ onchoose: (choice) => choose(choice, false) });

  const complete = () => dice.every((value) => value !== null);
  const hand = () => dice.join("");

  function position() {
    const roll = complete() ? hand() : null;
    return positionText({ ...context, roll, left });
  }

  function drawTray(landing = false) {
    const next = complete() ? -1 : dice.indexOf(null);
    const kept = chosen ? keptOf(dice, chosen.keep) : null;
    tray.show(dice, kept, { next, hint: t("die.hint"), landing });
  }

  function drawLeft() {
    const options = Array.from({ length: context.most }, (_, index) => {
      const value = String(context.most - 1 - index);
      return { value, text: value };
    });
    const onpick = (value) => {
      left = Number(value);
      changed();
    };
    put(
      leftPlace,
      context.most > 1
        ? segmented({ label: t("left.label"), options, value: String(left), onpick, compact: true })
        : null,
    );
  }

  /** Make a button that shows the words before a colon; a screen reader hears all of them. */
  function actionButton(words, primary, onclick) {
    return el("button", {
      type: "button",
      className: primary ? "primary" : "",
      text: words.split(":")[0].trim(),
      "aria-label": words,
      onclick,
    });
  }

  function doneButton(primary) {
    const words = doneWords();
    if (!words || !mayStop(context, left)) return null;
    return actionButton(words, primary, () => ondone(hand(), left));
  }

  function actions() {
    const throwing = chosen && chosen.throw > 0 && left > 0;
    const thrown = throwing
      ? actionButton(t("act.thrown", { n: chosen.throw }), true, throwDice)
      : null;
    return [thrown, doneButton(!throwing)].filter(Boolean);
  }

  function choose(choice, fresh) {
    chosen = choice;
    const label = t(chanceKey(context.state, context.fields));
    shown.show({ hand: hand(), answer, chosen, label, fresh });
    onoffer(actions());
    drawTray();
  }

  /** The dice that were kept stay where they lie; the others are entered anew. */
  function throwDice() {
    const kept = keptOf(dice, chosen.keep);
    dice = dice.map((value, index) => (kept[index] ? value : null));
    left -= 1;
    drawLeft();
    changed();
    focus();
  }

  /** The button that was pressed is gone: go where the next die will lie. */
  function focus() {
    tray.element.querySelector(".next button")?.focus({ preventScroll: true });
  }

  async function advise() {
    asked += 1;
    const mine = asked;
    // Most answers come at once; only where one does not, something is said.
    const waiting = setTimeout(() => mine === asked && shown.clear(t("loading")), PATIENCE);
    try {
      const found = await adviceFor(position());
      if (mine !== asked) return;
      answer = found;
      choose(answer.choices[0], true);
    } catch (error) {
      if (mine !== asked) return;
      shown.say(trouble(error, advise));
      onoffer(actions());
    } finally {
      clearTimeout(waiting);
    }
  }

  /** Without the server an answer may still come from the map of all hands, if that is here. */
  async function adviceFor(text) {
    try {
      return await ask("advise", { position: text });
    } catch (error) {
      if (!(error instanceof Silence)) throw error;
      const entry = await mapEntry({ ...context, left }, hand()).catch(() => null);
      if (!entry) throw error;
      const best = (keep) => ({
        keep,
        throw: 3 - keep.length,
        value: entry.value,
        loss: { exact: "0/1", float: 0 },
        best: true,
      });
      return { position: text, partial: true, choices: [entry.keep, ...entry.ties].map(best) };
    }
  }

  function changed(landing = false) {
    answer = null;
    chosen = null;
    asked += 1;
    drawTray(landing);
    onoffer([]);
    shown.clear();
    if (complete() && !context.waiting) {
      if (context.advised ?? true) advise();
      else onoffer(actions());
    }
    onchange();
  }

  function pick(index) {
    if (dice[index] === null) return;
    dice = dice.map((value, place) => (place === index ? null : value));
    changed();
  }

  return {
    tray: tray.element,
    verdict: el("div", { className: "verdict-place" }, shown.verdict, shown.live),
    details: shown.details,
    leftPlace,
    position,
    focus,
    say: shown.say,
    /** Return the dice entered, null where one is missing, and the rolls left. */
    roll: () => ({ dice, left, complete: complete() }),
    /** Enter one die; after a whole roll, the first of a new one. */
    face(value) {
      if (complete()) {
        dice = NOTHING;
        left = context.most - 1;
        drawLeft();
      }
      const next = dice.indexOf(null);
      dice = dice.map((old, index) => (index === next ? value : old));
      changed(true);
    },
    erase() {
      dice = NOTHING;
      left = context.most - 1;
      drawLeft();
      changed();
    },
    /**
     * Begin, or go on, in a context.
     * @param {Context} next
     * @param {{dice?: (number | null)[], left?: number}} roll
     */
    set(next, roll = {}) {
      context = next;
      dice = roll.dice ?? NOTHING;
      left = Math.min(roll.left ?? next.most - 1, next.most - 1);
      drawLeft();
      changed();
    },
  };
}

/** Say what the pad waits for: the first roll, or the dice that were thrown. */
export function padWords(dice) {
  const missing = dice.filter((value) => value === null).length;
  if (missing === 3) return t("pad.first");
  return missing ? t("pad.more", { n: missing }) : t("pad.again");
}
