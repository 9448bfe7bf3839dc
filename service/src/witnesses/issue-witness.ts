/** The witness of an anchor, checked before it is handed out: docs/formats/evm-witness.md. */

import type { WitnessStore } from "../records/records.js";
import type { BatchRecord } from "../records/types.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import { type AnchoredBlock, anchoredBlocks } from "./anchored-blocks.js";

import { witnessFault } from "./witness-fault.js";

export interface IssuedWitness {
  readonly chainId: number;
  /** `svc-evm-witness/1`, UTF-8. */
  readonly document: Uint8Array;
}

/**
 * The witness of an anchor in its block.
 *
 * @returns `waiting` while one may still be made; `none` if none will be.
 * @throws InconsistentProofError when it would not verify.
 */
export async function issueWitness(
  witnesses: WitnessStore,
  block: AnchoredBlock,
): Promise<IssuedWitness | "waiting" | "none"> {
  const { batchId, chainId } = block;
  const record = await witnesses.find(block);
  if (record === null) return "waiting";
  const { document, dueAt } = record;
  if (document === null) return dueAt === null ? "none" : "waiting";
  const fault = witnessFault(document, block);
  if (fault === null) return { chainId, document };
  throw new InconsistentProofError(`the stored witness of batch ${batchId} is damaged: ${fault}`);
}

/**
 * The witnesses that a batch has, one a chain.
 *
 * @throws InconsistentProofError when one would not verify.
 */
export async function issueWitnesses(
  witnesses: WitnessStore,
  batch: BatchRecord | null,
): Promise<readonly IssuedWitness[]> {
  const blocks = batch === null ? [] : anchoredBlocks(batch);
  const issued = await Promise.all(blocks.map((block) => issueWitness(witnesses, block)));
  return issued.filter((one) => typeof one !== "string");
}
