import type { Records } from "../../records/records.js";
import type {
  AnchorAttempt,
  Attestation,
  BatchAnchor,
  BatchRecord,
  WitnessStanding,
} from "../../records/types.js";

/** What is known of a batch. */
export interface BatchStanding {
  readonly batch: BatchRecord;
  readonly anchors: readonly AnchorStanding[];
  readonly attestation: Attestation;
}

export interface AnchorStanding {
  readonly anchor: BatchAnchor;
  /** Oldest first. */
  readonly attempts: readonly AnchorAttempt[];
  /** Null if no witness was looked for in its block, or it is in none. */
  readonly witness: WitnessStanding | null;
}

export async function batchStanding(
  { batches, attestations, witnesses }: Pick<Records, "batches" | "attestations" | "witnesses">,
  batch: BatchRecord,
): Promise<BatchStanding> {
  const places = batch.anchors.flatMap(({ chainId, inclusion }) =>
    inclusion === null ? [] : [{ batchId: batch.id, chainId, blockHash: inclusion.blockHash }],
  );
  const [attempts, attestation, standings] = await Promise.all([
    batches.attempts(batch.id),
    attestations.find(batch.id),
    witnesses.standings(places),
  ]);
  return {
    batch,
    anchors: batch.anchors.map((anchor) => ({
      anchor,
      attempts: attempts.filter(({ chainId }) => chainId === anchor.chainId),
      witness:
        standings.find(
          ({ chainId, blockHash }) => chainId === anchor.chainId && blockHash === anchor.inclusion?.blockHash,
        ) ?? null,
    })),
    // Each batch has one.
    attestation: attestation!,
  };
}
