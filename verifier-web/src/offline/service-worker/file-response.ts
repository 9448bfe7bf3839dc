/** Files that are kept, and intact. */
import type { WorkboxPlugin } from "workbox-core/types.js";

/**
 * What a host may say beside a file: what else a file may do. Of the rest, as a redirect, nothing is kept or served: whoever writes to
 * the cache could have written it there.
 */
const KEPT_HEADERS =
  /^(?:content-security-policy|cross-origin-[a-z-]+|permissions-policy|referrer-policy|x-content-type-options|x-frame-options)$/;

const TYPES: Readonly<Record<string, string>> = {
  asics: "application/vnd.etsi.asic-s+zip",
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
  webmanifest: "application/manifest+json",
  woff2: "font/woff2",
};

/**
 * A response with a file of the site, made anew.
 *
 * @param from headers of the host.
 * @param path of the file: its ending gives the type.
 */
export function fileResponse(body: BodyInit, from: Headers, path: string): Response {
  const headers = new Headers([...from].filter(([name]) => KEPT_HEADERS.test(name)));
  headers.set("content-type", TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "application/octet-stream");
  return new Response(body, { headers });
}

/**
 * Serves a cached file only if it has the hash from the build, and nothing that was cached beside its bytes. Otherwise workbox
 * fetches it again with the same hash and repairs the cache. Disks fail, and other pages of the same origin may write to this cache.
 *
 * @param hashes SHA-256 in base64, by address.
 */
export function intactOnly(hashes: ReadonlyMap<string, string>): WorkboxPlugin {
  return {
    async cachedResponseWillBeUsed({ cachedResponse, request }) {
      if (!cachedResponse) return null;
      const bytes = await cachedResponse.arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
      const hash = btoa(String.fromCharCode(...digest));
      const address = addressOf(request.url);
      return hash === hashes.get(address) ? fileResponse(bytes, cachedResponse.headers, address) : null;
    },
    // The browser's own cache may keep what somebody else answered, for as long as that one said.
    requestWillFetch: async ({ request }) => new Request(request, { cache: "reload" }),
    // Its hash has been checked. A page that was redirected would not be shown.
    fetchDidSucceed: async ({ request, response }) =>
      fileResponse(await response.arrayBuffer(), response.headers, addressOf(request.url)),
    async handlerDidError({ event }) {
      // The cached file is damaged and this version is no longer served. The page itself may be served in a newer
      // version.
      const { request } = event as Partial<FetchEvent>;
      if (request?.mode !== "navigate") return undefined;
      return fetch(request.url).catch(() => damaged());
    },
  };
}

/** The address without workbox's revision parameter. */
function addressOf(cacheKey: string): string {
  const url = new URL(cacheKey);
  url.search = "";
  return url.href;
}

function damaged(): Response {
  return new Response(
    "The copy of this verifier on this device is damaged, and no network is there to get it again.\nConnect, and reload.\n",
    { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } },
  );
}
