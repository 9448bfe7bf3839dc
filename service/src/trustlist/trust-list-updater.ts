/**
 * Downloads the trusted lists when that is due, and puts the snapshot of them into the store for all instances. What does
 * not authenticate, and what is older than what is known, changes nothing.
 */
import { encodeTrustSnapshot, openTrustList, type TrustSnapshot } from "@svc-proof/verifier-lib/trust";
import type { JobLog } from "../jobs/job-log.js";
import { OutageLog } from "../jobs/outage-log.js";
import type { Records } from "../records/records.js";
import { rollbackIn } from "./rollback-in.js";
import type { TrustLists } from "./trust-lists.js";

/** After a failure, and while newer lists are waited for. The lists are some 30 MB of many countries: nobody is asked again within minutes. */
const RETRY_MS = 3_600_000;

/** Subjects for the log. */
const UPDATE = "the EU trusted lists";
const NATIONAL_LISTS = "national trusted lists";

/** No usable lists. The message is our own, for the log. */
export class ListsUnavailableError extends Error {
  override readonly name = "ListsUnavailableError";
}

export interface FetchedLists {
  readonly snapshot: TrustSnapshot;
  /** National lists that could not be had or are not authentic, and why. */
  readonly problems: readonly string[];
}

/**
 * Downloads and authenticates all lists.
 *
 * @param known what is at hand: a list that cannot be had is taken from it.
 * @throws ListsUnavailableError
 */
export type FetchLists = (known: TrustSnapshot, signal: AbortSignal) => Promise<FetchedLists>;

export interface TrustListUpdaterOptions {
  readonly store: Pick<Records, "trustSnapshots">;
  readonly trustLists: TrustLists;
  readonly fetchLists: FetchLists;
  readonly intervalMs: number;
  /** Whether newer lists are waited for: then they are asked for every hour. */
  readonly isUrgent: () => Promise<boolean>;
  readonly log: JobLog;
  /** Called when the lists at hand were found to be current. */
  readonly onChecked: (at: Date) => void;
}

export class TrustListUpdater {
  readonly #options: TrustListUpdaterOptions;
  readonly #outages: OutageLog;
  #retryAt = Number.NEGATIVE_INFINITY;

  constructor(options: TrustListUpdaterOptions) {
    this.#options = options;
    this.#outages = new OutageLog(options.log);
  }

  /**
   * Updates the lists if no instance has done so for the interval.
   *
   * @returns whether this instance uses other lists than before.
   * @throws StoreUnavailableError; the reason of the signal.
   */
  async updateIfDue(signal: AbortSignal): Promise<boolean> {
    const { store, trustLists, onChecked, isUrgent } = this.#options;
    const intervalMs = (await isUrgent())
      ? Math.min(this.#options.intervalMs, RETRY_MS)
      : this.#options.intervalMs;
    const before = await trustLists.current();
    await trustLists.look();
    const known = await trustLists.current();
    const stored = await store.trustSnapshots.find();
    const ageMs = stored === null ? Number.POSITIVE_INFINITY : Date.now() - stored.checkedAt.getTime();
    // A time ahead of the clock is of an instance with another one, or from before it was set back.
    if (stored !== null && stored.sha256 === known.sha256 && ageMs >= 0 && ageMs < intervalMs) {
      onChecked(stored.checkedAt);
      return known !== before;
    }
    if (performance.now() < this.#retryAt) return known !== before;
    try {
      await this.#update(stored?.sha256 ?? null, signal);
      this.#outages.worked(UPDATE);
      this.#retryAt = Number.NEGATIVE_INFINITY;
    } catch (error) {
      if (!(error instanceof ListsUnavailableError)) throw error;
      this.#retryAt = performance.now() + Math.min(intervalMs, RETRY_MS);
      this.#outages.failed(UPDATE, "the trusted lists could not be updated", { reason: error.message });
    }
    return (await trustLists.current()) !== before;
  }

  async #update(former: string | null, signal: AbortSignal): Promise<void> {
    const { store, trustLists, fetchLists, onChecked, log } = this.#options;
    const known = await trustLists.current();
    const { snapshot, problems } = await fetchLists(known.snapshot, signal);
    if (problems.length === 0) this.#outages.worked(NATIONAL_LISTS);
    else this.#outages.failed(NATIONAL_LISTS, `national lists were not updated: ${problems.join(", ")}`);
    const found = openTrustList(snapshot);
    const rollback = rollbackIn(found, known);
    if (rollback !== null) throw new ListsUnavailableError(`older lists than known: ${rollback}`);
    const bytes = new TextEncoder().encode(encodeTrustSnapshot(found.snapshot));
    const checkedAt = new Date();
    const isStored = await store.trustSnapshots.replace(former, { sha256: found.sha256, checkedAt, bytes });
    // Another instance was faster.
    if (!isStored) return trustLists.look();
    onChecked(checkedAt);
    if (found.sha256 === known.sha256) return;
    trustLists.use(found);
    log.info({ sha256: found.sha256, lotl: found.lotl.sequenceNumber }, "the trusted lists are updated");
  }
}
