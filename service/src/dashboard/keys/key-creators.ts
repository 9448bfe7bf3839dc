import type { AuditStore } from "../../records/records.js";
import type { AuditActor } from "../../records/types.js";

/** Entries of a page, and pages: keys are few, and whoever has many entries need not wait for the oldest. */
const PAGE = 250;
const PAGES = 4;

/** Who created keys, as the audit trail says; those that it does not tell of soon are left out. */
export async function keyCreators(
  audit: AuditStore,
  accountId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, AuditActor>> {
  const missing = new Set(keyIds);
  const creators = new Map<string, AuditActor>();
  let before: string | null = null;
  for (let count = 0; count < PAGES && missing.size > 0; count++) {
    const page = await audit.list(accountId, PAGE, before);
    for (const { action, subject, actor } of page.entries) {
      if (action === "key.create" && subject !== null && missing.delete(subject))
        creators.set(subject, actor);
    }
    const last = page.entries.at(-1);
    if (!page.more || last === undefined) break;
    before = last.id;
  }
  return creators;
}
