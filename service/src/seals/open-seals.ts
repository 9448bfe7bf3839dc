import type { Capability, CapabilityHost } from "../capability.js";
import type { JobLoop } from "../jobs/job-loop.js";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import { observedTsa } from "../operations/observed-tsa.js";
import type { SandboxTsa } from "../sandbox/tsa/start-tsa.js";
import { sitePages } from "../site/addresses.js";
import { openTsa } from "./open-tsa.js";
import { sealRoutes } from "./routes.js";
import { SealIssuer } from "./seal-issuer.js";
import { startSealJob } from "./seal-job.js";
import { SealPurchase } from "./seal-purchase.js";

export interface Seals extends Capability {
  readonly purchase: SealPurchase;
}

/**
 * Opens the sale of seals and the job that completes them. Without a timestamping authority no seal is sold.
 *
 * @param own the sandbox's own authority, used if no other is given.
 * @throws StartError when a file of the settings cannot be used.
 */
export async function openSeals(host: CapabilityHost, own: SandboxTsa | null): Promise<Seals> {
  const { config, log, store, metrics, addresses } = host;
  const tsa = await openTsa(config, own);
  const issuer =
    tsa &&
    new SealIssuer({
      seals: store.seals,
      tsa: observedTsa(tsa, metrics, log),
      log,
      timeoutMs: config.tsaTimeoutMs,
      retryMs: config.sealRetryMs,
    });
  if (tsa === null) log.info({}, "no timestamping authority is given: no seal is sold");
  else log.info({ authority: tsa.name }, "sealing");
  const purchase = new SealPurchase({
    store,
    issuer,
    limiter: new MinuteLimiter(store.rates, "seals", config.sealsPerMinute),
    waitMs: config.sealWaitMs,
    buyUrl: () => sitePages(addresses()).seals,
  });
  let job: JobLoop | undefined;
  return {
    purchase,
    routes: sealRoutes({ store, sealPurchase: purchase, addresses }),
    startJobs: () => {
      if (issuer !== null)
        job = startSealJob({ ...host.jobs, store, issuer, intervalMs: config.sealIntervalMs });
    },
    close: async () => {
      // Closed first, because a request to the authority would outlast the job.
      await issuer?.close();
      await job?.stop();
    },
  };
}
