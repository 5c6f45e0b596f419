// Numbers as people read them. What is exact stays a text: a fraction may have 20,000 digits.

import { language, t } from "./i18n.js";

const SHORT = 44;
const HEAD = 8;

// By hand: on a slow telephone, to make the browser's own formatter takes a seventh of a second.
function decimal(value, digits) {
  const text = value.toFixed(digits);
  return language() === "fr" ? text.replace(".", ",") : text;
}

/**
 * Return a chance in per cent with two digits, such as "51.39 %".
 * What is not certain is never shown as certain: 1 − 10⁻⁹ is "> 99.99 %".
 */
export function percent(number) {
  const value = number.float * 100;
  if (value > 0 && value < 0.005) return `< ${decimal(0.01, 2)}\u00a0%`;
  const certain = number.exact === "1/1";
  if (value >= 99.995 && value <= 100 && !certain) return `> ${decimal(99.99, 2)}\u00a0%`;
  return `${decimal(value, 2)}\u00a0%`;
}

/** Return a chance in whole per cent, for a scale. */
export function whole(chance) {
  return `${decimal(chance * 100, 0)}\u00a0%`;
}

/** Return a loss in points of chance, such as "1.58"; what is not nothing is not shown as 0. */
export function points(number) {
  const value = number.float * 100;
  if (value > 0 && value < 0.005) return `< ${decimal(0.01, 2)}`;
  return decimal(value, 2);
}

/** Return a fraction as it is if short, and by its first digits and its length if not. */
export function shortFraction(exact) {
  if (exact.length <= SHORT) return exact.replace("/", " / ");
  const [above, below] = exact.split("/");
  const cut = (part) => (part.length > HEAD ? `${part.slice(0, HEAD)}…` : part);
  return `${cut(above)} / ${cut(below)} (${t("digits", { n: above.length + below.length })})`;
}
