/** True proofs of contents, all in one batch on a development chain. */

import { createHash } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";

export interface ProvenFile {
  readonly content: Uint8Array;
  /** SHA-256, lower-case hexadecimal. */
  readonly hash: string;
  readonly proofId: string;
  readonly proofJson: string;
}

/** The stated anchor of the batch. Nothing is at that address until a test puts it there. */
export const ANCHOR = {
  chain_id: 1,
  network: "Ethereum",
  tx_hash: `0x${"ab".repeat(32)}`,
  block_number: 1000,
};

export function batchOf(
  contents: readonly (Uint8Array | string)[],
  anchor: typeof ANCHOR = ANCHOR,
): ProvenFile[] {
  const files = contents.map((content, i) => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const hash = createHash("sha256").update(bytes).digest("hex");
    return { content: bytes, hash, proofId: `00000000-0000-4000-8000-${i.toString(16).padStart(12, "0")}` };
  });
  const leaves = new Uint8Array(files.length * 32);
  for (const [i, { hash, proofId }] of files.entries()) leaves.set(leafHash(proofId, hash), i * 32);
  const tree = new MerkleTree(leaves);
  const root = bytesToHex(tree.root);
  return files.map((file, i) => ({
    ...file,
    proofJson: encodePortableProof({
      schema: "svc-proof/2",
      proof_id: file.proofId,
      content: { algorithm: "SHA-256", hash: file.hash },
      leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaves, i * 32, i * 32 + 32) },
      merkle: { index: i, path: tree.path(i), root },
      anchors: [{ ...anchor, payload: anchorPayload(root) }],
      attestations: [],
    }),
  }));
}
