// A game at a real table as a list of rounds: how it is written into an address, taken back step
// by step, and followed with the server's rules to where it stands.

import { ask } from "./api.js";
import { positionText, readPosition, seatsInPlay } from "./position.js";

/**
 * @typedef {{hands: string[], limit: number, lowest: number | null, best: number | null}} Round
 *   hands in the order of play; `limit`: the opener's rolls; seats that lost or won a barrage
 * @typedef {{from: string, names: string[], rounds: Round[], seen: string[], limit: number,
 *            dice: (number | null)[], left: number | null, quiet: number[]}} Game
 *   `quiet`: players who want no advice
 */

const NO_DICE = [null, null, null];

/** Return a game in which nothing has been rolled. */
export function newGame(from, names) {
  return { from, names, rounds: [], seen: [], limit: 0, dice: NO_DICE, left: null, quiet: [] };
}

function writeHands(hands, limit) {
  return hands.map((hand, index) => (index ? hand : `${hand}.${limit}`)).join("-");
}

function readHands(text) {
  const [first, ...rest] = text.split("-");
  const [hand, limit] = first.split(".");
  return { hands: [hand, ...rest], limit: Number(limit) };
}

function writeRound({ hands, limit, lowest, best }) {
  const settled = (lowest === null ? "" : `-l${lowest}`) + (best === null ? "" : `-b${best}`);
  return writeHands(hands, limit) + settled;
}

function readRound(text) {
  const settled = (letter) => {
    const found = new RegExp(`-${letter}(\\d+)`).exec(text);
    return found ? Number(found[1]) : null;
  };
  return { ...readHands(text.replace(/-[lb]\d+/g, "")), lowest: settled("l"), best: settled("b") };
}

/** Write a game as the values of an address. */
export function writeGame(game) {
  return {
    from: game.from,
    names: game.names.join(","),
    rounds: game.rounds.map(writeRound).join("_"),
    seen: game.seen.length ? writeHands(game.seen, game.limit) : "",
    roll: game.dice.some(Boolean)
      ? `${game.dice.map((die) => die ?? 0).join("")}.${game.left}`
      : "",
    quiet: game.quiet.join(","),
  };
}

/** Read what `writeGame` wrote. */
export function readGame(values) {
  const game = newGame(values.from, (values.names ?? "").split(","));
  if (values.rounds) game.rounds = values.rounds.split("_").map(readRound);
  if (values.seen) {
    const { hands, limit } = readHands(values.seen);
    game.seen = hands;
    game.limit = limit;
  }
  if (values.roll) {
    const [hand, left] = values.roll.split(".");
    game.dice = [...hand].map((die) => Number(die) || null);
    game.left = Number(left);
  }
  if (values.quiet) game.quiet = values.quiet.split(",").map(Number);
  return game;
}

/** Say whether there is anything to take back. */
export function canUndo(game) {
  return game.dice.some(Boolean) || game.seen.length > 0 || game.rounds.length > 0;
}

/** Return the game without its last step: dice on the table, a hand made, or a barrage. */
export function undo(game) {
  const bare = { ...game, dice: NO_DICE, left: null };
  if (game.dice.some(Boolean)) return bare;
  if (game.seen.length) return { ...bare, seen: game.seen.slice(0, -1) };
  const rounds = game.rounds.slice(0, -1);
  const last = game.rounds.at(-1);
  if (last.best !== null) return { ...bare, rounds: [...rounds, { ...last, best: null }] };
  if (last.lowest !== null) return { ...bare, rounds: [...rounds, { ...last, lowest: null }] };
  return { ...bare, rounds, seen: last.hands.slice(0, -1), limit: last.limit };
}

/** Return the game with another hand made; when it was the round's last, the round is played. */
export function handMade(game, hand, limit, players) {
  const hands = [...game.seen, hand];
  const bare = { ...game, dice: NO_DICE, left: null };
  if (hands.length < players) return { ...bare, seen: hands, limit };
  const round = { hands, limit, lowest: null, best: null };
  return { ...bare, seen: [], limit: 0, rounds: [...game.rounds, round] };
}

/** Return the game with the seat that came out of the last round's barrage. */
export function barrage(game, role, seat) {
  const last = { ...game.rounds.at(-1), [role]: seat };
  return { ...game, rounds: [...game.rounds.slice(0, -1), last] };
}

/**
 * Follow a game from its first round.
 * @param {Game} game
 * @returns {Promise<{standings: {position: string, state: object, rules: string,
 *   order: number[]}[], last: object | null, over: boolean}>}
 *   `order`: the player at each seat; `last`: what the server says of the last round
 */
export async function follow(game) {
  const start = readPosition(game.from);
  let order = game.names.map((_, player) => player);
  let position = positionText({ rules: start.rules, state: start.state });
  const standings = [{ position, state: start.state, rules: start.rules, order }];
  let last = null;
  for (const round of game.rounds) {
    last = await ask("round", {
      position,
      hands: round.hands.join(","),
      lowest: round.lowest,
      best: round.best,
    });
    if (!last.settled || !last.next) break;
    position = last.next.position;
    const seats = order;
    order = last.next.order.map((seat) => seats[seat]);
    const { rules, state } = readPosition(position);
    standings.push({ position, state, rules, order });
  }
  return { standings, last, over: Boolean(last?.settled && !last.next) };
}

/** Return each player's value of a standing, by player; who has left has won or lost already. */
export async function chances(standing, position = standing.position) {
  const { players } = await ask("value", { position });
  const gone = standing.state.kind === "legs" ? 0 : 1;
  const byPlayer = standing.order.map(() => ({ exact: `${gone}/1`, float: gone }));
  for (const { seat, value } of players) byPlayer[standing.order[seat]] = value;
  return byPlayer;
}

/** Return the players who roll in the coming round, the opener first. */
export function rollers(standing) {
  return seatsInPlay(standing.state).map((seat) => standing.order[seat]);
}
