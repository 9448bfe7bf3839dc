/**
 * The portable proof `svc-proof/2`: parses it strictly and writes it.
 *
 * @module
 */

export {
  type PortableProofErrorCode,
  type PortableProofFormatError,
  parsePortableProof,
} from "../parse-proof.js";
export {
  encodePortableProof,
  MAX_ANCHORS,
  MAX_ATTESTATIONS,
  MAX_LABEL_LENGTH,
  PORTABLE_PROOF_SCHEMA,
  type PortableAnchor,
  type PortableAttestation,
  type PortableProof,
  PROOF_JSON_LIMITS,
} from "../proof.js";
