// What the address bar holds: `?lang=fr#/advice?p=jetons:round+2/roll+641+left+2`.
// Positions are written so that a person can still read them after they were sent around.

export const VIEWS = ["advice", "game", "learn"];

function encode(text) {
  const tight = text.replace(/\s*\|\s*/g, "/").replace(/:\s+/g, ":");
  return encodeURIComponent(tight)
    .replace(/%20/g, "+")
    .replace(/%2F/g, "/")
    .replace(/%3A/g, ":")
    .replace(/%2C/g, ",")
    .replace(/%3D/g, "=");
}

function decode(text) {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

/** Write a position, or a part of one, back as people type it. */
function untighten(text) {
  return text.replace(/\//g, " | ").replace(/:(?=\S)/g, ": ");
}

/**
 * Read the present address.
 * @returns {{view: string, values: Record<string, string>, lang: string | null}}
 */
export function readAddress() {
  const [, view = "", query = ""] = /^#?\/?([^?]*)\??(.*)$/s.exec(location.hash) ?? [];
  const values = {};
  for (const part of query.split("&")) {
    const equals = part.indexOf("=");
    if (equals > 0) values[part.slice(0, equals)] = decode(part.slice(equals + 1));
  }
  for (const key of ["p", "from"]) if (values[key]) values[key] = untighten(values[key]);
  return {
    view: VIEWS.includes(view) ? view : VIEWS[0],
    values,
    lang: new URLSearchParams(location.search).get("lang"),
  };
}

/** Return the address of a view and its values; empty values are left out. */
export function addressOf(view, values, lang) {
  const query = Object.entries(values)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${encode(String(value))}`)
    .join("&");
  const search = lang ? `?lang=${lang}` : location.search;
  return `${location.pathname}${search}#/${view}${query && `?${query}`}`;
}

/**
 * Put a view and its values into the address bar. A new view is a step that the Back button
 * takes back; what changes within a view is not.
 */
export function writeAddress(view, values, { step = false, lang = null } = {}) {
  const address = addressOf(view, values, lang);
  if (step) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
}
