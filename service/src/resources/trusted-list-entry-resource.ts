/** An entry of a trusted list as the API shows it, its times to the millisecond as all others. */
import type { TrustedListEntry } from "../records/types.js";

export interface TrustedListEntryResource {
  readonly territory: string;
  readonly provider: string;
  readonly service: string;
  readonly status: string;
  readonly since: string;
  readonly list: {
    readonly sequence_number: number;
    readonly issued: string;
    readonly next_update: string | null;
    readonly sha256: string;
  };
  readonly snapshot_sha256: string;
}

export function trustedListEntryResource(entry: TrustedListEntry): TrustedListEntryResource {
  const { territory, provider, service, status, since, list, snapshotSha256 } = entry;
  return {
    territory,
    provider,
    service,
    status,
    since: timeText(since),
    list: {
      sequence_number: list.sequenceNumber,
      issued: timeText(list.issued),
      next_update: list.nextUpdate && timeText(list.nextUpdate),
      sha256: list.sha256,
    },
    snapshot_sha256: snapshotSha256,
  };
}

function timeText(ofList: string): string {
  return new Date(ofList).toISOString();
}
