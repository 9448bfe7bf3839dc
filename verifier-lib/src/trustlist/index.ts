/**
 * Trust from the EU trusted lists (ETSI TS 119 612): authenticates the lists, compiles what they say of time-stamping
 * services into a snapshot, and asks it. Uses neither the network nor Node built-ins.
 */
export {
  type AuthenticateListOfListsParameters,
  authenticateListOfLists,
  type ListedTerritory,
  type ListOfLists,
} from "./authenticate-list-of-lists.js";
export {
  type CompileTrustSnapshotParameters,
  compileTrustSnapshot,
  type ListFile,
  type RefusedList,
  type TrustCompilation,
} from "./compile-trust-snapshot.js";
export { defaultTrustList } from "./default-trust-list.js";
export { encodeTrustSnapshot } from "./encode-trust-snapshot.js";
export type { TrustedListErrorCode } from "./error-code.js";
export type { ListNotice } from "./listed-services.js";
export { LOTL_URI, OFFICIAL_JOURNAL, type OfficialJournal } from "./official-journal.js";
export { openTrustList } from "./open-trust-list.js";
export {
  type ParseTrustSnapshotOptions,
  parseTrustSnapshot,
  type TrustSnapshotErrorCode,
} from "./parse-trust-snapshot.js";
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
