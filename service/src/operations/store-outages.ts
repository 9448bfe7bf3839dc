/** Reports outages of the store to the operator: a log line at the start, one at the end, and metrics. */
import type { JobLog } from "../log.js";
import type { StoreCircuitOptions, StoreState } from "../store/guard.js";
import type { Metrics } from "./metrics.js";

const BEGINNINGS: Readonly<Record<StoreState, string>> = {
  serving: "",
  read_only: "the store accepts no writes: they are refused until it does",
  silent: "the store does not answer: requests are refused until it does",
};

/** Faults of one kind are told once, until none has come for so long. */
const FAULT_LASTS_MS = 60_000;

export function storeOutages(
  log: JobLog,
  { storeAvailable, storeOutages }: Pick<Metrics, "storeAvailable" | "storeOutages">,
): Omit<StoreCircuitOptions, "ping"> {
  const show = (state: StoreState) => {
    storeAvailable.set({ need: "reads" }, state === "silent" ? 0 : 1);
    storeAvailable.set({ need: "writes" }, state === "serving" ? 1 : 0);
  };
  show("serving");
  const faultsAtMs = new Map<unknown, number>();
  return {
    onFault: (fault) => {
      const { code } = (fault.cause ?? {}) as { readonly code?: unknown };
      const now = performance.now();
      const isKnown = now - (faultsAtMs.get(code) ?? Number.NEGATIVE_INFINITY) < FAULT_LASTS_MS;
      faultsAtMs.set(code, now);
      if (!isKnown) log.error({ err: fault }, "the store answers, but a question to it failed");
    },
    onOutage: (state, reason) => {
      show(state);
      storeOutages.inc();
      log.error({ err: reason }, BEGINNINGS[state]);
    },
    onChange: (state, outageMs) => {
      show(state);
      if (state === "serving") log.info({ outageMs: Math.round(outageMs) }, "the store serves again");
    },
  };
}
