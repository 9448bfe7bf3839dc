/**
 * The service worker: keeps all of the site after the first visit, so that it opens and verifies without a network. What it
 * does not keep, such as portable proofs, goes to the network as if it were not there.
 *
 * A new version waits until a page asks for it: pages that are open load their parts from what is kept, and must not find
 * them gone in the middle of a verification.
 */
import { addPlugins, type PrecacheEntry, precacheAndRoute } from "workbox-precaching";
import { intactOnly } from "./intact-only.js";
import { takeOver } from "./take-over.js";

declare const self: ServiceWorkerGlobalScope;
/** All that the site needs, put here by the build; each with its integrity. */
declare const __PRECACHE_ENTRIES__: readonly (PrecacheEntry & { readonly integrity: string })[];

const entries = [...__PRECACHE_ENTRIES__];
const addressOf = (url: string) => new URL(url, self.location.href).href;
addPlugins([intactOnly(new Map(entries.map(({ url, integrity }) => [addressOf(url), integrity])))]);
precacheAndRoute(entries, {
  directoryIndex: "index.html",
  cleanURLs: false,
  // The page reads none, and links may carry those of others.
  ignoreURLParametersMatching: [/./],
});

// The first version takes the page that installed it: what that page loads later is kept, too.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("message", (event) => {
  if (event.data !== "take-over") return;
  event.waitUntil(takeOver(self).then((answer) => event.ports[0]?.postMessage(answer)));
});
