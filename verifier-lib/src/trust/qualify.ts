/** What the verifier asks of a trust snapshot. `openTrustList` makes one. */
import type { Certificate } from "../x509/certificate.js";
import type { ListedService, ListFacts, ServiceStatus, StatusPeriod, TrustSnapshot } from "./snapshot.js";

// Statuses of a service over time: ETSI TS 119 612, sections 5.5.4 and D.5.

/** Status in a period in which the service had another type. */
export const OTHER_TYPE = "othertype";

export const GRANTED = "granted";

/** Supervised or accredited under Directive 1999/93/EC, before qualified time stamps existed. */
const BEFORE_EIDAS: readonly string[] = ["undersupervision", "supervisionincessation", "accredited"];

/**
 * Regulation (EU) No 910/2014 applies from 1 July 2016 (Article 52). Lists give the midnight of their country, the earliest
 * that of Greece, Finland and the Baltic states.
 */
const EIDAS_BEGINS: number = Date.parse("2016-06-30T21:00:00Z");
/** The last midnight of the Union, that of the Azores. Until then a supervision of before counts. */
const EIDAS_EVERYWHERE: number = Date.parse("2016-07-01T00:00:00Z");

/** The period that holds at a time; null before the first. */
export function statusAt({ history }: ListedService, time: Date): StatusPeriod | null {
  return history.find(({ since }) => Date.parse(since) <= time.getTime()) ?? null;
}

export function isSupervised({ status }: StatusPeriod): boolean {
  return BEFORE_EIDAS.includes(status);
}

/** Whether `granted` makes a timestamp of this time a qualified one. */
export function isGrantedAt({ status }: StatusPeriod, time: Date): boolean {
  return status === GRANTED && time.getTime() >= EIDAS_BEGINS;
}

/** Whether the service may anchor a seal of this time. */
export function isTrustedAt(service: ListedService, time: Date): boolean {
  const period = statusAt(service, time);
  if (period === null || period.unknownExtension !== undefined) return false;
  return period.status === GRANTED || (isSupervised(period) && time.getTime() < EIDAS_EVERYWHERE);
}

// What the services that a chain leads to make of a timestamp: ETSI TS 119 615, docs/decisions/10-trusted-lists.md.

/** A service that a certificate of the chain identifies. */
export interface ListedMatch {
  readonly service: ListedService;
  readonly list: ListFacts;
  readonly certificate: Certificate;
}

/**
 * From best to worst. One provider may have several services for one key, and one granted at that time is enough: the
 * Regulation asks for a provider that has the status, not that nobody else lost it.
 */
const RANKS: readonly QualificationCode[] = [
  "ok",
  "trusted_list_too_old",
  "service_extension_unknown",
  "service_withdrawn",
  "service_under_supervision",
  "service_of_other_type",
  "service_not_listed",
];

const RESULTS: Readonly<Record<QualificationCode, Qualification["result"]>> = {
  ok: "qualified",
  trusted_list_too_old: "indeterminate",
  trusted_list_missing: "indeterminate",
  chain_incomplete: "indeterminate",
  service_extension_unknown: "indeterminate",
  service_withdrawn: "not-qualified",
  service_under_supervision: "not-qualified",
  service_of_other_type: "not-qualified",
  service_not_listed: "not-qualified",
};

/**
 * Judges the services that a chain leads to, and lets the best answer decide; of equal ones the first.
 *
 * @param matches signer first.
 * @returns null if there is none.
 */
export function qualifyMatches(
  matches: readonly ListedMatch[],
  genTime: Date,
  existedBy: Date,
): Qualification | null {
  let best: Qualification | null = null;
  for (const match of matches) {
    const one = qualifyOne(match, genTime, existedBy);
    if (best === null || RANKS.indexOf(one.code) < RANKS.indexOf(best.code)) best = one;
  }
  return best;
}

function qualifyOne(
  { service, list, certificate }: ListedMatch,
  genTime: Date,
  existedBy: Date,
): Qualification {
  const period = statusAt(service, genTime);
  const isOld = list.nextUpdate !== null && genTime.getTime() > Date.parse(list.nextUpdate);
  const code = isOld ? "trusted_list_too_old" : codeOf(period, genTime);
  return {
    result: RESULTS[code],
    code,
    service,
    list,
    territory: list.territory,
    identity: certificate.subject.text,
    atGenTime: told(period),
    atExistence: told(statusAt(service, existedBy)),
  };
}

function codeOf(period: StatusPeriod | null, genTime: Date): QualificationCode {
  if (period === null) return "service_not_listed";
  if (period.unknownExtension !== undefined) return "service_extension_unknown";
  if (isGrantedAt(period, genTime)) return "ok";
  if (period.status === OTHER_TYPE) return "service_of_other_type";
  // Granted before the Regulation applied: a list that was corrected later.
  return isSupervised(period) || period.status === "granted"
    ? "service_under_supervision"
    : "service_withdrawn";
}

function told(period: StatusPeriod | null): { readonly status: string; readonly since: string } | null {
  return period === null ? null : { status: period.status, since: period.since };
}

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
