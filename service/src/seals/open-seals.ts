import type { Capability, CapabilityHost } from "../capability.js";
import type { JobLoop } from "../jobs/job-loop.js";
import { MinuteLimiter } from "../limits/minute-limiter.js";
import { observedTsa } from "../operations/observed-tsa.js";
import { sitePages } from "../site/addresses.js";
import type { OpenedTrustLists } from "../trustlist/open-trust-lists.js";
import { checkAuthority } from "./check-authority.js";
import { type OpenedTsa, openTsa } from "./open-tsa.js";
import { QualifiedTsa } from "./qualified-tsa.js";
import { sealRoutes } from "./routes.js";
import { SealIssuer } from "./seal-issuer.js";
import { startSealJob } from "./seal-job.js";
import { SealPurchase } from "./seal-purchase.js";
import { timedTsa } from "./timed-tsa.js";

export interface Seals extends Capability {
  readonly purchase: SealPurchase;
}

/**
 * Opens the sale of seals and the job that completes them. Without a timestamping authority no seal is sold.
 *
 * @param trust the trusted lists; null if they are not asked.
 * @throws StartError when a file of the settings cannot be used, or the authority is not qualified and must be.
 */
export async function openSeals(host: CapabilityHost, trust: OpenedTrustLists | null): Promise<Seals> {
  const { config, log, store, metrics, clock, addresses } = host;
  const found = await openTsa(config);
  const opened = found && { ...found, tsa: timedTsa(found.tsa, clock) };
  const qualified = opened && trust && (await openQualifiedTsa(host, opened, trust));
  const tsa = qualified ?? opened?.tsa ?? null;
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
    closedBecause: async () => clock.fault() ?? (await qualified?.closedBecause()) ?? null,
    buyUrl: () => sitePages(addresses()).seals,
  });
  metrics.watchSealSale(() => purchase.isOpen());
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

async function openQualifiedTsa(
  { config, log }: CapabilityHost,
  { tsa, anchors }: OpenedTsa,
  trust: OpenedTrustLists,
): Promise<QualifiedTsa> {
  const isRequired = config.tsaQualified === "require";
  await checkAuthority(trust, anchors, isRequired, log);
  const qualified = new QualifiedTsa({ tsa, trustLists: trust.trustLists, anchors, isRequired, log });
  trust.hasten(async () => (await qualified.closedBecause()) !== null);
  return qualified;
}
