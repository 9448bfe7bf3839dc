/** docs/formats/trust-list.md against the code: every code stands in its tables, and no other. */
import { readFileSync } from "node:fs";
import type { JsonErrorCode } from "@svc-proof/shared/encoding";
import type { QualificationCode, TrustSnapshotErrorCode } from "@svc-proof/verifier-lib/trust";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../docs/formats/trust-list.md", import.meta.url), "utf8");

// Complete by their types: a code added to or removed from the code does not compile here.
const MALFORMATIONS: Readonly<Record<Exclude<TrustSnapshotErrorCode, JsonErrorCode>, true>> = {
  missing_field: true,
  snapshot_certificate_malformed: true,
  snapshot_hash_malformed: true,
  snapshot_history_malformed: true,
  snapshot_identity_malformed: true,
  snapshot_name_malformed: true,
  snapshot_not_canonical: true,
  snapshot_order: true,
  snapshot_status_malformed: true,
  snapshot_territory_malformed: true,
  snapshot_time_malformed: true,
  snapshot_too_many: true,
  snapshot_version_unknown: true,
  unknown_field: true,
  unsupported_format: true,
  work_limit_exceeded: true,
};
const ANSWERS: Readonly<Record<QualificationCode, true>> = {
  chain_incomplete: true,
  ok: true,
  service_extension_unknown: true,
  service_not_listed: true,
  service_of_other_type: true,
  service_under_supervision: true,
  service_withdrawn: true,
  trusted_list_missing: true,
  trusted_list_too_old: true,
};

/** Codes in the first cells of the tables of a section. */
function codesOf(heading: string): string[] {
  const start = page.indexOf(`\n## ${heading}\n`);
  expect(start, `no section "${heading}"`).toBeGreaterThan(0);
  const end = page.indexOf("\n## ", start + 1);
  const rows = page.slice(start, end < 0 ? undefined : end).split("\n");
  const cells = rows.filter((row) => row.startsWith("| `")).map((row) => row.split("|")[1]!);
  return [...new Set(cells.flatMap((cell) => cell.match(/[a-z0-9_]+/g) ?? []))].sort();
}

test("names every malformation of a snapshot", () => {
  expect(codesOf("Codes")).toEqual(Object.keys(MALFORMATIONS).sort());
});

test("names every answer", () => {
  expect(codesOf("Asking one")).toEqual(Object.keys(ANSWERS).sort());
});
