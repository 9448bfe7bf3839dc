import type { Store } from "../store/store.js";

/** Proofs of one step. */
const PAGE = 500;

/**
 * Ends the custody of all originals of an account; the purge job then deletes the blobs. It may be repeated.
 *
 * @returns how many originals were removed.
 */
export async function removeOriginals(
  { proofs, custody }: Pick<Store, "proofs" | "custody">,
  accountId: string,
): Promise<number> {
  let removed = 0;
  for (let before: string | null = null; (await custody.usedBytes(accountId)) > 0; ) {
    const page = await proofs.list(accountId, PAGE, before);
    const ids = page.proofs.map(({ id }) => id);
    for (const original of await custody.findAll(ids)) {
      if (await custody.endCustody(original)) removed++;
    }
    const last = ids.at(-1);
    if (!page.more || last === undefined) break;
    before = last;
  }
  return removed;
}
