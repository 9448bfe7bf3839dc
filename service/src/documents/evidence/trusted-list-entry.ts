/**
 * `seal/trusted-list-entry.json` of a package: docs/formats/evidence.md. It says what the service found when the seal was
 * issued; nobody relies on it.
 */
import { trustedListEntryResource } from "../../resources/trusted-list-entry-resource.js";
import type { TrustedListEntry } from "../../store/store.js";

/** UTF-8. The same entry gives the same bytes. */
export function encodeTrustedListEntry(entry: TrustedListEntry): Uint8Array {
  const document = { format: "svc-trusted-list-entry/1", ...trustedListEntryResource(entry) };
  return new TextEncoder().encode(`${JSON.stringify(document, null, 2)}\n`);
}
