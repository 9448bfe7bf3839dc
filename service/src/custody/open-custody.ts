import { availableParallelism } from "node:os";
import type { Capability, CapabilityHost } from "../capability.js";
import { connectionLimits } from "../connections/connection-limits.js";
import type { JobLoop } from "../jobs/job-loop.js";
import { networkNames } from "../site/network-name.js";
import { StoreUnavailableError } from "../store/store.js";
import { AuthenticationWorkers } from "./authentication/authentication-workers.js";
import type { HashPlaintext } from "./authentication/hash-plaintext.js";
import { Custody } from "./custody.js";
import { startCustodyJob } from "./custody-job.js";
import { openCustodyStorage } from "./custody-storage.js";
import { expireUploads } from "./purge-round.js";
import { custodyRoutes } from "./routes.js";

/** The event loop keeps a processor for itself if there is more than one. */
const AUTHENTICATION_WORKERS = Math.min(Math.max(availableParallelism() - 1, 1), 2);

/** The last that a Date can be. */
const END_OF_TIME = new Date(8_640_000_000_000_000);

export interface OpenedCustody extends Capability {
  /** Null if custody is off. */
  readonly custody: Custody | null;
}

/**
 * Opens custody of originals and its purge job.
 *
 * @param dataDir the data folder; null if everything is kept elsewhere.
 * @throws StartError when there is no key, or the blob storage cannot be used.
 */
export async function openCustody(host: CapabilityHost, dataDir: string | null): Promise<OpenedCustody> {
  const { config, log, store, addresses } = host;
  const { custodyPurgeMs: intervalMs, custodyUploadMs: uploadMs } = config;
  const storage = await openCustodyStorage(config, dataDir, store.custody, log);
  const workers =
    storage &&
    new AuthenticationWorkers(AUTHENTICATION_WORKERS, (error) =>
      log.error({ err: error }, "a worker that authenticates originals ended"),
    );
  const hashPlaintext: HashPlaintext = (original, ciphertext) => workers!.hashPlaintext(original, ciphertext);
  const custody = storage && new Custody({ store: store.custody, ...storage, hashPlaintext, log, uploadMs });
  // Nobody else uses SQLite's file: the uploads that it knows were those of processes that have ended.
  if (storage !== null && config.mongodbUrl === null)
    await expireUploads({ store: store.custody, log }, END_OF_TIME, host.signal).catch(unlessUnavailable);
  const context = () => ({ addresses: addresses(), networkName: networkNames(config) });
  let job: JobLoop | undefined;
  return {
    custody,
    routes: custodyRoutes({ store, custody, context, uploads: connectionLimits(config).uploads }),
    startJobs: () => {
      if (storage !== null)
        job = startCustodyJob({
          ...{ ...host.jobs, ...storage, store, log, uploadMs, intervalMs },
          settleDownloads: (signal) => custody!.settleDownloads(signal),
        });
    },
    close: async () => {
      await job?.stop();
      await workers?.close();
      await storage?.blobs.close();
    },
  };
}

/** On a full disk, they end with their time. */
function unlessUnavailable(error: unknown): void {
  if (!(error instanceof StoreUnavailableError)) throw error;
}
