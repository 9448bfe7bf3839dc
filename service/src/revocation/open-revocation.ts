import { createPublicFetch, createRevocationSource } from "@svc-proof/verifier-lib/node";
import type { Capability, CapabilityHost } from "../capability.js";
import type { Jobs } from "../jobs/leased-job.js";
import { readTsaAnchors } from "../seals/open-tsa.js";
import { StartError } from "../start-error.js";
import { startRevocationJob } from "./revocation-job.js";

/** Lists of time-stamping authorities have some kilobytes; a package must hold those of two days. */
const MAX_CRL_BYTES = 2_097_152;

/**
 * Opens the job that fetches revocation data of seals. It asks public addresses, and the origins of the settings.
 *
 * @throws StartError when a file or an origin of the settings cannot be used.
 */
export async function openRevocation(host: CapabilityHost): Promise<Capability> {
  const { config, store, metrics, log } = host;
  const issuers = await readTsaAnchors(config);
  if (config.sealRevocation === "off") {
    log.info({}, "no revocation data of seals is fetched");
    return { routes: [] };
  }
  if (config.tsaUrl === null) return { routes: [] };
  const source = createRevocationSource({
    send: publicFetch(config.sealRevocationOrigins),
    timeoutMs: config.sealRevocationTimeoutMs,
    maxCrlBytes: MAX_CRL_BYTES,
  });
  let job: Jobs | undefined;
  return {
    routes: [],
    startJobs: () => {
      job = startRevocationJob({
        ...host.jobs,
        store,
        source,
        issuers,
        intervalMs: config.sealRevocationIntervalMs,
        onFetched: (result) => metrics.revocationFetches.inc({ result }),
      });
    },
    close: async () => job?.stop(),
  };
}

function publicFetch(allowedOrigins: readonly string[]): ReturnType<typeof createPublicFetch> {
  try {
    return createPublicFetch({ allowedOrigins });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new StartError("SVC_SEAL_REVOCATION_ORIGINS: expected origins such as http://ca.example:8080");
  }
}
