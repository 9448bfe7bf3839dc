/** The file with the whole copy. */

import type { PrecacheController } from "workbox-precaching/PrecacheController.js";
import { fileResponse } from "./file-response.js";

/**
 * The site in one file, so that keeping it is one request. The page itself is not in it, because hosts may send headers with it
 * that they send with no other file.
 */
export interface OfflineCopy {
  readonly format: "svc-offline-copy/1";
  /** Files of UTF-8 text, by path. */
  readonly texts: Readonly<Record<string, string>>;
  /** Other files in base64, by path. */
  readonly base64: Readonly<Record<string, string>>;
}

/** Its path, relative to the site's folder. */
export const OFFLINE_COPY = "offline-copy.json";

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
