/**
 * The Merkle tree of a batch: builds it, makes audit paths, checks them.
 *
 * @module
 */

export {
  type AuditPathItem,
  foldAuditPath,
  indexAgreesWithPath,
  MAX_DEPTH,
  MAX_LEAVES,
  MAX_PATH_ITEMS,
  MerkleTree,
  NODE_BYTES,
  newRawAuditPath,
  parentsOf,
  type RawAuditPath,
  type SiblingPosition,
} from "../merkle.js";
