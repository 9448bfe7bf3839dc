/** What the verifier asks of a trust snapshot. `openTrustList` makes one. */
import type { Certificate } from "../x509/certificate.js";
import type { ListedService, ListFacts, ServiceStatus, TrustSnapshot } from "./trust-snapshot.js";

/** A snapshot of the EU trusted lists that can be asked. */
export interface TrustList {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
  /** SHA-256 of the snapshot's canonical bytes, lower-case hexadecimal. */
  readonly sha256: string;
  readonly snapshot: TrustSnapshot;

  /**
   * Certificates to trust for a seal of `genTime`: those that identify a service that was granted at `genTime` (or, before
   * 1 July 2016, supervised or accredited) and are among `certificates`, have the key of one of them, or have the name of
   * the issuer of one of them. Each is byte for byte in a trusted list. A list past its next update still counts here.
   */
  anchorsFor(certificates: readonly Certificate[], genTime: Date): readonly Certificate[];

  /**
   * Whether the services in the lists make a timestamp a qualified one.
   *
   * @param chain from the signer upwards, as far as it is known; never empty. The caller has verified that each certificate
   * signed the one before it, and that the signer signed the token: what is here only by its name proves nothing.
   * @param genTime the time in the token.
   * @param existedBy the best proof of existence of the token, else now.
   */
  qualify(chain: readonly Certificate[], genTime: Date, existedBy: Date): Qualification;
}

/** Codes of the check `qualified`. */
export type QualificationCode =
  /** The service was granted at genTime. */
  | "ok"
  /** Answers "no". */
  | "service_not_listed"
  | "service_of_other_type"
  | "service_withdrawn"
  | "service_under_supervision"
  /** No answer. */
  | "service_extension_unknown"
  | "chain_incomplete"
  | "trusted_list_too_old"
  | "trusted_list_missing";

/** Whether a timestamp is a qualified one (Regulation (EU) No 910/2014, Article 42), and what decides it. */
export interface Qualification {
  readonly result: "qualified" | "not-qualified" | "indeterminate";
  readonly code: QualificationCode;
  /** The service that decides; null if none is listed. */
  readonly service: ListedService | null;
  /** The list of the service; of the signer's country if no service is listed; null if there is none. */
  readonly list: ListFacts | null;
  /** Of `list`, or of the list that is missing; null if the chain names no territory that has a list. */
  readonly territory: string | null;
  /** Subject of the certificate in the chain that identifies the service. */
  readonly identity: string | null;
  /** Null if no service is listed, or the service was not yet listed then. */
  readonly atGenTime: { readonly status: ServiceStatus; readonly since: string } | null;
  /** At the proof of existence of the token; null as above. */
  readonly atExistence: { readonly status: ServiceStatus; readonly since: string } | null;
}
