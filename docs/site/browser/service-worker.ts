/**
 * Keeps the pages that were read, and all of them if the reader asks, for reading without a network. Pages come from the network
 * while there is one, so that no reader has an old text; files whose names change with their content come from the cache.
 */
export {};

declare const self: ServiceWorkerGlobalScope;
/** Changes with every file of the site. Inserted by the build, as the two lists are. */
declare const __BUILD__: string;
/** What every page loads, and the page for addresses that were never read: kept at once. */
declare const __CORE__: readonly string[];
/** The files in `assets/`. */
declare const __ASSETS__: readonly string[];

const scope = self.registration.scope;
const CACHE = `svc-docs ${scope}`;
/** All files as one answer: `{path: text}`. */
const COPY = `${scope}offline-copy.json?build=${__BUILD__}`;
/** Present when the reader asked for all. */
const KEPT = `${scope}.kept`;
const OFFLINE = `${scope}offline.html`;

const TYPES: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  json: "application/json",
  css: "text/css",
  js: "text/javascript",
  svg: "image/svg+xml",
};

self.addEventListener("install", (event) =>
  event.waitUntil(
    (async () => {
      const cache = await caches.open(CACHE);
      await cache.addAll(__CORE__.map((path) => new Request(scope + path, { cache: "no-cache" })));
      await self.skipWaiting();
    })(),
  ),
);

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
  event.waitUntil(renew());
});

/** After a change of the site: what was kept is fetched anew, and what no page loads any more is dropped. */
async function renew(): Promise<void> {
  const cache = await caches.open(CACHE);
  if (await cache.match(KEPT)) {
    if (!(await keepAll())) return;
  } else {
    for (const { url } of await cache.keys()) {
      if (url.startsWith(`${scope}assets/`)) continue;
      try {
        const answer = await fetch(url, { cache: "no-cache" });
        if (answer.ok) await cache.put(url, answer);
        else if (answer.status === 404) await cache.delete(url);
      } catch {
        // Without a network all stays as it is, with the files that it needs.
        return;
      }
    }
  }
  const present = new Set(__ASSETS__.map((path) => scope + path));
  for (const { url } of await cache.keys())
    if (url.startsWith(`${scope}assets/`) && !present.has(url)) await cache.delete(url);
}

/** @returns whether everything is kept now. */
async function keepAll(): Promise<boolean> {
  try {
    const cache = await caches.open(CACHE);
    const answer = await fetch(COPY, { cache: "no-store" });
    if (!answer.ok) return false;
    const texts = (await answer.json()) as Readonly<Record<string, string>>;
    for (const [path, text] of Object.entries(texts)) {
      const type = TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "text/plain";
      await cache.put(scope + path, new Response(text, { headers: { "content-type": type } }));
    }
    await cache.put(KEPT, new Response(__BUILD__));
    return true;
  } catch {
    return false;
  }
}

self.addEventListener("message", (event) => {
  const answer =
    event.data === "keep"
      ? keepAll().then((isKept) => (isKept ? "kept" : "failed"))
      : caches
          .open(CACHE)
          .then((cache) => cache.match(KEPT))
          .then((kept) => (kept === undefined ? "not-kept" : "kept"));
  event.waitUntil(answer.then((text) => event.ports[0]?.postMessage(text)));
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const address = origin + pathname;
  if (request.method !== "GET" || !address.startsWith(scope)) return;
  const key = address.endsWith("/") ? `${address}index.html` : address;
  if (key.startsWith(`${scope}assets/`)) event.respondWith(fromCache(request, key));
  else if (request.mode === "navigate") event.respondWith(fromNetwork(event, request, key));
});

async function fromCache(request: Request, key: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(key, answer.clone());
  return answer;
}

async function fromNetwork(event: FetchEvent, request: Request, key: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    // Else a host that says nothing of caching would have old pages shown.
    const answer = await fetch(request, { cache: "no-cache" });
    if (answer.ok && !answer.redirected) event.waitUntil(cache.put(key, answer.clone()));
    return answer;
  } catch {
    return (await cache.match(key)) ?? (await cache.match(OFFLINE)) ?? Response.error();
  }
}
