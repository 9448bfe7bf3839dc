import type { Evidence } from "../report/report.js";
import type { ToldListEntry } from "../trustlist/parse-trusted-list-entry.js";
import type { Qualification } from "../trustlist/trust-list.js";

/** For the evidence. */
export interface EntryComparison extends Evidence {
  /** Whether the verifier's own list says the same; null if it was not asked. */
  readonly agrees: boolean | null;
  /** Names of the fields that differ. */
  readonly differs: readonly string[];
}

/** @param qualification null if it was not asked: then nothing can be compared. */
export function compareEntry(told: ToldListEntry, qualification: Qualification | null): EntryComparison {
  const { territory, provider, service, status, since } = told;
  const differs = qualification === null ? [] : differences(told, qualification);
  return {
    territory,
    provider,
    service,
    status,
    since,
    list: { sequence_number: told.sequenceNumber, sha256: told.listSha256 },
    snapshot_sha256: told.snapshotSha256,
    agrees: qualification === null ? null : differs.length === 0,
    differs,
  };
}

/** Names of the fields. Sequence number and hashes are of the list that the issuer had, which may be another edition. */
function differences(told: ToldListEntry, { service, atGenTime }: Qualification): readonly string[] {
  if (service === null) return ["service"];
  const isSameTime = atGenTime !== null && Date.parse(told.since) === Date.parse(atGenTime.since);
  return [
    ...(told.territory === service.territory ? [] : ["territory"]),
    ...(told.provider === service.provider ? [] : ["provider"]),
    ...(told.service === service.name ? [] : ["service"]),
    ...(told.status === atGenTime?.status ? [] : ["status"]),
    ...(isSameTime ? [] : ["since"]),
  ];
}
