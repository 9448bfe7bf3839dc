/** Files that are kept: where they come from, and whether they are intact. */
import type { WorkboxPlugin } from "workbox-core/types.js";
import type { PrecacheController } from "workbox-precaching/PrecacheController.js";

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
function fileResponse(body: BodyInit, from: Headers, path: string): Response {
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

// The file with the whole copy.

/**
 * The site in one file, so that keeping it is one request. The page itself is not in it, because hosts may send headers with it
 * that they send with no other file.
 */
interface OfflineCopy {
  readonly format: "svc-offline-copy/1";
  /** Files of UTF-8 text, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Other files in base64, by path. */
  readonly base64: Readonly<Record<string, string>>;
}

/** Its path, relative to the site's folder. */
const OFFLINE_COPY = "offline-copy.json";

/** Up to so many files are fetched one by one, since the packed copy is as large as the whole site. */
const MAX_SINGLE_FILES = 6;

/** The page's file, also at the address of the folder. */
export const PAGE = "index.html";

/**
 * Fills workbox's cache from the packed copy, in one request, before workbox fetches what is missing. Whatever is damaged in it,
 * workbox does not accept (`intactOnly`) and fetches by itself.
 *
 * @param folder address of the site's folder; ends with "/".
 * @param paths of all files.
 * @param pageIntegrity of the page, which is not in the packed copy.
 */
export async function fillFromOfflineCopy(
  controller: PrecacheController,
  folder: string,
  paths: readonly string[],
  pageIntegrity: string,
): Promise<void> {
  const cache = await caches.open(controller.strategy.cacheName);
  const missing: { readonly path: string; readonly key: string }[] = [];
  for (const path of paths) {
    const key = controller.getCacheKeyForURL(folder + path)!;
    if ((await cache.match(key)) === undefined) missing.push({ path, key });
  }
  if (missing.length <= MAX_SINGLE_FILES) return;
  try {
    // The browser has just loaded the page. If it is the one of this build, it need not be asked for again.
    const page = await fetch(folder, {
      cache: "force-cache",
      credentials: "same-origin",
      integrity: pageIntegrity,
    });
    await cache.put(
      controller.getCacheKeyForURL(folder + PAGE)!,
      new Response(await page.blob(), { headers: page.headers }),
    );
  } catch {
    // Another build, or a host that wants the page's file by its name: workbox fetches it.
  }
  try {
    const response = await fetch(folder + OFFLINE_COPY, { cache: "no-cache", credentials: "same-origin" });
    if (!response.ok) return;
    const { texts, base64 } = (await response.json()) as OfflineCopy;
    for (const { path, key } of missing) {
      const bytes = bytesOf(texts[path], base64[path]);
      if (bytes !== null) await cache.put(key, fileResponse(bytes, response.headers, path));
    }
  } catch {
    // The host has no such file, or another one: workbox fetches each file.
  }
}

function bytesOf(text: string | undefined, base64: string | undefined): BodyInit | null {
  if (base64 === undefined) return text ?? null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
