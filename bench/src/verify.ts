/** Portable proofs of depth 17 through the library's public API, beside the bare hashes that they need. */
import { hash, randomBytes, randomUUID } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { anchorPayload, LEAF_FORMULA, leafHash } from "@svc-proof/shared/text";
import { verify } from "@svc-proof/verifier-lib";
import { type Alternatives, contest } from "./contest.js";
import { type Figure, figure } from "./figure.js";

const LEAVES = 2 ** 17;
const PROOFS = 2_000;
/** Content, leaf, and the 17 nodes of the path. */
const HASHES_PER_PROOF = 19;

export const alternatives: Alternatives = {
  ours: () => {
    const proofs = makeProofs();
    return async () => {
      for (const { proof, original } of proofs) {
        const { checks } = await verify(proof, { original });
        // Offline the anchor stays open; everything that can be computed must have passed.
        if (checks.some(({ status }) => status === "failed")) throw new Error("a true proof failed");
      }
    };
  },
  bareBytes: () => {
    const pair = randomBytes(64);
    return () => {
      for (let i = 0; i < PROOFS * HASHES_PER_PROOF; i++) hash("sha256", pair, "buffer");
    };
  },
  bareText: () => {
    const pair = randomBytes(64);
    return () => {
      for (let i = 0; i < PROOFS * HASHES_PER_PROOF; i++) hash("sha256", pair);
    };
  },
};

export async function verifyProofs(): Promise<Figure[]> {
  const ms = await contest("verify", ["ours", "bareBytes", "bareText"]);
  const rate = (runMs: number) => (PROOFS / runMs) * 1000;
  const ours = { unit: "proofs/s", ours: rate(ms.ours) };
  return [
    figure({
      ...ours,
      id: "verify.depth-17",
      reference: rate(ms.bareBytes),
      referenceName: `${HASHES_PER_PROOF} × crypto.hash() of 64 bytes to bytes a proof, one core`,
      bar: { atLeast: 0.85 },
    }),
    figure({
      ...ours,
      id: "verify.depth-17-beside-text",
      reference: rate(ms.bareText),
      referenceName: `${HASHES_PER_PROOF} × crypto.hash() of 64 bytes to hex text a proof, one core`,
      bar: null,
    }),
  ];
}

/** Proofs of 64 bytes of content each, so that its hash costs what the others do. */
function makeProofs(): { proof: Uint8Array; original: Uint8Array }[] {
  const contents = randomBytes(LEAVES * 64);
  const original = (index: number) => new Uint8Array(contents.buffer, contents.byteOffset + index * 64, 64);
  const subjects = Array.from({ length: LEAVES }, (_, index) => ({
    id: randomUUID(),
    hash: hash("sha256", original(index)),
  }));
  const leaves = new Uint8Array(LEAVES * 32);
  for (const [i, { id, hash: content }] of subjects.entries()) leaves.set(leafHash(id, content), i * 32);
  const tree = new MerkleTree(leaves);
  const root = bytesToHex(tree.root);
  return Array.from({ length: PROOFS }, (_, i) => {
    const index = (i * 65_537) % LEAVES;
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
    return { proof: new TextEncoder().encode(text), original: original(index) };
  });
}
