import type { AuditStore } from "../records/records.js";
import type { AuditEntry } from "../records/types.js";

/** Entries that memory holds at a time. */
const PAGE = 500;

/** All entries of an account that were stored before this begins, newest first. */
export async function* allEntries(audit: AuditStore, accountId: string): AsyncGenerator<AuditEntry> {
  for (let before: string | null = null; ; ) {
    const { entries, more } = await audit.list(accountId, PAGE, before);
    yield* entries;
    const last = entries.at(-1);
    if (!more || last === undefined) return;
    before = last.id;
  }
}
