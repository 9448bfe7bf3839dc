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
