import type { CustodyStore } from "./records.js";
import type { OriginalRecord } from "./types.js";

const PAGE_ORIGINALS = 500;

/** The originals of an account, page by page. */
export async function* eachOriginal(
  custody: CustodyStore,
  accountId: string,
): AsyncGenerator<OriginalRecord> {
  for (let last: string | null = null; ; ) {
    const page: readonly OriginalRecord[] = await custody.originalsOf(accountId, PAGE_ORIGINALS, last);
    yield* page;
    if (page.length < PAGE_ORIGINALS) return;
    last = page.at(-1)!.objectId;
  }
}
