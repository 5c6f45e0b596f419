// The game that is being followed, kept for whoever closes the page at the bar.

const KEPT = "421.game";

/** Keep the values of a game's address; null forgets them. */
export function remember(values) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(values));
  } catch {
    // The address holds the game as well.
  }
}

/** Return what was kept; null if nothing is. */
export function remembered() {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "null");
  } catch {
    return null;
  }
}
