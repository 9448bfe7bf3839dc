/** The arguments with which every part of the service is opened, and its result. */
import type { Network } from "./clients/network.js";
import type { Config } from "./config/settings.js";
import type { ApiRoute } from "./http/routes.js";
import type { Addresses } from "./http/site.js";
import type { JobHost } from "./jobs/job.js";
import type { Log } from "./log.js";
import type { ClockWatch, Readiness } from "./operations/health.js";
import type { Metrics } from "./operations/metrics.js";
import type { PageRoute } from "./pages/page-route.js";
import type { Records } from "./records/records.js";

/** An open part of the service. One line of open-capabilities.ts opens each. */
export interface Capability {
  /** Of the API. */
  readonly routes: readonly ApiRoute[];
  /** Of pages for people. */
  readonly pages?: readonly PageRoute[];
  /**
   * Starts its jobs. Called once, when the API answers; capabilities are started one after another.
   *
   * @throws StartError when the service cannot continue.
   */
  startJobs?(): Promise<void> | void;
  /** Stops the jobs and closes what was opened. The store is still open. */
  close?(): Promise<void>;
}

export interface CapabilityHost {
  readonly config: Config;
  readonly log: Log;
  readonly store: Records;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly clock: ClockWatch;
  readonly network: Network;
  readonly jobs: JobHost;
  /** Complete only once the server listens. */
  readonly addresses: () => Addresses;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
}

/** All that capabilities answer. */
export function servedBy(capabilities: readonly Capability[]): {
  readonly routes: readonly ApiRoute[];
  readonly pages: readonly PageRoute[];
} {
  return {
    routes: capabilities.flatMap(({ routes }) => routes),
    pages: capabilities.flatMap(({ pages }) => pages ?? []),
  };
}
