/**
 * The service worker. It caches the whole site on the first visit, so that it opens and verifies offline. Other requests, such as
 * those for portable proofs, go to the network.
 *
 * A new version waits until a page asks for it: open pages still load parts of the old version, which must not disappear during
 * a verification.
 */
import { addPlugins, precacheAndRoute } from "workbox-precaching";
import { intactOnly } from "./intact-only.js";
import { takeOver } from "./take-over.js";

declare const self: ServiceWorkerGlobalScope;
/** SHA-256 in base64 of each file of the site, by its path relative to the service worker. Inserted by the build. */
declare const __SITE_FILES__: Readonly<Record<string, string>>;

const files = Object.entries(__SITE_FILES__);
const addressOf = (path: string) => new URL(path, self.location.href).href;
addPlugins([intactOnly(new Map(files.map(([path, hash]) => [addressOf(path), hash])))]);
const entries = files.map(([path, hash]) => ({
  url: path,
  // The names of assets change with their content.
  revision: path.startsWith("assets/") ? null : hash,
  integrity: `sha256-${hash}`,
}));
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
