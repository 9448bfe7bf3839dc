/**
 * Evidence that lies beside what is verified, in a folder or on a page: what each file is, its bytes decide, and where it is of
 * use, digests do.
 *
 * @module
 */

export type { Digest, FoundForBitcoin, ReplayedTimestamp } from "../bitcoin/verify-bitcoin.js";
export type { FoundForSeals, FoundMaterial } from "../seal/verify-seal.js";
export { FoundEvidence, type GatherOptions, gatherEvidence, UnreadPiece } from "./found-evidence.js";
export { type FoundKind, type FoundPiece, foundPiece } from "./kinds.js";
export {
  type BesideFile,
  faultOf,
  type NearestFile,
  statesSomething,
  withBeside,
  withoutOriginal,
} from "./with-beside.js";
