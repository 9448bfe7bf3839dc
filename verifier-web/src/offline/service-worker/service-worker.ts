/**
 * The service worker. It keeps the whole site on the first visit, so that it opens and verifies offline. Other requests, such as
 * those for portable proofs, go to the network.
 *
 * A new version waits until a page asks for it: open pages still load parts of the old version, which must not disappear during
 * a verification.
 */

import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { fillFromOfflineCopy, intactOnly, PAGE } from "./kept-files.js";

declare const self: ServiceWorkerGlobalScope;
/** SHA-256 in base64 of each file of the site, by its path relative to the service worker. Inserted by the build. */
declare const __SITE_FILES__: Readonly<Record<string, string>>;

const folder = new URL("./", self.location.href).href;
const paths = Object.keys(__SITE_FILES__);
const integrityOf = (path: string) => `sha256-${__SITE_FILES__[path]}`;
const controller = new PrecacheController({
  plugins: [intactOnly(new Map(paths.map((path) => [folder + path, __SITE_FILES__[path]!])))],
});
controller.addToCacheList(
  paths.map((path) => ({
    url: folder + path,
    // The names of assets change with their content.
    revision: path.startsWith("assets/") ? null : __SITE_FILES__[path]!,
    integrity: integrityOf(path),
  })),
);

self.addEventListener("install", (event) =>
  event.waitUntil(
    fillFromOfflineCopy(controller, folder, paths, integrityOf(PAGE)).then(() => controller.install(event)),
  ),
);
self.addEventListener("activate", (event) => {
  event.waitUntil(controller.activate(event));
  // The first version takes control of the page that installed it, so that its later requests are cached too.
  event.waitUntil(self.clients.claim());
});
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  const { origin, pathname } = new URL(url);
  // The page uses no query parameters, but links may carry some.
  const address = origin + pathname === folder ? folder + PAGE : origin + pathname;
  const cacheKey = method === "GET" ? controller.getCacheKeyForURL(address) : undefined;
  if (cacheKey === undefined) return;
  const integrity = integrityOf(address.slice(folder.length));
  // Not the page's own request: workbox checks no hash of what a page asks for without one, such as a picture.
  const request = new Request(address, { credentials: "same-origin", integrity });
  event.respondWith(controller.strategy.handle({ event, request, params: { cacheKey, integrity } }));
});
self.addEventListener("message", (event) => {
  if (event.data !== "take-over") return;
  event.waitUntil(takeOver().then((answer) => event.ports[0]?.postMessage(answer)));
});

/** The service worker's answer to a request to switch to the waiting version. */
export type TakeOverAnswer = "taken" | "other-pages-open";

/** Activates the new version unless another page of the old version is open, which may still have parts to load. */
async function takeOver(): Promise<TakeOverAnswer> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  if (pages.length > 1) return "other-pages-open";
  await self.skipWaiting();
  return "taken";
}
