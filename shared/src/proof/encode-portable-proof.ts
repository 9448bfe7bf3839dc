import type { PortableProof } from "./portable-proof.js";

/**
 * The canonical text of a portable proof: the interface's fields in the interface's order, no white space, no
 * other field, non-ASCII characters unescaped. The same proof always gives the same bytes.
 */
export function encodePortableProof(proof: PortableProof): string {
  const { content, leaf, merkle } = proof;
  return JSON.stringify({
    schema: proof.schema,
    proof_id: proof.proof_id,
    content: { algorithm: content.algorithm, hash: content.hash },
    leaf: { formula: leaf.formula, value: leaf.value },
    merkle: {
      index: merkle.index,
      path: merkle.path.map(({ position, hash }) => ({ position, hash })),
      root: merkle.root,
    },
    anchors: proof.anchors.map((anchor) => ({
      chain_id: anchor.chain_id,
      network: anchor.network,
      tx_hash: anchor.tx_hash,
      block_number: anchor.block_number,
      payload: anchor.payload,
    })),
    attestations: proof.attestations.map(({ type, state }) => ({ type, state })),
  });
}
