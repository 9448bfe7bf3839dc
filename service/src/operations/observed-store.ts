/** A store that counts and times its operations. It changes no result and no error. */
import type { JobName } from "../jobs/job-names.js";
import {
  type Attestation,
  type BatchRecord,
  type Lease,
  LeaseLostError,
  type QueueSlice,
  type RegistrationResult,
  type SealStore,
  type Store,
  StoreUnavailableError,
} from "../store/store.js";
import { wrapMethods } from "../store/wrap-methods.js";
import type { Metrics } from "./metrics.js";

/** What a result reports besides its duration. */
type Observer = (answer: unknown, args: readonly unknown[]) => void;

/** The same store, observed. */
export function observedStore(store: Store, metrics: Metrics): Store {
  const observers = observersFor(metrics);
  const observed = <Area extends object>(area: string, target: Area): Area => {
    for (const name of methodsOf(target)) beginAtZero(metrics, `${area}.${name}`);
    return wrapMethods(target, (name, method) => {
      const operation = `${area}.${String(name)}`;
      const observer = observers[operation];
      return (...args) =>
        measured(metrics, operation, () => method(...args) as Promise<unknown>, observer, args);
    });
  };
  beginAtZero(metrics, "ping");
  return {
    accounts: observed("accounts", store.accounts),
    people: observed("people", store.people),
    audit: observed("audit", store.audit),
    orders: observed("orders", store.orders),
    proofs: observed("proofs", store.proofs),
    seals: observed("seals", store.seals),
    batches: observed("batches", store.batches),
    attestations: observed("attestations", store.attestations),
    stamps: observed("stamps", store.stamps),
    blockHeaders: observed("blockHeaders", store.blockHeaders),
    witnesses: observed("witnesses", store.witnesses),
    revocation: observed("revocation", store.revocation),
    custody: observed("custody", store.custody),
    trustSnapshots: observed("trustSnapshots", store.trustSnapshots),
    leases: observed("leases", store.leases),
    rates: observed("rates", store.rates),
    secret: (name) => store.secret(name),
    ping: (need) => measured(metrics, "ping", () => store.ping(need)),
    close: () => store.close(),
  };
}

const ERROR_KINDS = ["unavailable", "lease_lost", "other"] as const;

/** A series that begins with its first error has no increase that an alert could see. */
function beginAtZero({ storeErrors }: Metrics, operation: string): void {
  for (const kind of ERROR_KINDS) storeErrors.inc({ operation, kind }, 0);
}

function methodsOf(target: object): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(target)).filter((name) => name !== "constructor");
}

async function measured<Answer>(
  metrics: Metrics,
  operation: string,
  ask: () => Promise<Answer>,
  observer?: Observer,
  args: readonly unknown[] = [],
): Promise<Answer> {
  const begun = performance.now();
  try {
    const answer = await ask();
    observer?.(answer, args);
    return answer;
  } catch (error) {
    // A caller's own fault (an unknown cursor) says nothing about the store.
    if (!(error instanceof RangeError)) metrics.storeErrors.inc({ operation, kind: kindOf(error) });
    throw error;
  } finally {
    metrics.storeDuration.observe({ operation }, (performance.now() - begun) / 1_000);
  }
}

function kindOf(error: unknown): (typeof ERROR_KINDS)[number] {
  if (error instanceof StoreUnavailableError) return "unavailable";
  return error instanceof LeaseLostError ? "lease_lost" : "other";
}

function observersFor({ registrations, leaseHeld, backlog }: Metrics): Readonly<Record<string, Observer>> {
  /** The leases under which the queue and the batches were read, to notice when another instance has them. */
  let queueLease: string | undefined;
  let batchesLease: string | undefined;
  let attestationsLease: string | undefined;
  const sealJob: JobName = "seal";
  const seen: Readonly<Record<string, Observer>> = {
    "proofs.register": (answer) => registrations.inc({ outcome: (answer as RegistrationResult).outcome }),
    "batches.peekQueue": (answer, [lease]) => {
      queueLease = (lease as Lease).name;
      backlog.sawQueue(answer as QueueSlice | null);
    },
    "batches.takeUnfinished": (answer, [lease]) => {
      batchesLease = (lease as Lease).name;
      backlog.sawUnconfirmed(answer as readonly BatchRecord[]);
    },
    "seals.pending": (answer) => backlog.sawPending(answer as Awaited<ReturnType<SealStore["pending"]>>),
    "attestations.takeDue": (answer, [lease]) => {
      attestationsLease = (lease as Lease).name;
      backlog.sawDue(answer as Parameters<typeof backlog.sawDue>[0]);
    },
    "attestations.replace": (answer, [, batchId, , attestation]) => {
      if (answer === true) backlog.sawAttested(batchId as string, (attestation as Attestation).state);
    },
    "stamps.takeDue": (answer) => backlog.sawDueStamps(answer as Parameters<typeof backlog.sawDueStamps>[0]),
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
