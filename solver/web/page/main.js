// The frame around the views: where we are, in which language, and what keys do.

import { createAdvice } from "./advice.js";
import { addressOf, readAddress, VIEWS, writeAddress } from "./address.js";
import { trouble } from "./answer.js";
import { el, put } from "./dom.js";
import { chooseLanguage, keepLanguage, t } from "./i18n.js";

// The first view is here at once; the others are fetched when they are gone to.
const MAKERS = {
  advice: async () => createAdvice,
  game: async () => (await import("./game.js")).createGame,
  learn: async () => (await import("./learn.js")).createLearn,
};
const FIRST_ANSWER = 1500; // milliseconds by which it is there, mostly
const OTHER = { en: "fr", fr: "en" };

const made = {};
const last = {}; // what each view's address last held, for when it is come back to
let current = "";

const lang = chooseLanguage(readAddress().lang);
const main = document.querySelector("main");
const tool = el("div", { className: "tool" }); // what a view wants at the top

function writer(view) {
  return (values) => {
    last[view] = values;
    if (view !== current) return;
    writeAddress(view, values);
    drawLinks();
  };
}

/** Show the view that the address names. */
async function enter() {
  const { view, values } = readAddress();
  current = view;
  if (!made[view]) {
    let create;
    try {
      create = await MAKERS[view]();
    } catch (error) {
      put(main, trouble(error, enter));
      return;
    }
    if (view !== current) return;
    made[view] ??= create({ write: writer(view) });
  }
  put(main, made[view].element);
  put(tool, made[view].tool);
  document.title = `${t(`nav.${view}`)} · 421`;
  made[view].enter(values);
  drawLinks();
}

const links = Object.fromEntries(
  VIEWS.map((view) => [
    view,
    el("a", { text: t(`nav.${view}`), onclick: (event) => follow(event, view) }),
  ]),
);
const other = el("a", {
  className: "lang",
  lang: OTHER[lang],
  hreflang: OTHER[lang],
  text: OTHER[lang].toUpperCase(),
  "aria-label": `${OTHER[lang].toUpperCase()}: ${t("nav.language")}`,
  onclick: () => keepLanguage(OTHER[lang]),
});

/** Links are true addresses, so that they can be opened elsewhere and sent around. */
function drawLinks() {
  for (const [view, link] of Object.entries(links)) {
    link.href = addressOf(view, last[view] ?? {});
    if (view === current) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  other.href = addressOf(current, last[current] ?? {}, OTHER[lang]);
}

function follow(event, view) {
  if (event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  writeAddress(view, last[view] ?? {}, { step: true });
  enter();
  window.scrollTo({ top: 0 });
}

/** Digits enter dice wherever nothing else is being typed. */
function onKey(event) {
  const typing = event.target.closest?.(
    "input:not([type=radio]):not([type=checkbox]), select, dialog",
  );
  if (typing || event.metaKey || event.ctrlKey || event.altKey) return;
  const view = made[current];
  if (/^[1-6]$/.test(event.key)) view.face?.(Number(event.key));
  else if (event.key === "Backspace") view.erase?.();
  else return;
  event.preventDefault();
}

document.querySelector("header").append(
  el(
    "nav",
    { "aria-label": t("nav.label") },
    VIEWS.map((view) => links[view]),
  ),
  tool,
  other,
);
document.querySelector(".skip").textContent = t("nav.skip");
document.addEventListener("keydown", onKey);
window.addEventListener("popstate", enter);
enter();

// Offline help comes last: it fetches all files again, which must not compete with the first answer.
if ("serviceWorker" in navigator) {
  setTimeout(() => navigator.serviceWorker.register("/sw.js").catch(() => {}), FIRST_ANSWER);
}
