/**
 * `seal/trusted-list-entry.json` of a package: docs/formats/evidence.md. It says what the service found when the seal was
 * issued; nobody relies on it.
 */
import type { TrustedListEntry } from "../../records/types.js";

/** UTF-8. The same entry gives the same bytes. */
export function encodeTrustedListEntry(entry: TrustedListEntry): Uint8Array {
  const { territory, provider, service, status, since, list, snapshotSha256 } = entry;
  const document = {
    format: "svc-trusted-list-entry/1",
    territory,
    provider,
    service,
    status,
    since,
    list: {
      sequence_number: list.sequenceNumber,
      issued: list.issued,
      next_update: list.nextUpdate,
      sha256: list.sha256,
    },
    snapshot_sha256: snapshotSha256,
  };
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}
