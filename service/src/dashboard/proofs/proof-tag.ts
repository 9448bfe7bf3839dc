import { createHash } from "node:crypto";
import type { OriginalRecord, ProofRecord } from "../../records/types.js";

/** Changes whenever what a page says of a proof's evidence does. It says nothing by itself. */
export function proofTag({ batch, seal }: ProofRecord, original: OriginalRecord | null): string {
  const facts = [
    batch && [
      batch.state,
      batch.anchors.map(({ chainId, state, inclusion }) => [chainId, state, inclusion?.blockHash ?? null]),
      batch.bitcoin.state,
      batch.bitcoin.blockHeight,
    ],
    seal && [seal.requestedAt.getTime(), seal.token?.serialNumber ?? null],
    original?.objectId ?? null,
  ];
  return createHash("sha256").update(JSON.stringify(facts)).digest("base64url").slice(0, 22);
}
