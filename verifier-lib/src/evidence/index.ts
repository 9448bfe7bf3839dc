/**
 * Evidence that lies beside what is verified, in a folder or on a page: what each file is, its bytes decide, and where it is of
 * use, digests do.
 *
 * @module
 */

export type { FoundForSeals, FoundMaterial } from "../judge/seal.js";
export type { Digest, FoundForBitcoin, ReplayedTimestamp } from "../judge/timestamp.js";
export {
  type BesideFile,
  FoundEvidence,
  faultOf,
  type GatherOptions,
  gatherEvidence,
  type NearestFile,
  statesSomething,
  UnreadPiece,
  withBeside,
  withoutOriginal,
} from "./found-evidence.js";
export { type FoundKind, type FoundPiece, foundPiece } from "./kinds.js";
