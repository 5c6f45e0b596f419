// The dialog in which house rules and the state of the game are chosen.

import { ask, fieldsOf } from "./api.js";
import { trouble } from "./answer.js";
import { el, put, segmented } from "./dom.js";
import { hasWords, t } from "./i18n.js";
import { playersOf } from "./position.js";

const ROUNDS = [2, 3, 4, 5, 6]; // players; a round of more takes longer than a table waits

/** Return the name of rules as people say it, such as "Jetons, pot of 11". */
export function rulesWords(rules) {
  const [preset, changes = ""] = rules.replace("}", "").split("{");
  const name = hasWords(`rules.${preset}`) ? t(`rules.${preset}`) : preset;
  const said = changes
    .split(",")
    .filter(Boolean)
    .map((change) => {
      const [field, value] = change.split("=");
      return hasWords(`rules.${field}`) ? t(`rules.${field}`, { n: value }) : change;
    });
  return [name, ...said].join(", ");
}

/** Return a state in words, such as "in the pot 5 · 10, 6". */
export function stateWords(state) {
  const counts = state.counts?.join(" · ");
  switch (state.kind) {
    case "round":
      return t("state.round", { n: state.players });
    case "start":
      return t("state.start", { n: state.players });
    default:
      return t(`state.${state.kind}`, { pot: state.pot, counts });
  }
}

/** Return what a seat is called in a round. */
export function seatWords(seat) {
  return seat === 0 ? t("seat.opener") : t("seat.other", { n: seat + 1 });
}

/** Return the rules that can be chosen: the presets, and others that a game is stored for. */
export async function rulesToChoose() {
  const [{ presets }, { games }] = await Promise.all([ask("rules"), ask("games")]);
  const names = presets.map((preset) => preset.name);
  const others = games.map((game) => game.rules).filter((rules) => !names.includes(rules));
  return { presets, games, names: [...names, ...new Set(others)] };
}

/** Return the state in which a game of these rules begins. */
export function firstState(fields, players) {
  if (fields.mode.value === "legs") {
    return { kind: "legs", counts: Array(players).fill(fields.legs.value) };
  }
  return { kind: "charge", pot: fields.pot.value, counts: Array(players).fill(0) };
}

/** Make a number with a button on either side. */
function stepper(label, value, most, onset) {
  const input = el("input", {
    type: "number",
    min: "0",
    max: String(most),
    value: String(value),
    inputMode: "numeric",
    "aria-label": label,
    onchange: () => onset(Math.max(0, Math.min(most, Math.trunc(Number(input.value) || 0)))),
  });
  const button = (text, step) =>
    el("button", {
      type: "button",
      text,
      "aria-label": `${label} ${text}`,
      disabled: value + step < 0 || value + step > most,
      onclick: () => onset(value + step),
    });
  return el(
    "div",
    { className: "stepper" },
    el("span", { text: label }),
    button("−", -1),
    input,
    button("+", 1),
  );
}

/**
 * Make the dialog.
 * @param {{onset: (rules: string, state: object) => void}} handlers
 */
