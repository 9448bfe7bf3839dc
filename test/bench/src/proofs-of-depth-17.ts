/** Portable proofs from one batch of 2^17 leaves. */

import { hash, randomBytes, randomUUID } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";

const LEAVES = 2 ** 17;

export interface ProvenContent {
  /** The portable proof, as the service writes it. */
  readonly proof: Uint8Array;
  readonly original: Uint8Array;
}

/** Proofs of 64 bytes of content each, so that its hash costs as much as the others. */
export function proofsOfDepth17(count: number): ProvenContent[] {
  const contents = randomBytes(LEAVES * 64);
  const original = (index: number) => new Uint8Array(contents.buffer, contents.byteOffset + index * 64, 64);
  const indexes = Array.from({ length: count }, (_, i) => (i * 65_537) % LEAVES);
  return proofsAt(
    Array.from({ length: LEAVES }, (_, index) => original(index)),
    indexes,
  );
}

/** Proofs of these originals, from one batch of them. */
export function proofsOf(originals: readonly Uint8Array[]): ProvenContent[] {
  return proofsAt(
    originals,
    originals.map((_, index) => index),
  );
}

function proofsAt(originals: readonly Uint8Array[], indexes: readonly number[]): ProvenContent[] {
  const subjects = originals.map((original) => ({ id: randomUUID(), hash: hash("sha256", original) }));
  const leaves = new Uint8Array(originals.length * 32);
  for (const [i, { id, hash: content }] of subjects.entries()) leaves.set(leafHash(id, content), i * 32);
  const tree = new MerkleTree(leaves);
  const root = bytesToHex(tree.root);
  return indexes.map((index, i) => {
    const { id, hash: content } = subjects[index]!;
    const text = encodePortableProof({
      schema: "svc-proof/2",
      proof_id: id,
      content: { algorithm: "SHA-256", hash: content },
      leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaves, index * 32, index * 32 + 32) },
      merkle: { index, path: tree.path(index), root },
      anchors: [
        {
          chain_id: 1,
          network: "Ethereum",
          tx_hash: `0x${randomBytes(32).toString("hex")}`,
          block_number: 21_000_000 + i,
          payload: anchorPayload(root),
        },
      ],
      attestations: [],
    });
    return { proof: new TextEncoder().encode(text), original: originals[index]! };
  });
}
