import { auditEntry } from "../audit/audit-entry.js";
import { eachOriginal } from "../records/custody.js";
import type { Records } from "../records/records.js";
import type { AccountRecord, AuditActor } from "../records/types.js";

/**
 * Deletes an account with its originals. It is disabled first, so that no upload begins meanwhile. The keys of its
 * originals are forgotten at once, so that no copy of them can be read; the job `custody` deletes the bytes. After a crash
 * the same call completes what was begun.
 *
 * @param account its identifier alone if its record was deleted before the crash.
 * @returns false when there is nothing to delete.
 */
export async function deleteAccount(
  { accounts, custody, audit: trail }: Pick<Records, "accounts" | "custody" | "audit">,
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
  const [use] = await custody.usageOf([id]);
  if (use !== undefined && use.originals > 0) {
    const details = { what: "all" };
    await trail.append(auditEntry({ accountId: id, actor, action: "original.delete", details }));
    await endOriginals();
  }
  const audit = auditEntry({ accountId: id, actor, action: "account.delete" });
  const isDeleted = await accounts.deleteAccount(id, audit.at, audit);
  // Of uploads that were under way.
  if (isDeleted) await endOriginals();
  return isDeleted;
}
