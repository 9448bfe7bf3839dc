import { CHECKPOINTS } from "@svc-proof/shared/bitcoin";
import type { BlockHeaderStore } from "../records/records.js";
import { issueHeaders } from "./issue-headers.js";

/** Headers of consecutive blocks, as `svc-bitcoin-headers/1`. */
export interface HeaderDocument {
  readonly firstHeight: number;
  readonly lastHeight: number;
  readonly json: string;
}

/**
 * As few documents as possible that prove blocks of these heights; that of the first height comes first. Heights whose
 * headers are not collected yet are left out.
 *
 * @throws InconsistentProofError when stored headers do not follow from one another.
 */
export async function headerDocuments(
  blockHeaders: BlockHeaderStore,
  heights: readonly number[],
): Promise<HeaderDocument[]> {
  const [first] = heights;
  const documents: HeaderDocument[] = [];
  const documentOf = (height: number) =>
    documents.findIndex(({ firstHeight, lastHeight }) => firstHeight <= height && height <= lastHeight);
  for (const height of widestFirst(heights)) {
    if (documentOf(height) >= 0) continue;
    const issued = await issueHeaders(blockHeaders, height);
    if (issued === null) continue;
    const { firstHeight, lastHeight } = issued;
    documents.push({ firstHeight, lastHeight, json: issued.encode() });
  }
  const ofFirst = first === undefined ? -1 : documentOf(first);
  if (ofFirst > 0) documents.unshift(...documents.splice(ofFirst, 1));
  return documents;
}

/**
 * Up to the last checkpoint a run goes from its block onward, so that the lowest block's has the others of the epoch; beyond
 * it a run begins at the checkpoint, so that the highest block's has those below.
 */
function widestFirst(heights: readonly number[]): number[] {
  const { lastHeight } = CHECKPOINTS;
  const ascending = [...heights].sort((a, b) => a - b);
  const beyond = ascending.filter((height) => height > lastHeight);
  return [...ascending.filter((height) => height <= lastHeight), ...beyond.reverse()];
}
