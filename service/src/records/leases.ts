/**
 * Leases: the right to run a job, held by one instance at a time. A change under a lease touches the lease's row, so
 * that one whose holder was paused beyond it, while another took it over, never takes effect.
 */
import { type Changeable, LeaseLostError, type Readable, type Store } from "../store/store.js";
import type { Lease } from "./types.js";

/**
 * A lease that ends later than this was taken before the clock of the store was set back, and is over. Twice what
 * `SVC_LEASE_MS` allows: clocks of servers differ a little.
 */
const MAX_LEFT_MS = 1_200_000;

export const tasks = {
  /**
   * Takes a lease for `ttlMs`, by the clock of the store. If the holder has it already, the lease is renewed and keeps its
   * token. Null while another holds it.
   */
  async acquire(store: Store, name: string, holder: string, ttlMs: number): Promise<Lease | null> {
    const now = await store.ping("writes");
    const expiresAt = new Date(now.getTime() + ttlMs);
    return store.change("leases.acquire", async (rows) => {
      const current = await rows.leases.get([name]);
      if (current === null) {
        await rows.leases.insert({ name, holder, token: 1, expiresAt });
        return { name, holder, token: 1 };
      }
      const leftMs = current.expiresAt.getTime() - now.getTime();
      const isHeld = leftMs > 0 && leftMs <= MAX_LEFT_MS;
      if (isHeld && current.holder !== holder) return null;
      const token = isHeld ? current.token : current.token + 1;
      await rows.leases.update([name], {}, { holder, token, expiresAt });
      return { name, holder, token };
    });
  },
};

export const changes = {
  /** Ends the lease early, if it is still held. */
  async release(rows: Changeable, { name, token }: Lease): Promise<void> {
    await rows.leases.update([name], { token }, { expiresAt: new Date(0) });
  },
};

/**
 * For queries under a lease. One that has expired holds as long as no other instance has taken it over.
 *
 * @throws LeaseLostError
 */
export async function checkLease(rows: Readable, { name, token }: Lease): Promise<void> {
  if ((await rows.leases.get([name]))?.token !== token)
    throw new LeaseLostError(`another instance holds the lease of the job "${name}"`);
}

/** To be called by every change under a lease. @throws LeaseLostError as `checkLease`. */
export async function underLease(rows: Changeable, lease: Lease): Promise<void> {
  await checkLease(rows, lease);
  await rows.leases.touch([lease.name]);
}
