/**
 * A sandbox with its own chain must be alone on its store: two would anchor one sequence of batches on two chains.
 * Several instances of a sandbox must share one chain, given by `SVC_RPC_URL`.
 */
import type { LeaseStore } from "../records/records.js";

const LEASE = "sandbox-chain";

/** Another sandbox with its own chain uses the store. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";

  constructor() {
    super(
      "SVC_MONGODB_URL: another sandbox with a chain of its own uses this database; give all of them one SVC_RPC_URL, or this one another database",
    );
  }
}

export interface LockOptions {
  /**
   * Identifies the chain of this sandbox, across restarts, so that a killed sandbox need not wait for its own lease.
   */
  readonly holder: string;
  readonly leaseMs: number;
  /** Called once, when another sandbox took the lock while this one was paused. */
  readonly onLost: (error: StoreLockedError) => void;
}

/**
 * Locks the store for the sandbox's own chain, with a lease that it renews until the lock is released.
 *
 * @returns a function that releases the lock.
 * @throws StoreLockedError when another sandbox holds it.
 */
export async function lockStore(leases: LeaseStore, options: LockOptions): Promise<() => Promise<void>> {
  const { holder, leaseMs, onLost } = options;
  const first = await leases.acquire(LEASE, holder, leaseMs);
  if (first === null) throw new StoreLockedError();
  let lease = first;
  const renew = async () => {
    const next = await leases.acquire(LEASE, holder, leaseMs);
    if (next !== null) {
      lease = next;
      return;
    }
    clearInterval(renewing);
    onLost(new StoreLockedError());
  };
  // One at a time: a store that answers slowly would report one loss several times, and give the lock back to a sandbox that
  // has released it.
  let renewal: Promise<void> | null = null;
  const renewing = setInterval(() => {
    renewal ??= renew()
      // The store does not answer. The jobs log it, and the next renewal retries.
      .catch(() => {})
      .finally(() => {
        renewal = null;
      });
  }, leaseMs / 3);
  renewing.unref();
  return async () => {
    clearInterval(renewing);
    await renewal;
    await leases.release(lease).catch(() => {});
  };
}
