/** `svc-proof/2`: type, limits, canonical text. */
import type { AuditPathItem } from "./merkle.js";
import type { JsonLimits } from "./strict-json.js";

// The portable proof, `svc-proof/2`: docs/interface.md, "Portable proof"; docs/formats/svc-proof-2.md.

/** Value of `schema`. */
export const PORTABLE_PROOF_SCHEMA = "svc-proof/2";

/** An anchor on an EVM chain, as the issuer states it. */
export interface PortableAnchor {
  /** EIP-155 identifier. */
  readonly chain_id: number;
  /** Name of the chain, as in `EvmChain`. */
  readonly network: string;
  /** `0x` and 64 lower-case hexadecimal characters. */
  readonly tx_hash: string;
  readonly block_number: number;
  /** `svc:v2:` and the Merkle root. */
  readonly payload: string;
}

/** An attestation that travels beside the proof, and its state according to the issuer. */
export interface PortableAttestation {
  /** Known: `opentimestamps`, `rfc3161-qualified-timestamp`. Others are kept. */
  readonly type: string;
  /** Known: `submitted`, `confirmed`, `issued`. Others are kept. */
  readonly state: string;
}

/** A portable proof. Field names and their order are the interface's. */
export interface PortableProof {
  readonly schema: typeof PORTABLE_PROOF_SCHEMA;
  /** UUID, lower case. */
  readonly proof_id: string;
  /** What the proof is about; `hash` is 64 digits of lower-case hexadecimal. */
  readonly content: {
    readonly algorithm: "SHA-256";
    /** 64 lower-case hexadecimal characters, as are all hashes of the proof. */
    readonly hash: string;
  };
  /** Leaf of the batch's tree, 64 digits of lower-case hexadecimal, and the formula that makes it. */
  readonly leaf: { readonly formula: string; readonly value: string };
  /** Place of the leaf, path to the root, and the root, 64 digits of lower-case hexadecimal. */
  readonly merkle: {
    /** Position of the leaf in its batch, from 0. */
    readonly index: number;
    /** From the leaf upwards. */
    readonly path: readonly AuditPathItem[];
    readonly root: string;
  };
  readonly anchors: readonly PortableAnchor[];
  readonly attestations: readonly PortableAttestation[];
}

// Limits of a portable proof. The service writes about 2,700 bytes at depth 20, with one anchor and two
// attestations. Each limit allows ten times that, plus unknown fields.

/** What the JSON of a portable proof may have at most: bytes, depth of nesting, members of one object or array. */
export const PROOF_JSON_LIMITS: JsonLimits = {
  /** 64 KiB: twice the size of a path of 64 items, 16 anchors and unknown fields. */
  maxBytes: 65_536,
  /** The known format has a depth of 4. */
  maxDepth: 16,
  maxMembers: 256,
};

/** Chains on which one batch may be anchored. */
export const MAX_ANCHORS = 16;

/** Attestations of one proof. */
export const MAX_ATTESTATIONS = 16;

/** Characters (UTF-16 units) of `leaf.formula`, `payload`, `network`, and of an attestation's `type` and `state`. */
export const MAX_LABEL_LENGTH = 200;

/** EIP-2294 limits a chain identifier to (2^53 - 1) / 2 - 36. The parser accepts any safe integer. */
export const MAX_CHAIN_ID: number = Number.MAX_SAFE_INTEGER;

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
