/**
 * 6 bytes: a thousand hashes take 6 kB, and none of them compresses. Whoever finds another key with the same short hash is told
 * "listed for another service type" in place of "not listed".
 */
export const SHORT_HASH_CHARACTERS = 12;

/** @param sha256 in hexadecimal. */
export function shortHash(sha256: string): string {
  return sha256.slice(0, SHORT_HASH_CHARACTERS);
}

/**
 * A trust snapshot, `svc-trust-list/1`: what the EU trusted lists say of time-stamping services, compiled from lists
 * whose signatures were verified. docs/formats/trust-list.md describes the document.
 */
export const TRUST_SNAPSHOT_FORMAT = "svc-trust-list/1";

/** Of one trusted list (ETSI TS 119 612). */
export interface ListFacts {
  /** ISO 3166-1 code of the scheme's territory, as lists use it: `ES`, `EL` for Greece, `EU` for the list of lists. */
  readonly territory: string;
  /** `TSLVersionIdentifier`: 5 or 6. */
  readonly version: number;
  readonly sequenceNumber: number;
  /** ISO 8601, UTC. */
  readonly issued: string;
  /** ISO 8601, UTC. The list answers for no time after it. Null if the list is closed: it is the last one and answers for ever. */
  readonly nextUpdate: string | null;
  /** SHA-256 of the file, lower-case hexadecimal. */
  readonly sha256: string;
}

/** The last part of the URI of a status, such as `granted`, `withdrawn`, `undersupervision`, `accredited`. */
export type ServiceStatus = string;

/** A status of a service, and since when it had it. */
export interface StatusPeriod {
  readonly status: ServiceStatus;
  /** ISO 8601, UTC. Up to the `since` of the next newer period. */
  readonly since: string;
  /**
   * Name of a critical extension that is not known here, or `ServiceStatus` if the status is not: nothing may be concluded
   * from this period.
   */
  readonly unknownExtension?: string;
}

/** One service of type `TSA/QTST`. */
export interface ListedService {
  readonly territory: string;
  /** `TSPName`, English where the list has it. */
  readonly provider: string;
  /** `ServiceName`, English where the list has it. */
  readonly name: string;
  /**
   * Newest first; never empty. A period in which the service had another type has the status `othertype`.
   */
  readonly history: readonly StatusPeriod[];
  readonly identities: readonly ServiceIdentity[];
}

/** A certificate that identifies a service: by its bytes, its key or its subject key identifier. */
export interface ServiceIdentity {
  /** SHA-256 of the certificate as the list has it, in lower-case hexadecimal. */
  readonly sha256: string;
  /** SHA-256 of its SubjectPublicKeyInfo, in lower-case hexadecimal; null if the certificate cannot be read. */
  readonly keySha256: string | null;
  /**
   * Subject key identifier that the list gives beside a certificate that cannot be read, in lower-case hexadecimal; else
   * null, since the key says more.
   */
  readonly ski: string | null;
  /** DER of the certificate if it can issue certificates, since tokens may leave it out; else null. */
  readonly der: Uint8Array | null;
}

/** A national list in a snapshot. */
export interface SnapshotList extends ListFacts {
  /** In the order of the list. */
  readonly services: readonly ListedService[];
  /**
   * First 6 bytes of the SHA-256 of each key, or else certificate, that identifies a service of another type: lower-case
   * hexadecimal, sorted.
   */
  readonly otherServices: readonly string[];
}

/** What trusted lists say of time-stamping services: docs/formats/trust-list.md. */
export interface TrustSnapshot {
  readonly lotl: ListFacts;
  /** Territories to whose lists the list of lists points, sorted. */
  readonly territories: readonly string[];
  /** Sorted by territory. */
  readonly lists: readonly SnapshotList[];
}
