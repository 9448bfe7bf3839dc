/**
 * Many files: which evidence belongs to which, and which files are probably changed originals.
 *
 * @module
 */

export {
  type ArrangedEvidence,
  arrangeEvidence,
  type BesideKind,
  type EvidenceGroup,
} from "./arrange-evidence.js";
export { type EvidenceFacts, type EvidenceRole, isEvidenceRole, keyOf } from "./evidence-facts.js";
export {
  type OriginalClaim,
  type ProbableChange,
  probableChanges,
  type UnprovenFile,
} from "./probable-changes.js";
