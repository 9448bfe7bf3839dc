/**
 * The Merkle tree of a batch: builds it, makes audit paths, checks them.
 *
 * @module
 */

export {
  type AuditPathItem,
  foldAuditPath,
  indexAgreesWithPath,
  MAX_PATH_ITEMS,
  type SiblingPosition,
} from "./audit-path.js";
export {
  MAX_DEPTH,
  MAX_LEAVES,
  MerkleTree,
  NODE_BYTES,
  newRawAuditPath,
  parentsOf,
  type RawAuditPath,
} from "./tree.js";
