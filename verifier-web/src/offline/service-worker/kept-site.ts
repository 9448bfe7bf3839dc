/** The site as the service worker keeps it: the files of one build, each by the hash that the build gave it. */

/** SHA-256 in base64 of each file of the site, by its path relative to the service worker. */
export type SiteFiles = Readonly<Record<string, string>>;

export class KeptSite {
  /** By address. */
  readonly #hashes: ReadonlyMap<string, string>;
  readonly #scope: string;
  readonly #prefix: string;
  readonly #name: string;

  /**
   * @param scope address of the folder that the service worker controls. Other folders of the origin may hold other copies.
   * @param build changes with the files.
   */
  constructor(files: SiteFiles, scope: string, build: string) {
    this.#hashes = new Map(Object.entries(files).map(([path, hash]) => [new URL(path, scope).href, hash]));
    this.#scope = scope;
    this.#prefix = `svc-verifier ${scope} `;
    this.#name = this.#prefix + build;
  }

  /** The address of a file; null if it is none of the site. The page uses no query parameters, but links may carry some. */
  addressOf(url: string): string | null {
    const address = new URL(url);
    address.search = "";
    address.hash = "";
    const href = address.href === this.#scope ? `${this.#scope}index.html` : address.href;
    return this.#hashes.has(href) ? href : null;
  }

  /** Keeps every file, beside those of other builds. @throws TypeError if one does not arrive whole; nothing is kept then. */
  async keepAll(): Promise<void> {
    try {
      const cache = await caches.open(this.#name);
      await Promise.all(
        [...this.#hashes.keys()].map(async (address) => {
          // The browser's own cache has what the page has just loaded, or an earlier build had too.
          await cache.put(address, await this.#fetch(address, "no-cache"));
        }),
      );
    } catch (error) {
      await caches.delete(this.#name);
      throw error;
    }
  }

  /** Drops the files of other builds. */
  async dropOthers(): Promise<void> {
    for (const name of await caches.keys()) {
      if (name.startsWith(this.#prefix) && name !== this.#name) await caches.delete(name);
    }
  }

  /**
   * A file of the site, kept or, if it is missing or damaged, fetched again and kept. Disks fail, and other pages of the same
   * origin may write to this cache.
   *
   * @throws TypeError if it cannot be had whole.
   */
  async find(address: string): Promise<Response> {
    const cache = await caches.open(this.#name);
    const kept = await cache.match(address);
    if (kept !== undefined && (await this.#isIntact(address, kept))) return kept;
    const fetched = await this.#fetch(address, "reload");
    // Without room on the disk the page still gets its file.
    await cache.put(address, fetched.clone()).catch(() => undefined);
    return fetched;
  }

  async #isIntact(address: string, kept: Response): Promise<boolean> {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await kept.clone().arrayBuffer()));
    return btoa(String.fromCharCode(...digest)) === this.#hashes.get(address);
  }

  /** From the network. The browser checks the hash. */
  async #fetch(address: string, cache: RequestCache): Promise<Response> {
    const response = await fetch(address, { integrity: `sha256-${this.#hashes.get(address)}`, cache });
    if (!response.ok) throw new TypeError(`${address}: status ${response.status}`);
    // Browsers refuse to open a page with a response that was redirected.
    return response.redirected
      ? new Response(await response.blob(), { headers: response.headers })
      : response;
  }
}
