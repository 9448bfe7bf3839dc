/**
 * The portable proof, `svc-proof/2`: docs/interface.md, "Portable proof"; docs/formats/svc-proof-2.md.
 */
import type { AuditPathItem } from "../merkle/audit-path.js";

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
