/** The interface of sources of revocation data. Only its implementations use the network. */
import type { Certificate } from "../x509/certificate.js";
import type { SourceErrorCode } from "./source-error.js";

/** The chain whose revocation is asked for. */
export interface RevocationQuestion {
  /** The certificate at the start of the chain. */
  readonly signer: Certificate;
  /** Where the chain ends: nothing is asked about these and what is above them. */
  readonly anchors: readonly Certificate[];
  /** Certificates that may be issuers, not trusted. */
  readonly certificates: readonly Certificate[];
  /** An answer that is out of date at this time is none. */
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** A list or response that is authentic and about one certificate of the chain. */
export interface RevocationAnswer {
  readonly kind: "crl" | "ocsp";
  /** DER. */
  readonly bytes: Uint8Array;
  /** Where it was fetched. */
  readonly url: string;
  readonly about: Certificate;
  /** Of that certificate in the chain: 0 for the signer. */
  readonly position: number;
}

/** A certificate about which there is no answer. */
export interface RevocationGap {
  readonly about: Certificate;
  readonly position: number;
  /**
   * `no_revocation_address`: it names no address that can be asked. `issuer_certificate_missing`: nobody can ask without
   * the certificate of its issuer. Else the error of the last address.
   */
  readonly code: SourceErrorCode | "no_revocation_address" | "issuer_certificate_missing";
  /** In English. Without bytes of the other side. */
  readonly message: string;
}

/** What was learnt about the certificates of a chain. */
export interface RevocationAnswers {
  /** From the signer upwards, without those of `gaps`. */
  readonly answers: readonly RevocationAnswer[];
  readonly gaps: readonly RevocationGap[];
  /** Certificates of issuers that were fetched to complete the chain, DER. */
  readonly issuers: readonly Uint8Array[];
}

/** A source of revocation data: the authorities' own addresses, as the certificates state them. */
export interface RevocationSource {
  /** The name of the source in reports. */
  readonly name: string;
  /** Time limit of one question, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /** Rejects with a `SourceError` only if no question could be asked; with the reason of the signal if it aborts. */
  fetchRevocation(question: RevocationQuestion): Promise<RevocationAnswers>;
}
