/** The roots that are attested in Bitcoin: those of batches, and those of sets of stamps. A round treats both alike. */
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { Records } from "../records/records.js";
import type { Attestation, BitcoinState, Lease } from "../records/types.js";

export interface AttestedRoot {
  /** For the log. */
  readonly name: { readonly batch: number } | { readonly stampSet: number };
  /** 32 bytes. */
  readonly root: Uint8Array;
  readonly createdAt: Date;
  readonly attestation: Attestation;
  /** Replaces its attestation. False, and nothing changes, when its state is not `from`. */
  replace(from: BitcoinState, attestation: Attestation): Promise<boolean>;
}

/**
 * Takes over, for a lease, the roots with a step due: at most `limit` batches and as many sets.
 *
 * @throws StoreUnavailableError, LeaseLostError
 */
export async function takeDueRoots(
  { attestations, stamps }: Pick<Records, "attestations" | "stamps">,
  lease: Lease,
  limit: number,
): Promise<{ readonly roots: readonly AttestedRoot[]; readonly isFull: boolean }> {
  const now = new Date();
  const batches = await attestations.takeDue(lease, now, limit);
  const sets = await stamps.takeDue(lease, now, limit);
  return {
    roots: [
      ...batches.map(({ batch, attestation }) => ({
        name: { batch: batch.number },
        root: hexToBytes(batch.root),
        createdAt: batch.createdAt,
        attestation,
        replace: (from: BitcoinState, next: Attestation) => attestations.replace(lease, batch.id, from, next),
      })),
      ...sets.map(({ set, attestation }) => ({
        name: { stampSet: set.number },
        root: hexToBytes(set.root),
        createdAt: set.createdAt,
        attestation,
        replace: (from: BitcoinState, next: Attestation) => stamps.replace(lease, set.number, from, next),
      })),
    ],
    isFull: batches.length === limit || sets.length === limit,
  };
}
