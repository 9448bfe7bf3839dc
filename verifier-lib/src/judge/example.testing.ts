/** A true proof for the tests of this package: five leaves, ours the last, so that the path has a promotion. */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { type Attestation, encodeDetachedTimestamp, type HashKind } from "@svc-proof/shared/opentimestamps";
import type { PortableAnchor, PortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";

export const ORIGINAL: Uint8Array = new TextEncoder().encode("The quick brown fox jumps over the lazy dog");
const CONTENT_HASH = "d7a8fbb307d7809469ca9abcb0082e4f8d5651e46d3cdb762d02d0bf37c9e592";
const PROOF_ID = "6f1c3d52-8a4b-4c1e-9d27-5b0e7a91c3f4";
const INDEX = 4;

export function exampleProof(anchors: readonly Partial<PortableAnchor>[] = [{}]): PortableProof {
  const leaves = Uint8Array.from({ length: 5 * 32 }, (_, i) => (i * 37) & 0xff);
  leaves.set(leafHash(PROOF_ID, CONTENT_HASH), INDEX * 32);
  const tree = new MerkleTree(leaves);
  const root = bytesToHex(tree.root);
  return {
    schema: "svc-proof/2",
    proof_id: PROOF_ID,
    content: { algorithm: "SHA-256", hash: CONTENT_HASH },
    leaf: { formula: LEAF_FORMULA, value: bytesToHex(leaves, INDEX * 32, INDEX * 32 + 32) },
    merkle: { index: INDEX, path: tree.path(INDEX), root },
    anchors: anchors.map((anchor) => ({
      chain_id: 1,
      network: "Ethereum",
      tx_hash: `0x${"ab".repeat(32)}`,
      block_number: 1000,
      payload: anchorPayload(root),
      ...anchor,
    })),
    attestations: [],
  };
}

/** An OpenTimestamps file in which attestations stand on the digest itself. A number is the height of a block of Bitcoin. */
export function stampOf(
  digest: Uint8Array,
  attestations: number | readonly (Attestation | number)[] = [],
  hash: HashKind = "sha256",
): Uint8Array {
  const all = typeof attestations === "number" ? [attestations] : attestations;
  const branches = all.map((one) => ({
    attestation: typeof one === "number" ? ({ kind: "bitcoin", height: one } as const) : one,
  }));
  return encodeDetachedTimestamp({ hash, digest, timestamp: { branches } });
}

/** What a calendar has promised. */
export const PENDING: Attestation = { kind: "pending", uri: "https://calendar.example" };
