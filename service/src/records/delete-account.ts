/** The deletion of accounts. */

import type { Changeable, Store } from "../store/store.js";
import { enterAudit } from "./audit.js";
import { AT_ONCE, eraseAccount, eraseFirstPeople } from "./erasure.js";
import type { AuditEntry } from "./types.js";

export const tasks = {
  /**
   * Deletes an account: its people with all that signs them in, its keys, its tokens, and the names (`ERASED_NAME` from
   * then on) and metadata of its proofs. Fingerprints, batches, seals and the ledger stay, because proofs that were handed
   * out rest on them. Open orders are cancelled, all orders lose `placedBy` (empty from then on). The audit trail stays,
   * without addresses and details (`erasedEntry`); `audit` itself is stored as it is. Originals are removed before, through
   * custody.
   *
   * The first change ends all access to the account. After a crash the same call completes what was begun, and so does
   * `purgeExpired`, which also erases what arrives late.
   *
   * @returns false when there is no such account, or it is deleted completely.
   */
  async deleteAccount(store: Store, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
    const isClosed = await store.change("accounts.deleteAccount", (rows) => closed(rows, id, at, audit));
    if (isClosed) await eraseAccount(store, id);
    return isClosed;
  },
};

/** Closes an account. False when there is none, or it was erased already. */
async function closed(rows: Changeable, id: string, at: Date, audit: AuditEntry): Promise<boolean> {
  const account = await rows.accounts.get([id]);
  if (account === null) return false;
  if (account.deletedAt !== null) return account.eraseDueAt?.getTime() === AT_ONCE.getTime();
  await enterAudit(rows, audit);
  const names = { label: null, displayName: null, showsDisplayName: false };
  const deletion = { deletedAt: at, eraseDueAt: AT_ONCE, deletionEntry: audit.id };
  await rows.accounts.update([id], {}, { ...names, ...deletion });
  await eraseFirstPeople(rows, id);
  // An account has few that are open.
  const open = await rows.orders.page(["account", "state", "id"], [id, "open"], { limit: 1_000 });
  for (const order of open) await rows.orders.update([order.id], {}, { state: "cancelled", settledAt: at });
  return true;
}
