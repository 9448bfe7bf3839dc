import type { BlockHeaderStore } from "../store/store.js";
import { epochOf } from "./header-run.js";
import { issueHeaders } from "./issue-headers.js";

/** Headers from a height on, as `svc-bitcoin-headers/1`. */
export interface HeaderDocument {
  readonly height: number;
  readonly json: string;
}

/**
 * The documents that prove blocks of these heights: one for each difficulty epoch, in the order of the heights. Heights
 * whose headers are not collected yet are left out.
 *
 * @throws InconsistentProofError when stored headers do not follow from one another.
 */
export async function headerDocuments(
  blockHeaders: BlockHeaderStore,
  heights: readonly number[],
): Promise<HeaderDocument[]> {
  const lowest = new Map<number, number>();
  for (const height of heights) {
    const epoch = epochOf(height);
    lowest.set(epoch, Math.min(height, lowest.get(epoch) ?? height));
  }
  const documents: HeaderDocument[] = [];
  for (const height of lowest.values()) {
    const issued = await issueHeaders(blockHeaders, height);
    if (issued !== null) documents.push({ height, json: issued.encode() });
  }
  return documents;
}
