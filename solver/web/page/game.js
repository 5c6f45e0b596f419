// A game at a real table, followed round by round: whose turn it is, advice, who wins.

import { fieldsOf } from "./api.js";
import { trouble } from "./answer.js";
import { chancesPicture } from "./chances.js";
import { createPad } from "./dice.js";
import { el, put } from "./dom.js";
import {
  barrage,
  canUndo,
  chances,
  follow,
  handMade,
  newGame,
  readGame,
  rollers,
  undo,
  writeGame,
} from "./game-log.js";
import { endWords, newsWords } from "./game-news.js";
import { remember, remembered } from "./game-store.js";
import { scoreboard } from "./game-score.js";
import { gameSetup } from "./game-setup.js";
import { t } from "./i18n.js";
import { mostRolls, seatsInPlay } from "./position.js";
import { createTurn, padWords } from "./turn.js";

/**
 * Make the view.
 * @param {{write: (values: object) => void}} handlers
 */
export function createGame({ write }) {
  let game = null;
  let now = null; // what follow() found, and the fields of the rules
  let turnsDrawn = 0;
  let scoresDrawn = 0;

  const back = el("button", {
    type: "button",
    text: t("game.undo"),
    onclick: () => change(undo(game)),
  });
  const score = el("div", {});
  const heading = el("h1", { className: "whose", tabIndex: -1 });
  const news = el("p", { className: "news", role: "status" });
  const stage = el("div", { className: "stage" });
  const pad = createPad({ onface: (value) => enterFace(value), onerase: () => turn.erase() });
  const turn = createTurn({
    onchange: rolled,
    onoffer: pad.offer,
    ondone: made,
    doneWords: () => t("act.stands"),
  });
  const setting = el("div", { className: "setting" }, news, heading, turn.leftPlace);
  const rolling = [turn.tray, pad.element, turn.verdict, turn.details, turn.leftPlace];
  const play = el(
    "section",
    { className: "play", "aria-label": t("game.head") },
    setting,
    stage,
    turn.tray,
    pad.element,
    turn.verdict,
  );
  const beside = el("div", { className: "beside" }, score, turn.details);
  const element = el("div", { className: "view game" });

  const standing = () => now.standings.at(-1);
  const waiting = () => Boolean(now?.last && !now.last.settled);
  const playing = () => Boolean(now) && !now.over && !waiting();

  function enterFace(value) {
    if (playing()) turn.face(value);
  }

  function store() {
    const values = game ? writeGame(game) : {};
    back.hidden = !game;
    back.disabled = !game || !canUndo(game);
    remember(game ? values : null);
    write(values);
  }

  /** The dice in the tray belong to the game, so that an address holds them too. */
  function rolled() {
    if (!playing()) return;
    const { dice, left, complete } = turn.roll();
    game = { ...game, dice, left };
    pad.say(padWords(dice));
    pad.erasable(dice.some(Boolean));
    store();
    if (complete || !dice.some(Boolean)) drawScore();
  }

  function made(hand, left) {
    const limit = game.seen.length ? game.limit : mostRolls(standing().state, now.fields) - left;
    change(handMade(game, hand, limit, seatsInPlay(standing().state).length));
  }

  async function change(next) {
    game = next;
    store();
    await show();
    heading.focus({ preventScroll: true });
    heading.scrollIntoView({ block: "nearest" });
  }

  /** Follow the game to where it stands, and draw that. */
  async function show() {
    put(element, play, beside);
    turnsDrawn += 1;
    const mine = turnsDrawn;
    try {
      const found = await follow(game);
      const fields = await fieldsOf(found.standings[0].rules);
      if (mine !== turnsDrawn) return;
      now = { ...found, fields };
      draw();
    } catch (error) {
      if (mine !== turnsDrawn) return;
      now = null;
      put(stage, trouble(error, show), newButton("quiet"));
      showRolling(false);
    }
  }

  function showRolling(shown) {
    for (const part of rolling) part.hidden = !shown;
  }

  function draw() {
    news.textContent = now.last?.settled ? newsWords(game, now) : "";
    showRolling(playing());
    put(stage);
    if (waiting()) drawBarrage();
    else if (now.over) drawEnd();
    else drawTurn();
    if (!playing()) drawScore();
  }

  function drawTurn() {
    const { state, rules } = standing();
    const player = rollers(standing())[game.seen.length];
    const opens = game.seen.length === 0;
    const name = game.names[player];
    heading.textContent = opens
      ? t("game.opens", { name })
      : t("game.follows", { name, hands: game.seen.join(", "), n: game.limit });
    const most = opens ? mostRolls(state, now.fields) : game.limit;
    const advised = !game.quiet.includes(player);
    const context = {
      rules,
      state,
      seen: game.seen,
      limit: game.limit,
      most,
      fields: now.fields,
      advised,
    };
    turn.set(context, { dice: game.dice, left: game.left ?? undefined });
  }

  function drawBarrage() {
    const { level } = now.last;
    const role = level.lowest.length ? "lowest" : "best";
    const { order } = standing();
    heading.textContent = t(`barrage.${role}`);
    const buttons = level[role].map((seat) =>
      el("button", {
        type: "button",
        className: "primary",
        text: game.names[order[seat]],
        onclick: () => change(barrage(game, role, seat)),
      }),
    );
    put(
      stage,
      el("p", { className: "hint", text: t("barrage.hint") }),
      el("div", { className: "actions" }, buttons),
    );
  }

  function drawEnd() {
    heading.textContent = endWords(game, now);
    put(
      stage,
      el("p", { className: "hint", text: t("game.rounds", { n: game.rounds.length }) }),
      newButton("primary"),
    );
  }

  /** The chances at the beginning of each round, and now; asked for in one go. */
  async function drawScore() {
    scoresDrawn += 1;
    const mine = scoresDrawn;
    const { dice } = turn.roll();
    try {
      const history = await Promise.all(now.standings.map((place) => chances(place)));
      if (now.over) history.push(paidByPlayer());
      else if (!waiting() && (game.seen.length || dice.every(Boolean))) {
        history.push(await chances(standing(), turn.position()));
      }
      if (mine !== scoresDrawn || !game) return;
      const opened = Boolean(score.querySelector("details[open]"));
      const active = playing() ? rollers(standing())[game.seen.length] : null;
      put(
        score,
        el(
          "section",
          { className: "card" },
          scoreboard({
            game,
            standing: standing(),
            values: history.at(-1),
            active,
            over: now.over,
            last: now.last,
            ontoggle: toggleAdvice,
          }),
          chancesPicture(game.names, history),
          newButton("quiet"),
        ),
      );
      score.querySelector("details").open = opened;
    } catch (error) {
      if (mine === scoresDrawn) put(score, trouble(error, drawScore));
    }
  }

  function paidByPlayer() {
    const { order } = standing();
    const values = [];
    now.last.payoffs.forEach((value, seat) => {
      values[order[seat]] = value;
    });
    return values;
  }

  function toggleAdvice(player) {
    const quiet = game.quiet.includes(player)
      ? game.quiet.filter((other) => other !== player)
      : [...game.quiet, player];
    change({ ...game, quiet });
  }

  function newButton(className) {
    return el("button", { type: "button", className, text: t("game.new"), onclick: setUp });
  }

  function setUp() {
    game = null;
    now = null;
    turnsDrawn += 1;
    back.hidden = true;
    write({});
    put(
      element,
      gameSetup({
        onstart(from, names) {
          change(newGame(from, names));
        },
      }),
    );
  }

  return {
    element,
    tool: back,
    enter(values) {
      const kept = values.from ? values : remembered();
      if (!kept?.from) {
        setUp();
        return;
      }
      game = readGame(kept);
      store();
      show();
    },
    face: enterFace,
    erase() {
      if (playing()) turn.erase();
    },
  };
}
