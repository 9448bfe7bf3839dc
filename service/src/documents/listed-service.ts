/** An entry of a trusted list in words of a document's language. */
import type { TrustedListEntry } from "../records/types.js";
import { countryName } from "./country-name.js";
import type { DocumentLanguage } from "./language.js";

export interface ListedService {
  readonly country: string;
  readonly provider: string;
  readonly service: string;
  /** As the list has it, such as `granted`. */
  readonly status: string;
  /** Times as the document writes them. */
  readonly since: string;
  readonly listNumber: number;
  readonly listIssued: string;
  /** SHA-256 of the list, hexadecimal. */
  readonly listSha256: string;
}

export function listedService(
  { territory, provider, service, status, since, list }: TrustedListEntry,
  language: DocumentLanguage,
  timeText: (time: Date) => string,
): ListedService {
  return {
    country: countryName(territory, language),
    provider,
    service,
    status,
    since: timeText(new Date(since)),
    listNumber: list.sequenceNumber,
    listIssued: timeText(new Date(list.issued)),
    listSha256: list.sha256,
  };
}
