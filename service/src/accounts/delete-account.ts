import { auditEntry } from "../audit/audit-entry.js";
import type { AuditActor } from "../store/audit-store.js";
import { eachOriginal } from "../store/each-original.js";
import type { AccountRecord, Store } from "../store/store.js";

/**
 * Deletes an account with its originals. It is disabled first, so that no upload begins meanwhile. The keys of its
 * originals are forgotten at once, so that no copy of them can be read; the job `custody` deletes the bytes. After a crash
 * the same call completes what was begun.
 *
 * @param account its identifier alone if its record was deleted before the crash.
 * @returns false when there is nothing to delete.
 */
export async function deleteAccount(
  { accounts, custody }: Pick<Store, "accounts" | "custody">,
  account: Pick<AccountRecord, "id"> & Partial<Pick<AccountRecord, "disabledAt">>,
  actor: AuditActor,
): Promise<boolean> {
  const { id } = account;
  if (account.disabledAt === null) {
    const details = { reason: "deletion" };
    const audit = auditEntry({ accountId: id, actor, action: "account.disable", details });
    await accounts.updateAccount(id, { disabledAt: audit.at }, audit);
  }
  const endOriginals = async () => {
    for await (const original of eachOriginal(custody, id)) await custody.endCustody(original);
  };
  await endOriginals();
  const audit = auditEntry({ accountId: id, actor, action: "account.delete" });
  const isDeleted = await accounts.deleteAccount(id, audit.at, audit);
  // Of uploads that were under way.
  if (isDeleted) await endOriginals();
  return isDeleted;
}
