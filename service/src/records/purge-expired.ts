import type { Store } from "../store/store.js";
import { closedAccounts, eraseAccount } from "./erasure.js";
import { PORTION } from "./every-row.js";

export const tasks = {
  /**
   * Deletes tokens and sessions that expired before `before`, in portions. Also completes the deletions of accounts that a
   * crash interrupted, and erases what has arrived in deleted accounts since.
   *
   * @returns how many tokens and sessions it deleted.
   */
  async purgeExpired(store: Store, before: Date): Promise<number> {
    const purged = (await purge(store, "tokens", before)) + (await purge(store, "sessions", before));
    for (const id of await closedAccounts(store)) await eraseAccount(store, id);
    return purged;
  },
};

async function purge(store: Store, table: "tokens" | "sessions", before: Date): Promise<number> {
  for (let purged = 0; ; ) {
    const ended = await store.change("people.purgeExpired", async (rows) => {
      const oldest = await rows[table].page(["expiresAt", "secret"], [], { limit: PORTION });
      const expired = oldest.filter(({ expiresAt }) => expiresAt < before);
      await rows[table].remove(...expired.map(({ secret }) => [secret] as const));
      return expired.length;
    });
    purged += ended;
    if (ended < PORTION) return purged;
  }
}
