/**
 * Trust from the EU trusted lists (ETSI TS 119 612): snapshots of the time-stamping services in them, and what they say of
 * a timestamp. Uses neither the network nor Node built-ins.
 */
export { encodeTrustSnapshot } from "./encode-trust-snapshot.js";
export { openTrustList } from "./open-trust-list.js";
export { parseTrustSnapshot, type TrustSnapshotErrorCode } from "./parse-trust-snapshot.js";
export type { Qualification, QualificationCode, TrustList } from "./trust-list.js";
export {
  type ListedService,
  type ListFacts,
  type ServiceIdentity,
  type ServiceStatus,
  type SnapshotList,
  type StatusPeriod,
  TRUST_SNAPSHOT_FORMAT,
  type TrustSnapshot,
} from "./trust-snapshot.js";
