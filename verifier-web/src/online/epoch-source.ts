/** Where epoch files come from: the page's own site, at the user's request, and the copies that this device keeps of them. */
import { fetchBounded, SourceError } from "@svc-proof/verifier-lib/source";
import { EPOCH_FILE_BYTES, type EpochState, epochFileName } from "../model/epoch.js";
import { noteFetched } from "../model/fetched-from.js";

export interface FoundEpoch {
  readonly state: Extract<EpochState, "fetched" | "kept" | "absent" | "unreachable">;
  /** Not checked: the verifier does. Null unless it was found. */
  readonly file: File | null;
}

const TIMEOUT_MS = 20_000;
/** 6 MB. The oldest are dropped first. */
const MAX_KEPT_FILES = 64;

export class EpochSource {
  readonly #folder: URL;

  /** @param folder of the files, on the page's own origin; ends with "/". */
  constructor(folder: URL) {
    this.#folder = folder;
  }

  /** From the site. This device keeps it. Never throws. */
  async fetch(epoch: number): Promise<FoundEpoch> {
    try {
      const { status, body } = await fetchBounded("headers", this.#address(epoch), {
        maxBytes: EPOCH_FILE_BYTES,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (status >= 500 || status === 429) return { state: "unreachable", file: null };
      // A static host may send a page in place of what it does not have.
      if (status !== 200 || body.length !== EPOCH_FILE_BYTES) return { state: "absent", file: null };
      await this.#keep(epoch, body);
      return {
        state: "fetched",
        file: noteFetched(new File([body], epochFileName(epoch)), this.#address(epoch)),
      };
    } catch (error) {
      // Something that is too large is there, but it is no such file.
      const isAnswered = error instanceof SourceError && error.code === "source_invalid_answer";
      return { state: isAnswered ? "absent" : "unreachable", file: null };
    }
  }

  /** From this device, without a network; null if it has none. Never throws. */
  async kept(epoch: number): Promise<FoundEpoch | null> {
    try {
      const bytes = await (await this.#cache().then((cache) => cache.match(this.#address(epoch))))?.blob();
      if (bytes?.size !== EPOCH_FILE_BYTES) return null;
      return {
        state: "kept",
        file: noteFetched(new File([bytes], epochFileName(epoch)), this.#address(epoch)),
      };
    } catch {
      // The browser keeps nothing for this page.
      return null;
    }
  }

  /** Never throws. */
  async forget(epoch: number): Promise<void> {
    try {
      await (await this.#cache()).delete(this.#address(epoch));
    } catch {
      // The browser keeps nothing for this page.
    }
  }

  async #keep(epoch: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    try {
      const cache = await this.#cache();
      await cache.put(this.#address(epoch), new Response(bytes));
      const all = await cache.keys();
      for (const oldest of all.slice(0, -MAX_KEPT_FILES)) await cache.delete(oldest);
    } catch {
      // The file is used all the same.
    }
  }

  #cache(): Promise<Cache> {
    return caches.open(`svc-verifier-epochs ${this.#folder.href}`);
  }

  #address(epoch: number): URL {
    return new URL(epochFileName(epoch), this.#folder);
  }
}
