/** Opens the metrics, the readiness check, the clock watch, and the port that serves them. */
import type { Config } from "../config/config.js";
import type { Log } from "../log.js";
import { notListening } from "../not-listening.js";
import { type Records, recordsOn } from "../records/records.js";
import { localSiteUrl } from "../site/addresses.js";
import { guardedStore } from "../store/guard.js";
import type { Store } from "../store/store.js";
import { ClockWatch } from "./clock-watch.js";
import { Metrics } from "./metrics.js";
import { observedRecords, storeObserver } from "./observed-records.js";
import { startOpsServer } from "./ops-server.js";
import { Readiness } from "./readiness.js";
import { storeOutages } from "./store-outages.js";

export interface Operations {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly clock: ClockWatch;
  /** All rules on the store, measured, and guarded against outages. */
  observe(store: Store): Promise<Records>;
  /** `/readyz` answers 200 from now on, as long as the store answers and the clock is right. */
  serving(store: Pick<Records, "ping">): void;
  close(): Promise<void>;
}

/**
 * Opens the operations port, unless `SVC_OPS_PORT` is off.
 *
 * @throws StartError when it cannot listen there.
 */
export async function openOperations(
  config: Pick<Config, "opsHost" | "opsPort">,
  log: Log,
): Promise<Operations> {
  const metrics = new Metrics();
  const readiness = new Readiness();
  const clock = new ClockWatch(metrics.clockSkew, log);
  let damage: () => string | null | undefined = () => undefined;
  const { opsHost: host, opsPort: port } = config;
  const server =
    port === "off"
      ? null
      : await startOpsServer({ host, port, readiness, registry: metrics.registry }).catch((error) => {
          throw notListening(error, "SVC_OPS", host, port);
        });
  if (server !== null) console.log(`svc-proof health and metrics at ${localSiteUrl(host, server.port)}`);
  return {
    metrics,
    readiness,
    clock,
    observe: async (bare) => {
      damage = () => bare.damage;
      metrics.watchIntegrity(damage);
      const observer = storeObserver(metrics);
      const guarded = guardedStore(bare, { ...storeOutages(log, metrics), observer });
      const store = observedRecords(recordsOn(guarded), metrics);
      // For the clock only. The next caller learns that the store does not answer.
      await clock.check(() => store.ping()).catch(() => {});
      return store;
    },
    serving: (store) =>
      readiness.serving(async () => {
        // Also where it is known to be damaged: the ping tells the log.
        const reason = await clock
          .check(() => store.ping())
          .catch((error) => {
            if (typeof damage() === "string") return null;
            throw error;
          });
        return damage() ?? reason;
      }),
    close: async () => server?.close(),
  };
}
