// The end of a quiz: how many answers were right, and what the others cost.

import { addressOf } from "./address.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";
import { points } from "./numbers.js";

/**
 * Make the card of the result.
 * @param {{quiz: object, advice: object[], again: () => void, reset: () => void}} shown
 *   `advice`: what `advise` says of each question, in their order
 */
export function resultCard({ quiz, advice, again, reset }) {
  const given = advice.map((answer, index) =>
    answer.choices.find((choice) => choice.keep === quiz.answers[index]),
  );
  const right = given.filter((choice) => choice?.best).length;
  const lost = given.reduce((sum, choice) => sum + (choice?.loss.float ?? 0), 0);
  const missed = quiz.questions.map(({ position }, index) => {
    const choice = given[index];
    if (!choice || choice.best) return null;
    const link = el("a", { href: addressOf("advice", { p: position }), text: position });
    return el("li", {}, link, ` −${points(choice.loss)}`);
  });
  return el(
    "section",
    { className: "card setup" },
    el("h1", { tabIndex: -1, text: t("learn.result", { right, of: given.length }) }),
    el("p", { text: t("learn.lost", { n: points({ float: lost }) }) }),
    el("ul", { className: "missed" }, missed),
    el("button", {
      type: "button",
      className: "primary wide",
      text: t("learn.again"),
      onclick: again,
    }),
    el("button", { type: "button", className: "quiet", text: t("learn.rules"), onclick: reset }),
  );
}
