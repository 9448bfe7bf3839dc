/**
 * The service worker. It keeps the whole site on the first visit, so that it opens and verifies offline. Other requests, such as
 * those for portable proofs, go to the network.
 *
 * A new version waits until a page asks for it: open pages still load parts of the old version, which must not disappear during
 * a verification.
 */
import { SiteCopy, type SiteFiles } from "./site-copy.js";
import { takeOver } from "./take-over.js";

declare const self: ServiceWorkerGlobalScope;
/** Inserted by the build. */
declare const __SITE_FILES__: SiteFiles;
/** A hash of the list of files. Inserted by the build. */
declare const __SITE_COPY__: string;

const copy = new SiteCopy(new URL("./", self.location.href).href, __SITE_FILES__, __SITE_COPY__);

self.addEventListener("install", (event) => event.waitUntil(copy.complete()));
// The first version takes control of the page that installed it, so that its later requests are answered too.
self.addEventListener("activate", (event) =>
  event.waitUntil(copy.removeOthers().then(() => self.clients.claim())),
);
self.addEventListener("fetch", (event) => {
  const path = copy.pathOf(event.request);
  if (path !== null) event.respondWith(copy.answer(path, event.request));
});
self.addEventListener("message", (event) => {
  if (event.data !== "take-over") return;
  event.waitUntil(takeOver(self).then((answer) => event.ports[0]?.postMessage(answer)));
});
