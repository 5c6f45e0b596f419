// Questions to the server that gave us the page. An answer never changes, so that each is asked
// once; a service worker keeps them longer where the browser allows one.

import { language } from "./i18n.js";

const answers = new Map();

/**
 * The server refused: `message` is its sentence, in the language asked for. `passing` if it may
 * answer the same question later, as it does when it is too busy.
 */
export class Refusal extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.passing = status === 429 || status >= 500;
  }
}

/** The server was not reached; the same question may be asked again. */
export class Silence extends Error {}

function addressFor(path, parameters) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null) query.set(name, value);
  }
  query.set("lang", language());
  return `/api/v1/${path}?${query}`;
}

async function fetchAnswer(address) {
  let response;
  let body;
  try {
    // Checked by its tag, so that a newer server is never answered for by an older one.
    response = await fetch(address, { cache: "no-cache" });
    body = await response.json();
  } catch (error) {
    throw new Silence(String(error));
  }
  if (response.ok) return body;
  throw new Refusal(body.error, response.status);
}

/**
 * Ask an endpoint, such as `ask("advise", {position: "round 2 | roll 641 left 2"})`.
 * @throws {Refusal | Silence}
 */
export function ask(path, parameters = {}) {
  const address = addressFor(path, parameters);
  let answer = answers.get(address);
  if (!answer) {
    answer = fetchAnswer(address);
    answers.set(address, answer);
    answer.catch(() => answers.delete(address));
  }
  return answer;
}

/** Return the fields of rules by name, as `rules show` has them. */
export async function fieldsOf(rules) {
  return (await ask("rules", { rules })).fields;
}
