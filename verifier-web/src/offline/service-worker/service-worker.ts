/**
 * The service worker. It caches the whole site on the first visit, so that it opens and verifies offline. Other requests, such as
 * those for portable proofs, go to the network.
 *
 * A new version waits until a page asks for it: open pages still load parts of the old version, which must not disappear during
 * a verification.
 */
import { addPlugins, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { intactOnly } from "./intact-only.js";
import { takeOver } from "./take-over.js";

declare const self: ServiceWorkerGlobalScope;
/** All files of the site with their integrity, inserted by the build. */
declare const __PRECACHE_ENTRIES__: readonly (PrecacheEntry & { readonly integrity: string })[];

const entries = [...__PRECACHE_ENTRIES__];
const addressOf = (url: string) => new URL(url, self.location.href).href;
addPlugins([intactOnly(new Map(entries.map(({ url, integrity }) => [addressOf(url), integrity])))]);
precacheAndRoute(entries, {
  directoryIndex: "index.html",
  cleanURLs: false,
  // The page uses no query parameters, but links may carry some.
  ignoreURLParametersMatching: [/./],
});

// The first version takes control of the page that installed it, so that its later requests are cached too.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data !== "take-over") return;
  event.waitUntil(takeOver(self).then((answer) => event.ports[0]?.postMessage(answer)));
});
