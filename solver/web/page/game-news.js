// What is said after a round, and at the end of a game, by the players' names.

import { t } from "./i18n.js";

/** Say what the last round moved; the server only knows the seats it was played in. */
export function newsWords(game, { standings, last }) {
  const { order } = standings[game.rounds.length - 1];
  const name = (seat) => game.names[order[seat]];
  const [move] = last.moved;
  const loser = name(last.loser);
  if (!move) return t("news.none", { name: loser });
  if (move.what === "legs") return t("news.legs", { name: loser });
  if (move.from === "pot") return t("news.pot", { name: loser, n: move.amount });
  return t("news.given", { name: loser, n: move.amount, from: name(move.from) });
}

/** Say who has won, or lost where only one does. */
export function endWords(game, { standings, last }) {
  const { order } = standings.at(-1);
  const paid = last.payoffs.map((value, seat) => [game.names[order[seat]], value.float]);
  const lost = paid.filter(([, value]) => value === 0);
  if (lost.length === 1 && paid.length > 2) return t("game.lost", { name: lost[0][0] });
  const won = paid.filter(([, value]) => value > 0).map(([name]) => name);
  return won.length === 1
    ? t("game.won", { name: won[0] })
    : t("game.shared", { names: won.join(", ") });
}
