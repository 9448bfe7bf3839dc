/** A store that counts and times its operations. It changes no result and no error. */
import { LeaseLostError, type Store, StoreUnavailableError } from "../store/store.js";
import { wrapMethods } from "../store/wrap-methods.js";
import type { Metrics } from "./metrics.js";
import { type AnswerObserver, answerObservers } from "./observed-records.js";

/** The same store, observed. */
export function observedStore(store: Store, metrics: Metrics): Store {
  const observers = answerObservers(metrics);
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
  observer?: AnswerObserver,
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
