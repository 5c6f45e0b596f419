// Positions as the server writes them, and their parts. The server checks; here nothing is refused
// that it would take.

/**
 * @typedef {{kind: "round" | "start", players: number}
 *   | {kind: "legs" | "decharge", counts: number[]}
 *   | {kind: "charge", pot: number, counts: number[]}} State
 * @typedef {{rules: string, state: State, seen: string[], limit: number,
 *            roll: string | null, left: number}} Position
 */

/** Return the dice of a hand, highest first, as the server prints them. */
export function sorted(dice) {
  return [...dice].sort().reverse().join("");
}

/** Return the text of a state, such as "charge 5 10,6". */
function stateText(state) {
  switch (state.kind) {
    case "round":
    case "start":
      return `${state.kind} ${state.players}`;
    case "charge":
      return `charge ${state.pot} ${state.counts.join(",")}`;
    default:
      return `${state.kind} ${state.counts.join(",")}`;
  }
}

/** Return the text of a position; parts that are empty are left out. */
export function positionText({ rules, state, seen = [], limit = 0, roll = null, left = 0 }) {
  const parts = [`${rules}: ${stateText(state)}`];
  if (seen.length) parts.push(`seen ${seen.map(sorted).join(",")} in ${limit}`);
  if (roll) parts.push(`roll ${sorted(roll)} left ${left}`);
  return parts.join(" | ");
}

function readState(text) {
  const [kind, first, second] = text.trim().split(/\s+/);
  const counts = (list) => list.split(",").map(Number);
  if (kind === "round" || kind === "start") return { kind, players: Number(first) };
  if (kind === "charge") return { kind, pot: Number(first), counts: counts(second) };
  return { kind, counts: counts(first) };
}

/**
 * Read a position as the server prints it.
 * @param {string} text
 * @returns {Position}
 */
export function readPosition(text) {
  const [head, ...parts] = text.split("|").map((part) => part.trim());
  const colon = head.lastIndexOf(":");
  const position = {
    rules: head.slice(0, colon),
    state: readState(head.slice(colon + 1)),
    seen: [],
    limit: 0,
    roll: null,
    left: 0,
  };
  for (const part of parts) {
    const seen = /^seen ([\d,]+)(?: in (\d))?$/.exec(part);
    const roll = /^roll (\d{3}) left (\d)$/.exec(part);
    if (seen) {
      position.seen = seen[1].split(",");
      position.limit = Number(seen[2] ?? 0);
    }
    if (roll) {
      position.roll = roll[1];
      position.left = Number(roll[2]);
    }
  }
  return position;
}

const AS_PRINTED =
  /^[^:|]+: (?:round \d+|start \d+|legs [\d,]+|charge \d+ [\d,]+|decharge [\d,]+)(?: \||$)/;

/** Read a position that is written exactly as the server prints it; null for any other text. */
export function readPrinted(text) {
  if (!AS_PRINTED.test(text)) return null;
  const position = readPosition(text);
  return positionText(position) === text ? position : null;
}

/** Return how many sit at the table. */
export function playersOf(state) {
  return state.counts ? state.counts.length : state.players;
}

/** Return the seats that roll in the coming round, the opener's first. */
export function seatsInPlay(state) {
  const seats = Array.from({ length: playersOf(state) }, (_, seat) => seat);
  const leaves = state.kind === "legs" || state.kind === "decharge";
  return leaves ? seats.filter((seat) => state.counts[seat] > 0) : seats;
}

/** Return how many rolls whoever opens may take; `fields` are those of the rules. */
export function mostRolls(state, fields) {
  const all = fields?.max_rolls.value ?? 3;
  if (!fields || state.kind === "round" || state.kind === "legs") return all;
  if (state.kind === "decharge") return fields.decharge_rolls.value || all;
  return fields.mode.value === "tokens" ? fields.charge_rolls.value || all : all;
}

/** Return the key of the words that say what a value is the chance of. */
export function chanceKey(state, fields) {
  if (state.kind === "round") return "chance.round.keep";
  if (!fields) return "chance.any";
  if (fields.mode.value === "legs") {
    return fields.ends.value === "last_standing" ? "chance.game.win" : "chance.game.keep";
  }
  if (fields.phases.value === "separate") {
    return state.kind === "decharge" ? "chance.decharge" : "chance.charge";
  }
  return fields.objective.value === "first_empty_wins" ? "chance.game.share" : "chance.game.keep";
}
