// Keeps the page and the answers it was given, so that both are there when the network is not.
// Everything is asked of the server first: a newer page or a newer answer always wins.

const KEPT = "421";
const MOST = 800;
const FILES = [
  "/",
  "/main.js",
  "/advice.js",
  "/address.js",
  "/answer.js",
  "/api.js",
  "/chances.js",
  "/dice.js",
  "/dom.js",
  "/en.js",
  "/fr.js",
  "/game.js",
  "/game-log.js",
  "/game-news.js",
  "/game-score.js",
  "/game-setup.js",
  "/game-store.js",
  "/i18n.js",
  "/learn-result.js",
  "/learn.js",
  "/map.js",
  "/numbers.js",
  "/paste.js",
  "/position.js",
  "/table.js",
  "/turn.js",
  "/base.css",
  "/play.css",
  "/cards.css",
  "/icon.svg",
  "/manifest.webmanifest",
];

self.addEventListener("install", (event) => {
  const keepFiles = async () => (await caches.open(KEPT)).addAll(FILES);
  event.waitUntil(keepFiles().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

/** The oldest answers go first; the page itself stays. */
async function trim(cache) {
  const keys = await cache.keys();
  const answers = keys.filter(({ url }) => url.includes("/api/"));
  await Promise.all(
    answers.slice(0, Math.max(0, answers.length - MOST)).map((key) => cache.delete(key)),
  );
}

/** Keep a response, unless it is the one that is kept already; nobody waits for this. */
async function keep(cache, key, response) {
  const old = await cache.match(key);
  if (old && old.headers.get("etag") === response.headers.get("etag")) return;
  await cache.put(key, response);
  if (response.url.includes("/api/")) await trim(cache);
}

async function answer(event) {
  const { request } = event;
  const cache = await caches.open(KEPT);
  // The page is one file, whatever language its address asks for.
  const key = new URL(request.url).pathname === "/" ? "/" : request;
  try {
    const response = await fetch(request);
    if (response.ok) event.waitUntil(keep(cache, key, response.clone()));
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "GET" && new URL(request.url).origin === self.location.origin) {
    event.respondWith(answer(event));
  }
});
