/** The lists in use, and their updates. */

import { readFile } from "node:fs/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import { SourceError, updateTrustLists } from "@svc-proof/verifier-lib/source";
import {
  defaultTrustList,
  encodeTrustSnapshot,
  type ListFacts,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
  type TrustSnapshot,
} from "@svc-proof/verifier-lib/trust";
import type { Capability, CapabilityHost } from "../capability.js";
import { StartError } from "../errors.js";
import { type JobLoop, startLeasedJob } from "../jobs/job.js";
import { type JobLog, OutageLog } from "../log.js";
import type { Records } from "../records/records.js";
import { StoreUnavailableError } from "../store/store.js";

/**
 * Why `next` must not follow `known`: it has an older list, or lacks one to which its list of lists points. Null if it may.
 */
export function rollbackIn(next: TrustList, known: TrustList): string | null {
  const byTerritory = new Map([next.lotl, ...next.lists].map((list) => [list.territory, list]));
  for (const { territory, sequenceNumber } of [known.lotl, ...known.lists]) {
    const found = byTerritory.get(territory);
    if (found === undefined) {
      // A country may leave the scheme.
      if (next.snapshot.territories.includes(territory)) return `it lacks the list of ${territory}`;
    } else if (found.sequenceNumber < sequenceNumber) {
      return `the list of ${territory} has number ${found.sequenceNumber}, and number ${sequenceNumber} is known`;
    }
  }
  return null;
}

// Downloads the trusted lists when that is due, and puts the snapshot of them into the store for all instances. What does
// not authenticate, and what is older than what is known, changes nothing.

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

/**
 * Downloads the list of lists and the national lists from where it points to, in bounds, and keeps what authenticates.
 *
 * @throws ListsUnavailableError when the list of lists cannot be had, or is not authentic.
 */
export async function fetchLists(
  former: TrustSnapshot,
  signal: AbortSignal,
  at: Date = new Date(),
): Promise<FetchedLists> {
  try {
    const { snapshot, unreachable, refused } = await updateTrustLists({ former, signal, at });
    const problems = [
      ...unreachable.map(({ territory, code }) => `${territory} (${code})`),
      ...refused.map(({ name, code }) => `${name} (${code})`),
    ];
    return { snapshot, problems: problems.sort() };
  } catch (error) {
    if (!(error instanceof SourceError || error instanceof FormatError)) throw error;
    throw new ListsUnavailableError(`${error.message} (${error.code})`, { cause: error });
  }
}

// The snapshot of the EU trusted lists that this instance uses: the one it started with, or a newer one that an instance
// put into the store. Lists never go back.

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

// Warns of trusted lists that answer no longer, or not for long.

/** Lists are issued again some days before they end. */
const SOON_MS = 7 * 86_400_000;

interface Lists {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
}

/** @returns a function to be called with the lists in use from time to time. It logs each change once. */
export function watchExpiry(log: JobLog): (lists: Lists, now: Date) => void {
  const outages = new OutageLog(log);
  return ({ lotl, lists }, now) => {
    const ending = [lotl, ...lists].filter(
      ({ nextUpdate }) => nextUpdate !== null && Date.parse(nextUpdate) - now.getTime() < SOON_MS,
    );
    if (ending.length === 0) return outages.worked("trusted lists");
    const named = ending.map(({ territory, nextUpdate }) => `${territory} (${nextUpdate})`).join(", ");
    outages.failed("trusted lists", `trusted lists end within a week, or have ended: ${named}`);
  };
}

/** Time that an update at the start may take. */
const START_UPDATE_MS = 60_000;

export interface OpenedTrustLists {
  readonly trustLists: TrustLists;
  /** Updates the lists if that is due and allowed. True if other lists are used now. */
  update(): Promise<boolean>;
  /** Asks for newer lists every hour while `isUrgent` says so. */
  hasten(isUrgent: () => Promise<boolean>): void;
}

export interface TrustListsCapability extends Capability {
  /** Null if the lists are not asked: without an authority of the settings, or by setting. */
  readonly opened: OpenedTrustLists | null;
}

/**
 * Opens the EU trusted lists and the job that updates them.
 *
 * @throws StartError when the file of the settings cannot be used.
 */
export async function openTrustLists(host: CapabilityHost): Promise<TrustListsCapability> {
  const { config, log, store, metrics, signal } = host;
  const { trustListUpdateMs: intervalMs } = config;
  if (config.tsaUrl === null || config.tsaQualified === "off") return { opened: null, routes: [] };
  const first = config.trustList === null ? await defaultTrustList() : await readList(config.trustList);
  const expiry = watchExpiry(log);
  const trustLists = new TrustLists(first, {
    store,
    log,
    onChange: (list) => metrics.trustLists.uses(list),
    onLook: (list) => expiry(list, new Date()),
  });
  await trustLists.look();
  let isUrgent = async () => false;
  const updater =
    intervalMs === "off"
      ? null
      : new TrustListUpdater({
          store,
          trustLists,
          fetchLists,
          intervalMs,
          isUrgent: () => isUrgent(),
          log,
          onChecked: (at) => metrics.trustLists.checked(at),
        });
  let job: JobLoop | undefined;
  return {
    opened: {
      trustLists,
      update: async () => {
        if (updater === null) return false;
        const timeout = AbortSignal.timeout(START_UPDATE_MS);
        try {
          return await updater.updateIfDue(AbortSignal.any([signal, timeout]));
        } catch (error) {
          // The job goes on with it.
          if (!timeout.aborted || signal.aborted) throw error;
          return false;
        }
      },
      hasten: (asked) => {
        isUrgent = asked;
      },
    },
    routes: [],
    startJobs: () => {
      if (updater === null || intervalMs === "off") return;
      job = startLeasedJob(host.jobs, {
        name: "trust-list",
        intervalMs: Math.min(LOOK_MS, intervalMs),
        run: async (_lease, stopping) => {
          await updater.updateIfDue(stopping);
        },
      });
    },
    close: async () => job?.stop(),
  };
}

async function readList(path: string): Promise<TrustList> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`SVC_TRUST_LIST: ${path} cannot be read (${error.code})`);
  });
  try {
    return openTrustList(parseTrustSnapshot(bytes));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new StartError(`SVC_TRUST_LIST: ${path} expected a snapshot of trusted lists (${error.code})`);
  }
}
