import { OFFLINE_COPY, type OfflineCopy } from "./offline-copy-file.js";

/** SHA-256 in base64 of each file of the site, by its path relative to the site's folder. */
export type SiteFiles = Readonly<Record<string, string>>;

/** Up to so many files are fetched one by one, since the packed copy is as large as the whole site. */
const MAX_SINGLE_FILES = 6;

const PAGE = "index.html";

/** Headers that belong to one body, and none of another made from it. */
const OF_ONE_BODY = [
  "content-length",
  "content-encoding",
  "content-disposition",
  "etag",
  "last-modified",
  "vary",
];

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
 * The copy of the site on the device. Each build has a cache of its own, so that an open page keeps the files of its build.
 *
 * A file is used only if it has the hash from the build: disks fail, and other pages of the same origin may write to the cache.
 */
export class SiteCopy {
  readonly #folder: string;
  readonly #files: SiteFiles;
  readonly #prefix: string;
  readonly #name: string;

  /**
   * @param folder address of the site's folder; ends with "/".
   * @param build differs between builds with different files.
   */
  constructor(folder: string, files: SiteFiles, build: string) {
    this.#folder = folder;
    this.#files = files;
    this.#prefix = `svc-verifier-copy ${folder} `;
    this.#name = this.#prefix + build;
  }

  /**
   * Stores every file: those that an earlier build had too from there, and the rest from the host.
   *
   * @throws Error if a file cannot be had whole.
   */
  async complete(): Promise<void> {
    const cache = await caches.open(this.#name);
    const copies = await Promise.all((await this.#copies()).map((name) => caches.open(name)));
    const missing: string[] = [];
    for (const path of Object.keys(this.#files)) {
      const kept = await this.#keptIn(copies, path);
      if (kept === null) missing.push(path);
      else await cache.put(this.#addressOf(path), kept);
    }
    const packed = missing.length > MAX_SINGLE_FILES ? await this.#fetchPacked() : null;
    for (const path of missing) {
      const response = (await packed?.(path)) ?? (await this.#fetchFile(path));
      await cache.put(this.#addressOf(path), response);
    }
  }

  /** Removes the copies of other builds, which no page uses any more. */
  async removeOthers(): Promise<void> {
    for (const name of await this.#copies()) if (name !== this.#name) await caches.delete(name);
    // Earlier versions of this service worker.
    await caches.delete(`workbox-precache-v2-${this.#folder}`);
  }

  /** The path of a file of this site; null for any other request. Parameters are ignored: links may carry some. */
  pathOf({ method, url }: Request): string | null {
    const { origin, pathname } = new URL(url);
    const address = origin + pathname;
    if (method !== "GET" || !address.startsWith(this.#folder)) return null;
    const path = address.slice(this.#folder.length) || PAGE;
    return Object.hasOwn(this.#files, path) ? path : null;
  }

  /** Answers from the copy. Fetches a file again that is missing or damaged, and keeps it. */
  async answer(path: string, request: Request): Promise<Response> {
    const cache = await caches.open(this.#name);
    const kept = await this.#keptIn([cache], path);
    if (kept !== null) return kept;
    try {
      const fetched = await this.#fetchFile(path);
      await cache.put(this.#addressOf(path), fetched.clone());
      return fetched;
    } catch {
      // The host no longer serves this version. The page itself may be served in a newer one.
      return request.mode === "navigate" ? fetch(request).catch(damaged) : Response.error();
    }
  }

  #addressOf(path: string): string {
    return this.#folder + path;
  }

  async #copies(): Promise<readonly string[]> {
    return (await caches.keys()).filter((name) => name.startsWith(this.#prefix));
  }

  async #keptIn(copies: readonly Cache[], path: string): Promise<Response | null> {
    for (const cache of copies) {
      const kept = await cache.match(this.#addressOf(path), { ignoreVary: true });
      if (kept && (await this.#isIntact(path, await kept.clone().arrayBuffer()))) return kept;
    }
    return null;
  }

  async #isIntact(path: string, bytes: ArrayBuffer): Promise<boolean> {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return btoa(String.fromCharCode(...digest)) === this.#files[path];
  }

  /** @throws Error if it does not arrive whole. */
  async #fetchFile(path: string): Promise<Response> {
    // The names of assets change with their content.
    if (path.startsWith("assets/")) return this.#fetch(this.#addressOf(path), path, "default");
    if (path === PAGE) {
      // The browser has just loaded the page. If it is the one of this build, it need not be asked for again.
      const loaded = await this.#fetch(this.#folder, path, "force-cache").catch(() => null);
      if (loaded !== null) return loaded;
    }
    return this.#fetch(this.#addressOf(path), path, "no-cache");
  }

  async #fetch(address: string, path: string, cache: RequestCache): Promise<Response> {
    const integrity = `sha256-${this.#files[path]}`;
    const response = await fetch(address, { cache, credentials: "same-origin", integrity });
    if (!response.ok) throw new Error(`${path}: status ${response.status}`);
    // A new response, since a page must not be one that was redirected.
    return made(await response.arrayBuffer(), response.headers, response.headers.get("content-type") ?? "");
  }

  /** Null if the host does not have it. A file of it that is not intact counts as absent. */
  async #fetchPacked(): Promise<((path: string) => Promise<Response | null>) | null> {
    try {
      const response = await fetch(this.#addressOf(OFFLINE_COPY), {
        cache: "no-cache",
        credentials: "same-origin",
      });
      if (!response.ok) return null;
      const { texts, base64 } = (await response.json()) as OfflineCopy;
      return async (path) => {
        const bytes = bytesOf(texts[path], base64[path]);
        if (bytes === null || !(await this.#isIntact(path, bytes))) return null;
        // The host's own headers, such as its policy, hold for these files too.
        return made(bytes, response.headers, TYPES[path.slice(path.lastIndexOf(".") + 1)] ?? "");
      };
    } catch {
      return null;
    }
  }
}

function bytesOf(text: string | undefined, base64: string | undefined): ArrayBuffer | null {
  if (text !== undefined) return new TextEncoder().encode(text).buffer as ArrayBuffer;
  if (base64 === undefined) return null;
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer;
}

function made(bytes: ArrayBuffer, from: Headers, type: string): Response {
  const headers = new Headers(from);
  for (const name of OF_ONE_BODY) headers.delete(name);
  headers.set("content-type", type);
  return new Response(bytes, { headers });
}

function damaged(): Response {
  return new Response(
    "The copy of this verifier on this device is damaged, and no network is there to get it again.\nConnect, and reload.\n",
    { status: 503, headers: { "content-type": "text/plain; charset=utf-8" } },
  );
}
