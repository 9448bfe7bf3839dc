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
} from "../trustlist/authenticate-list-of-lists.js";
export {
  type CompileTrustSnapshotParameters,
  compileTrustSnapshot,
  type ListFile,
  type RefusedList,
  type TrustCompilation,
} from "../trustlist/compile-trust-snapshot.js";
export { defaultTrustList } from "../trustlist/default-trust-list.js";
export { encodeTrustSnapshot } from "../trustlist/encode-trust-snapshot.js";
export type { TrustedListErrorCode } from "../trustlist/error-code.js";
export type { ListNotice } from "../trustlist/listed-services.js";
export { LOTL_URI, OFFICIAL_JOURNAL, type OfficialJournal } from "../trustlist/official-journal.js";
export { openTrustList } from "../trustlist/open-trust-list.js";
export {
  type ParseTrustSnapshotOptions,
  parseTrustSnapshot,
  type TrustSnapshotErrorCode,
} from "../trustlist/parse-trust-snapshot.js";
export type { Qualification, QualificationCode, TrustList } from "../trustlist/trust-list.js";
export {
  type ListedService,
  type ListFacts,
  type ServiceIdentity,
  type ServiceStatus,
  type SnapshotList,
  type StatusPeriod,
  TRUST_SNAPSHOT_FORMAT,
  type TrustSnapshot,
} from "../trustlist/trust-snapshot.js";
export type { XmlErrorCode } from "../xml/error-code.js";
export type { XmlSignatureErrorCode } from "../xmldsig/error-code.js";
