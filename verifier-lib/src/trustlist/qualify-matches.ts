/** What the services that a chain leads to make of a timestamp: ETSI TS 119 615, docs/decisions/038-trust-snapshot.md. */
import type { Certificate } from "../x509/certificate.js";
import { isGrantedAt, isSupervised, OTHER_TYPE, statusAt } from "./service-status.js";
import type { Qualification, QualificationCode } from "./trust-list.js";
import type { ListedService, ListFacts, StatusPeriod } from "./trust-snapshot.js";

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
