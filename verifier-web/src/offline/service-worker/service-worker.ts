/**
 * The service worker. It keeps the whole site on the first visit, so that it opens and verifies offline. It returns only files
 * that have the hash of the build. Other requests, such as those for portable proofs, go to the network.
 *
 * A new version waits until a page asks for it: open pages still load parts of the old version, which must not disappear during
 * a verification.
 */
import { KeptSite, type SiteFiles } from "./kept-site.js";
import { takeOver } from "./take-over.js";

declare const self: ServiceWorkerGlobalScope;
/** All files of the site and what identifies the build, inserted by the build. */
declare const __SITE_FILES__: SiteFiles;
declare const __SITE_BUILD__: string;

const site = new KeptSite(__SITE_FILES__, new URL("./", self.location.href).href, __SITE_BUILD__);

self.addEventListener("install", (event) => event.waitUntil(site.keepAll()));
// The first version takes control of the page that installed it, so that its later requests are answered from the copy too.
self.addEventListener("activate", (event) =>
  event.waitUntil(Promise.all([site.dropOthers(), self.clients.claim()])),
);
self.addEventListener("fetch", (event) => {
  const address = event.request.method === "GET" ? site.addressOf(event.request.url) : null;
  if (address !== null) event.respondWith(answer(event.request, address));
});
self.addEventListener("message", (event) => {
  if (event.data !== "take-over") return;
  event.waitUntil(takeOver(self).then((answer) => event.ports[0]?.postMessage(answer)));
});

async function answer({ mode, url }: Request, address: string): Promise<Response> {
  try {
    return await site.find(address);
  } catch (error) {
    // The copy is damaged and this version is no longer served. The page itself may be served in a newer version.
    if (mode !== "navigate") throw error;
    return fetch(url).catch(damaged);
  }
}

function damaged(): Response {
  return new Response(
    "The copy of this verifier on this device is damaged, and no network is there to get it again.\nConnect, and reload.\n",
    { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } },
  );
}
