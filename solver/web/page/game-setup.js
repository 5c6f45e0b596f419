// The form that begins a game: house rules, how many play, and their names.

import { ask, fieldsOf } from "./api.js";
import { trouble } from "./answer.js";
import { el, put, segmented } from "./dom.js";
import { t } from "./i18n.js";
import { positionText } from "./position.js";
import { firstState, rulesWords } from "./table.js";

/**
 * Make the form.
 * @param {{onstart: (from: string, names: string[]) => void}} handlers
 */
export function gameSetup({ onstart }) {
  let games = [];
  let rules = "jetons";
  let players = 2;
  const names = [];
  const body = el("div", { className: "setup-body" });
  const form = el(
    "form",
    { className: "card setup", onsubmit: start },
    el("h1", { text: t("setup.head") }),
    el("p", { className: "hint", text: t("setup.hint") }),
    body,
  );

  const counts = () =>
    [...new Set(games.filter((game) => game.rules === rules).map((game) => game.players))].sort(
      (a, b) => a - b,
    );
  const nameOf = (player) => names[player]?.trim() || t("setup.player", { n: player + 1 });

  async function start(event) {
    event.preventDefault();
    try {
      const state = firstState(await fieldsOf(rules), players);
      // Commas part the names in the address.
      const called = Array.from({ length: players }, (_, player) =>
        nameOf(player).replaceAll(",", " "),
      );
      onstart(positionText({ rules, state }), called);
    } catch (error) {
      put(body, trouble(error, load));
    }
  }

  function draw() {
    const stored = [...new Set(games.map((game) => game.rules))];
    const select = el(
      "select",
      {
        id: "setup-rules",
        onchange() {
          rules = select.value;
          players = counts().includes(players) ? players : counts()[0];
          draw();
          body.querySelector("select").focus();
        },
      },
      stored.map((name) =>
        el("option", { value: name, text: rulesWords(name), selected: name === rules }),
      ),
    );
    put(
      body,
      el("label", { htmlFor: "setup-rules", text: t("table.rules") }),
      select,
      segmented({
        label: t("table.players"),
        options: counts().map((n) => ({ value: String(n), text: String(n) })),
        value: String(players),
        compact: true,
        onpick(value) {
          players = Number(value);
          draw();
          body.querySelector("input:checked").focus();
        },
      }),
      Array.from({ length: players }, (_, player) =>
        el(
          "label",
          { className: "player-name" },
          el("span", { text: player ? t("setup.name", { n: player + 1 }) : t("setup.first") }),
          el("input", {
            type: "text",
            maxLength: 20,
            autocomplete: "off",
            value: names[player] ?? "",
            placeholder: t("setup.player", { n: player + 1 }),
            oninput(event) {
              names[player] = event.target.value;
            },
          }),
        ),
      ),
      el("button", { type: "submit", className: "primary wide", text: t("setup.start") }),
    );
  }

  async function load() {
    put(body, el("p", { className: "hint", text: t("loading") }));
    try {
      ({ games } = await ask("games"));
      draw();
    } catch (error) {
      put(body, trouble(error, load));
    }
  }
  load();
  return form;
}
