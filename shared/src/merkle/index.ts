export {
  type AuditPathItem,
  foldAuditPath,
  indexAgreesWithPath,
  MAX_PATH_ITEMS,
  type SiblingPosition,
} from "./audit-path.js";
export { MAX_DEPTH, MAX_LEAVES, MerkleTree, newRawAuditPath, NODE_BYTES, parentsOf, type RawAuditPath } from "./tree.js";
