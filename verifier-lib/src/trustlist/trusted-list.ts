/** The result of `parseTrustedList`: ETSI TS 119 612, versions 2.1.1 (list version 5) and 2.3.1 (version 6). */

export interface TrustedList {
  /** Scheme territory. */
  readonly territory: string;
  /** `TSLVersionIdentifier`. */
  readonly version: 5 | 6;
  readonly sequenceNumber: number;
  readonly kind: "list-of-lists" | "national";
  /** ISO 8601, UTC, without fractions, as all times here. */
  readonly issued: string;
  /** Null if the list is closed. */
  readonly nextUpdate: string | null;
  /** Days for which ended services are kept; 65535 for ever. */
  readonly historicalPeriod: number;
  /** In order. The list of lists announces its pivots and the Official Journal here. */
  readonly schemeInformationUris: readonly string[];
  readonly pointers: readonly ListPointer[];
  /** In order. */
  readonly services: readonly TrustService[];
}

/** A pointer to another list, with the certificates that may sign it. */
export interface ListPointer {
  readonly location: string;
  /** Null if it has none. */
  readonly territory: string | null;
  readonly mimeType: string | null;
  readonly kind: TrustedList["kind"] | null;
  readonly certificates: readonly Uint8Array[];
}

export interface TrustService extends ServiceState {
  /** Name of the provider, English where there is one. */
  readonly provider: string;
  /** Newest first. */
  readonly history: readonly ServiceState[];
}

/** A service in one period. */
export interface ServiceState {
  /** URI. */
  readonly type: string;
  /** English where there is one. */
  readonly name: string;
  readonly status: string;
  readonly since: string;
  readonly identity: DigitalIdentity;
  /** URIs of `AdditionalServiceInformation`. */
  readonly additionalInformation: readonly string[];
  /** Until when revocation data about expired certificates goes back; null if the list does not say. */
  readonly expiredCertsRevocationInfo: string | null;
  readonly isTakenOver: boolean;
  /**
   * Local name of the first critical extension that is not known, or `ServiceStatus` for such a status; null if there is
   * none.
   */
  readonly unknownExtension: string | null;
}

/** History often has the subject's name and key identifier only. */
export interface DigitalIdentity {
  /** As the list has them: not all are DER. */
  readonly certificates: readonly Uint8Array[];
  readonly subjectNames: readonly string[];
  readonly keyIdentifiers: readonly Uint8Array[];
  /** Certificates that are not base64. */
  readonly unreadable: number;
}