export function createTable({ onset }) {
  let rules = "jetons";
  let state = { kind: "round", players: 2 };
  let fields = null;
  let choice = null;
  const body = el("div", { className: "table-body" });
  const close = () => dialog.close();
  const dialog = el(
    "dialog",
    { className: "table", "aria-labelledby": "table-head" },
    el(
      "div",
      { className: "dialog-head" },
      el("h2", { id: "table-head", text: t("table.head") }),
      el("button", { type: "button", className: "quiet", text: t("table.cancel"), onclick: close }),
    ),
    body,
    el("button", {
      type: "button",
      className: "primary wide",
      text: t("table.use"),
      onclick() {
        close();
        onset(rules, state);
      },
    }),
  );

  const stored = () =>
    choice.games.filter((game) => game.rules === rules).map((game) => game.players);

  async function pickRules(name) {
    try {
      fields = await fieldsOf(name);
    } catch (error) {
      put(
        body,
        trouble(error, () => pickRules(name)),
      );
      return;
    }
    rules = name;
    if (state.kind !== "round") {
      const players = stored().includes(playersOf(state)) ? playersOf(state) : stored()[0];
      state = players ? firstState(fields, players) : { kind: "round", players: 2 };
    }
    draw();
  }

  function rulesRow(name, about) {
    return el(
      "label",
      {},
      el("input", {
        type: "radio",
        name: "rules",
        value: name,
        checked: name === rules,
        onchange: () => pickRules(name),
      }),
      el(
        "span",
        {},
        el("b", { text: rulesWords(name) }),
        about ? el("small", { text: about }) : null,
      ),
    );
  }

  function rulesList() {
    const { presets, names } = choice;
    const others = names.slice(presets.length);
    if (!names.includes(rules)) others.push(rules);
    return el(
      "fieldset",
      { className: "rules-list" },
      el("legend", { text: t("table.rules") }),
      presets.map(({ name, about }) =>
        rulesRow(name, hasWords(`about.${name}`) ? t(`about.${name}`) : about),
      ),
      el(
        "details",
        { className: "exact", open: others.includes(rules) },
        el("summary", { text: t("table.more") }),
        others.map((name) => rulesRow(name)),
      ),
    );
  }

  function scope() {
    const games = stored();
    const options = [{ value: "round", text: t("table.round") }];
    if (games.length) options.push({ value: "game", text: t("table.game") });
    return segmented({
      label: t("table.scope"),
      options,
      value: state.kind === "round" ? "round" : "game",
      onpick(value) {
        state = value === "round" ? { kind: "round", players: 2 } : firstState(fields, games[0]);
        draw();
      },
    });
  }

  function players() {
    const counts = state.kind === "round" ? ROUNDS : stored();
    return segmented({
      label: t("table.players"),
      options: counts.map((n) => ({ value: String(n), text: String(n) })),
      value: String(playersOf(state)),
      compact: true,
      onpick(value) {
        const n = Number(value);
        state = state.kind === "round" ? { kind: "round", players: n } : firstState(fields, n);
        draw();
      },
    });
  }

  /** Jetons are never lost: what nobody holds is in the pot, and an empty pot is the décharge. */
  function setCount(seat, value) {
    const counts = state.counts.with(seat, value);
    if (state.kind === "legs") {
      state = { kind: "legs", counts };
    } else {
      const held = counts.reduce((sum, count) => sum + count, 0);
      const pot = Math.max(0, fields.pot.value - held);
      state = pot ? { kind: "charge", pot, counts } : { kind: "decharge", counts };
    }
    draw();
  }

  function counts() {
    if (!state.counts) return null;
    const legs = state.kind === "legs";
    const total = legs ? fields.legs.value : fields.pot.value;
    const held = legs ? 0 : state.counts.reduce((sum, count) => sum + count, 0);
    return el(
      "div",
      { className: "counts" },
      el("h3", { text: legs ? t("table.legs") : t("table.jetons") }),
      legs
        ? null
        : el("p", { className: "hint", text: t("table.pot", { n: total - held, total }) }),
      state.counts.map((count, seat) =>
        stepper(seatWords(seat), count, legs ? total : count + total - held, (value) =>
          setCount(seat, value),
        ),
      ),
      el("p", { className: "hint", text: t("table.order") }),
    );
  }

  /** With two games played apart the décharge begins from equal shares, not from the charge. */
  function phase() {
    if (!state.counts || fields.phases?.value !== "separate") return null;
    const shares = playersOf(state);
    const each = fields.decharge_each?.value || Math.floor(fields.pot.value / shares);
    return segmented({
      label: t("table.phase"),
      options: [
        { value: "charge", text: t("table.charge") },
        { value: "decharge", text: t("table.decharge") },
      ],
      value: state.kind,
      onpick(value) {
        state =
          value === "charge"
            ? firstState(fields, shares)
            : { kind: "decharge", counts: Array(shares).fill(each) };
        draw();
      },
    });
  }

  function draw() {
    const focus = document.activeElement?.getAttribute("aria-label");
    put(body, rulesList(), scope(), players(), phase(), counts());
    const again = [...body.querySelectorAll("[aria-label]")].find(
      (node) => node.getAttribute("aria-label") === focus,
    );
    if (focus && again) again.focus();
    else body.querySelector("input:checked")?.focus();
  }

  /** Open the dialog on the present rules and state. */
  async function open(nowRules, nowState) {
    rules = nowRules;
    state = nowState;
    dialog.showModal();
    put(body, el("p", { className: "hint", text: t("loading") }));
    try {
      choice = await rulesToChoose();
      fields = await fieldsOf(rules);
      if (state.kind === "start") state = firstState(fields, state.players);
      draw();
    } catch (error) {
      put(
        body,
        trouble(error, () => open(nowRules, nowState)),
      );
    }
  }
  return { dialog, open };
}
