import type { EntryPage } from "../records/types.js";

/** Entries that memory holds at a time. */
const PAGE = 500;

/**
 * All entries of a list that were stored before this begins, newest first.
 *
 * @param list a page of it, after the entry `before`; null for the first page.
 */
export async function* allEntries<Entry extends { readonly id: string }>(
  list: (limit: number, before: string | null) => Promise<EntryPage<Entry>>,
): AsyncGenerator<Entry> {
  for (let before: string | null = null; ; ) {
    const { entries, more }: EntryPage<Entry> = await list(PAGE, before);
    yield* entries;
    const last = entries.at(-1);
    if (!more || last === undefined) return;
    before = last.id;
  }
}
