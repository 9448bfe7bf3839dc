/**
 * What operators see of the store: the time and the faults of each read and change, by its name, what the answers of some
 * methods say about the work that waits, and its outages. Nothing here changes an answer or an error.
 */

import type { JobName } from "../jobs/job.js";
import type { JobLog } from "../log.js";
import type { Records } from "../records/records.js";
import type { Attestation, BatchRecord, Lease, QueueSlice, RegistrationResult } from "../records/types.js";
import type { StoreCircuitOptions, StoreFault, StoreObserver, StoreState } from "../store/guard.js";
import type { Backlog } from "./backlog.js";
import type { Metrics } from "./metrics.js";

type Method = (...args: unknown[]) => unknown;

/**
 * The same object, each of whose methods is the one that `wrap` makes of it, once. `method` is bound to the object: it
 * calls the object's own methods, not the wrapped ones.
 */
export function wrapMethods<Target extends object>(
  target: Target,
  wrap: (name: PropertyKey, method: Method) => Method,
): Target {
  const wrapped = new Map<PropertyKey, Method>();
  return new Proxy(target, {
    get(_, name) {
      const known = wrapped.get(name);
      if (known !== undefined) return known;
      const own: unknown = Reflect.get(target, name, target);
      if (typeof own !== "function") return own;
      const method = wrap(name, (...args) => own.apply(target, args));
      wrapped.set(name, method);
      return method;
    },
  });
}

const FAULTS: readonly StoreFault[] = ["unavailable", "lease_lost", "other"];

/** Counts and times the operations of the store. */
export function storeObserver({ storeErrors, storeDuration }: Metrics): StoreObserver {
  return {
    begin: (operation) => {
      for (const kind of FAULTS) storeErrors.inc({ operation, kind }, 0);
    },
    end: (operation, durationMs, kind) => {
      if (kind !== null) storeErrors.inc({ operation, kind });
      storeDuration.observe({ operation }, durationMs / 1_000);
    },
  };
}

/**
 * The same records, whose answers tell how much waits, and whether this instance holds the leases. The series of all
 * methods begin at 0: a first fault must be an increase.
 */
export function observedRecords(records: Records, metrics: Metrics): Records {
  const observers = answerObservers(metrics);
  const { begin } = storeObserver(metrics);
  begin("ping");
  const areas = Object.entries(records).map(([area, methods]: [string, unknown]) => {
    if (typeof methods !== "object" || methods === null) return [area, methods];
    for (const name of Object.keys(methods)) begin(`${area}.${name}`);
    const observed = wrapMethods(methods, (name, method) => {
      const observer = observers[`${area}.${String(name)}`];
      if (observer === undefined) return method;
      return async (...args) => {
        const answer = await method(...args);
        observer(answer, args);
        return answer;
      };
    });
    return [area, observed];
  });
  return Object.fromEntries(areas) as Records;
}

/** Sees the answer of a method. */
export type AnswerObserver = (answer: unknown, args: readonly unknown[]) => void;

/** By the names of methods. */
export function answerObservers({
  registrations,
  leaseHeld,
  backlog,
}: Metrics): Readonly<Record<string, AnswerObserver>> {
  /** The leases under which the queue and the batches were read, to notice when another instance has them. */
  let queueLease: string | undefined;
  let batchesLease: string | undefined;
  let attestationsLease: string | undefined;
  const sealJob: JobName = "seal";
  const seen: Readonly<Record<string, AnswerObserver>> = {
    "proofs.register": (answer) => registrations.inc({ outcome: (answer as RegistrationResult).outcome }),
    "batches.peekQueue": (answer, [lease]) => {
      queueLease = (lease as Lease).name;
      backlog.sawQueue(answer as QueueSlice | null);
    },
    "batches.takeUnfinished": (answer, [lease]) => {
      batchesLease = (lease as Lease).name;
      backlog.sawUnconfirmed(answer as readonly BatchRecord[]);
    },
    "seals.pending": (answer) => backlog.sawPending(answer as Parameters<Backlog["sawPending"]>[0]),
    "attestations.takeDue": (answer, [lease]) => {
      attestationsLease = (lease as Lease).name;
      backlog.sawDue(answer as Parameters<Backlog["sawDue"]>[0]);
    },
    "attestations.replace": (answer, [, batchId, , attestation]) => {
      if (answer === true) backlog.sawAttested(batchId as string, (attestation as Attestation).state);
    },
    "stamps.takeDue": (answer) => backlog.sawDueStamps(answer as Parameters<Backlog["sawDueStamps"]>[0]),
    "stamps.replace": (answer, [, setNumber, , attestation]) => {
      if (answer === true) backlog.sawAttestedStamps(setNumber as number, (attestation as Attestation).state);
    },
    "leases.acquire": (answer, [name]) => {
      leaseHeld.set({ lease: name as string }, answer === null ? 0 : 1);
      if (answer !== null) return;
      if (name === sealJob) backlog.sawPending(null);
      if (name === queueLease) backlog.leftQueue();
      if (name === batchesLease) backlog.leftUnconfirmed();
      if (name === attestationsLease) backlog.leftUnattested();
    },
    "leases.release": (_, [lease]) => leaseHeld.set({ lease: (lease as Lease).name }, 0),
  };
  return seen;
}

// Outages: a line of the log at the start, one at the end, and metrics.

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
