/**
 * The snapshot of the EU trusted lists that this instance uses: the one it started with, or a newer one that an instance
 * put into the store. Lists never go back.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import { openTrustList, parseTrustSnapshot, type TrustList } from "@svc-proof/verifier-lib/trust";
import type { JobLog } from "../jobs/job-log.js";
import type { Records } from "../records/records.js";
import { StoreUnavailableError } from "../store/store.js";
import { rollbackIn } from "./rollback-in.js";

/** Time between two looks at the store. */
const LOOK_MS = 60_000;

export interface TrustListsOptions {
  readonly store: Pick<Records, "trustSnapshots">;
  readonly log: JobLog;
  /** Called with each snapshot that is used from now on. */
  readonly onChange?: (list: TrustList) => void;
  /** Called at each look into the store. */
  readonly onLook?: (list: TrustList) => void;
}

export class TrustLists {
  readonly #options: TrustListsOptions;
  #current: TrustList;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #looking: Promise<void> | null = null;
  /** Of the last snapshot in the store that is not used, and why. */
  #unused: string | null = null;

  /** @param first the snapshot of the settings, or the one that comes with the service. */
  constructor(first: TrustList, options: TrustListsOptions) {
    this.#options = options;
    this.#current = first;
    options.onChange?.(first);
  }

  /** The newest snapshot that is known. Looks into the store once a minute; while it is silent, nothing changes. */
  async current(): Promise<TrustList> {
    if (performance.now() - this.#lookedAt > LOOK_MS) {
      this.#looking ??= this.look().finally(() => {
        this.#looking = null;
      });
      await this.#looking;
    }
    return this.#current;
  }

  /** Looks into the store now. */
  async look(): Promise<void> {
    const { store, onLook } = this.#options;
    try {
      const { trustSnapshots } = store;
      const stored = await trustSnapshots.find();
      if (stored !== null && stored.sha256 !== this.#current.sha256 && stored.sha256 !== this.#unused) {
        const bytes = await trustSnapshots.read(stored.sha256);
        // Null if another has replaced it: the next look finds that one.
        if (bytes !== null) this.#take(stored.sha256, bytes);
      }
      this.#lookedAt = performance.now();
    } catch (error) {
      if (!(error instanceof StoreUnavailableError)) throw error;
    }
    onLook?.(this.#current);
  }

  /** Uses a snapshot from now on. */
  use(list: TrustList): void {
    this.#current = list;
    this.#lookedAt = performance.now();
    this.#options.onChange?.(list);
  }

  #take(sha256: string, bytes: Uint8Array): void {
    const found = openStored(bytes);
    const reason =
      found === null || found.sha256 !== sha256
        ? "it is damaged, or of a later version"
        : rollbackIn(found, this.#current);
    if (found !== null && reason === null) {
      this.use(found);
      this.#options.log.info({ sha256, lotl: found.lotl.sequenceNumber }, "newer trusted lists are used");
      return;
    }
    this.#unused = sha256;
    this.#options.log.warn({ sha256, reason }, "the trusted lists in the store are not used");
  }
}

function openStored(bytes: Uint8Array): TrustList | null {
  try {
    return openTrustList(parseTrustSnapshot(bytes));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return null;
  }
}
