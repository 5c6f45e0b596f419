// The page's own words. Sentences about numbers come from the server, in the same language.

import en from "./en.js";
import fr from "./fr.js";

const WORDS = { en, fr };
const KEPT = "421.lang";

let current = "en";
let plural = new Intl.PluralRules(current);

/** Return "en" or "fr". */
export function language() {
  return current;
}

/** Choose the language that the address names, else the one chosen before, else the browser's. */
export function chooseLanguage(wanted) {
  const kept = readKept();
  const browser = navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
  current = [wanted, kept, browser].find((name) => name in WORDS);
  plural = new Intl.PluralRules(current);
  document.documentElement.lang = current;
  return current;
}

/** Remember a choice for the next visit. */
export function keepLanguage(name) {
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    // A browser that stores nothing asks its own language again.
  }
}

function readKept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Return a sentence in which no line begins with a sign that belongs to the word before it. */
export function typeset(sentence) {
  return sentence.replace(/ (?=[%:;?!»])|(?<=«) /g, "\u00a0");
}

/**
 * Return the words of a key, with `{name}` replaced. Words with numbers are kept as
 * `{one: …, other: …}` and chosen by `values.n`.
 */
export function t(key, values = {}) {
  const words = WORDS[current][key];
  const form = typeof words === "string" ? words : (words[plural.select(values.n)] ?? words.other);
  return typeset(form.replace(/\{(\w+)\}/g, (_, name) => String(values[name])));
}

/** Say whether there are words for a key. */
export function hasWords(key) {
  return key in WORDS[current];
}
