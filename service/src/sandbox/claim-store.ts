/**
 * A sandbox that runs its own chain must be the only one on its store: two of them would anchor one row of
 * batches on two chains. Several instances of a sandbox need one chain, that is one `SVC_RPC_URL`.
 */
import type { LeaseStore } from "../store/store.js";

const LEASE = "sandbox-chain";

/** Another sandbox with its own chain uses the store. */
export class StoreClaimedError extends Error {
  override readonly name = "StoreClaimedError";

  constructor() {
    super(
      "SVC_MONGODB_URL: another sandbox with its own chain uses this database; give all of them the same SVC_RPC_URL, or this one another database",
    );
  }
}

export interface ClaimOptions {
  /** The chain of this sandbox; the same across restarts, so that one that was killed need not wait for itself. */
  readonly holder: string;
  readonly leaseMs: number;
  /** Called once, when another sandbox took the store while this one was paused. */
  readonly onLost: (error: StoreClaimedError) => void;
}

/**
 * Claims the store for the sandbox's own chain, until it is released.
 *
 * @returns gives it up.
 * @throws StoreClaimedError when another one has it.
 */
export async function claimStore(leases: LeaseStore, options: ClaimOptions): Promise<() => Promise<void>> {
  const { holder, leaseMs, onLost } = options;
  const first = await leases.acquire(LEASE, holder, leaseMs);
  if (first === null) throw new StoreClaimedError();
  let lease = first;
  const prolonging = setInterval(async () => {
    try {
      const next = await leases.acquire(LEASE, holder, leaseMs);
      if (next !== null) lease = next;
      else {
        clearInterval(prolonging);
        onLost(new StoreClaimedError());
      }
    } catch {
      // The store does not answer: the jobs report it; retry later.
    }
  }, leaseMs / 3);
  prolonging.unref();
  return async () => {
    clearInterval(prolonging);
    await leases.release(lease).catch(() => {});
  };
}
