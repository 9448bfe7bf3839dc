/**
 * Trust from the EU trusted lists (ETSI TS 119 612): authenticates the lists, compiles what they say of time-stamping
 * services into a snapshot, and asks it. Uses neither the network nor Node built-ins; `updateTrustLists` of the entry `source`
 * fetches the lists.
 *
 * @module
 */

export {
  type AuthenticateListOfListsParameters,
  authenticateListOfLists,
  type ListedTerritory,
  type ListOfLists,
} from "./authenticate.js";
export type { ListNotice } from "./compile.js";
export {
  type CompileTrustSnapshotParameters,
  compileTrustSnapshot,
  type ListFile,
  type RefusedList,
  type TrustCompilation,
} from "./compile.js";
export { LOTL_URI, OFFICIAL_JOURNAL, type OfficialJournal } from "./parse-list.js";
export type { Qualification, QualificationCode, TrustList } from "./qualify.js";
export type { TrustedListErrorCode } from "./services.js";
export type { XmlSignatureErrorCode } from "./signature-structure.js";
export {
  encodeTrustSnapshot,
  type ListedService,
  type ListFacts,
  type ParseTrustSnapshotOptions,
  parseTrustSnapshot,
  type ServiceIdentity,
  type ServiceStatus,
  type SnapshotList,
  type StatusPeriod,
  TRUST_SNAPSHOT_FORMAT,
  type TrustSnapshot,
  type TrustSnapshotErrorCode,
} from "./snapshot.js";
export { defaultTrustList, openTrustList } from "./trust-list.js";
export type { XmlErrorCode } from "./xml-document.js";
