import { readFile } from "node:fs/promises";
import { FormatError } from "@svc-proof/shared/encoding";
import {
  defaultTrustList,
  openTrustList,
  parseTrustSnapshot,
  type TrustList,
} from "@svc-proof/verifier-lib/trust";
import type { Capability, CapabilityHost } from "../capability.js";
import type { JobLoop } from "../jobs/job-loop.js";
import { startLeasedJob } from "../jobs/leased-job.js";
import { StartError } from "../start-error.js";
import { fetchLists } from "./fetch-lists.js";
import { TrustListUpdater } from "./trust-list-updater.js";
import { TrustLists } from "./trust-lists.js";
import { watchExpiry } from "./watch-expiry.js";

/** Time between two looks whether an update is due. */
const LOOK_MS = 60_000;
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
