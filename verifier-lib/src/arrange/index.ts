/**
 * Many files: which evidence belongs to which, and which files are probably changed originals.
 *
 * @module
 */

export {
  type ArrangedEvidence,
  arrangeEvidence,
  type BesideKind,
  type EvidenceFacts,
  type EvidenceGroup,
  type EvidenceRole,
  isEvidenceRole,
  keyOf,
} from "./arrange-evidence.js";
export {
  type OriginalClaim,
  type ProbableChange,
  probableChanges,
  type UnprovenFile,
} from "./probable-changes.js";
