/** Words of the log and of start errors for an answer of the trusted lists. */
import type { Qualification } from "@svc-proof/verifier-lib/trust";

/** A clause without subject: `was withdrawn on … (ES, list 184 of …)`. */
export function qualificationText({ code, service, list, territory, atGenTime }: Qualification): string {
  const source =
    list === null
      ? "none of the lists at hand"
      : `list ${list.sequenceNumber} of ${list.territory}, issued ${list.issued}`;
  const named = service === null ? "" : ` as "${service.name}" of ${service.provider}`;
  const status = atGenTime === null ? "" : ` since ${atGenTime.since}`;
  switch (code) {
    case "ok":
      return `is granted${named}${status} (${source})`;
    case "service_not_listed":
      return `is not listed (${source})`;
    case "service_of_other_type":
      return `is listed for another type of service only (${source})`;
    case "service_withdrawn":
      return `is listed${named}, but withdrawn${status} (${source})`;
    case "service_under_supervision":
      return `is listed${named}, but only under supervision${status} (${source})`;
    case "service_extension_unknown":
      return `is listed${named} with a critical extension that this version does not know (${source})`;
    case "trusted_list_too_old":
      return `cannot be judged: the list answers until ${list?.nextUpdate} only (${source})`;
    case "chain_incomplete":
      return `cannot be judged: the certificate of an issuer is missing (${source})`;
    case "trusted_list_missing":
      return `cannot be judged: the list of ${territory} is not at hand`;
  }
}
