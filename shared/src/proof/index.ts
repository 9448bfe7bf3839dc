/**
 * The portable proof `svc-proof/2`: parses it strictly and writes it.
 *
 * @module
 */

export { encodePortableProof } from "./encode-portable-proof.js";
export { MAX_ANCHORS, MAX_ATTESTATIONS, MAX_LABEL_LENGTH, PROOF_JSON_LIMITS } from "./limits.js";
export {
  type PortableProofErrorCode,
  type PortableProofFormatError,
  parsePortableProof,
} from "./parse-portable-proof.js";
export {
  PORTABLE_PROOF_SCHEMA,
  type PortableAnchor,
  type PortableAttestation,
  type PortableProof,
} from "./portable-proof.js";
