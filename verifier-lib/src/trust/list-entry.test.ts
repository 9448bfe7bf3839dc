import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { parseTrustedListEntry, TRUSTED_LIST_ENTRY_LIMITS } from "./list-entry.js";

const ENTRY = {
  format: "svc-trusted-list-entry/1",
  territory: "ES",
  provider: "Example TSP",
  service: "Example time stamps",
  status: "granted",
  since: "2026-01-01T00:00:00Z",
  list: {
    sequence_number: 7,
    issued: "2026-06-01T00:00:00Z",
    next_update: null as string | null,
    sha256: "ab".repeat(32),
  },
  snapshot_sha256: "cd".repeat(32),
};
const encoder = new TextEncoder();
const bytesOf = (value: unknown) => encoder.encode(typeof value === "string" ? value : JSON.stringify(value));
const parse = (value: unknown) => parseTrustedListEntry(bytesOf(value));

function codeOf(value: unknown): string {
  try {
    parse(value);
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
}

test("what a package says", () => {
  expect(parse(ENTRY)).toEqual({
    territory: "ES",
    provider: "Example TSP",
    service: "Example time stamps",
    status: "granted",
    since: "2026-01-01T00:00:00Z",
    sequenceNumber: 7,
    listSha256: "ab".repeat(32),
    snapshotSha256: "cd".repeat(32),
  });
  expect(codeOf({ ...ENTRY, later: [{}] })).toBe("ok");
});

describe("malformed entries", () => {
  test.each([
    ["", "empty"],
    ["[]", "wrong_type"],
    [JSON.stringify(ENTRY).slice(0, -1), "json_truncated"],
    [`${JSON.stringify(ENTRY)} x`, "json_trailing_data"],
    [{ ...ENTRY, format: "svc-trusted-list-entry/2" }, "unsupported_format"],
    [{ ...ENTRY, territory: "es" }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, provider: "" }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, service: "x".repeat(2049) }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, status: "http://granted" }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, since: "yesterday" }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, since: "2026-13-01T00:00:00Z" }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, snapshot_sha256: "AB".repeat(32) }, "trusted_list_entry_malformed"],
    [{ ...ENTRY, list: { ...ENTRY.list, sequence_number: 0 } }, "integer_out_of_range"],
    [{ ...ENTRY, list: { sha256: ENTRY.list.sha256 } }, "missing_field"],
    [{ ...ENTRY, list: [[[[[]]]]] }, "wrong_type"],
    [{ ...ENTRY, later: [[[[[]]]]] }, "json_too_deep"],
    ['{"format":"svc-trusted-list-entry/1","format":"svc-trusted-list-entry/1"}', "duplicate_key"],
  ])("%j: %s", (value, code) => {
    expect(codeOf(value)).toBe(code);
  });

  test.each<[string, string, string]>([
    ["territory", "ESESESES", "ok"],
    ["territory", "E", "trusted_list_entry_malformed"],
    ["territory", "ESESESESE", "trusted_list_entry_malformed"],
    ["territory", "1ES", "trusted_list_entry_malformed"],
    ["territory", "ES1", "trusted_list_entry_malformed"],
    ["provider", "x".repeat(2048), "ok"],
    ["provider", "x".repeat(2049), "trusted_list_entry_malformed"],
    ["service", "", "trusted_list_entry_malformed"],
    ["status", "x".repeat(64), "ok"],
    ["status", "x".repeat(65), "trusted_list_entry_malformed"],
    ["status", "", "trusted_list_entry_malformed"],
    ["status", "-granted", "trusted_list_entry_malformed"],
    ["status", "granted-", "trusted_list_entry_malformed"],
    ["since", "2026-01-01T00:00:00.123Z", "ok"],
    ["since", "2026-01-01T00:00:00.12Z", "trusted_list_entry_malformed"],
    ["since", "2026-01-01T00:00:00", "trusted_list_entry_malformed"],
    ["since", "2026-01-01", "trusted_list_entry_malformed"],
    ["since", "x2026-01-01T00:00:00Z", "trusted_list_entry_malformed"],
    ["since", "2026-01-01T00:00:00Zx", "trusted_list_entry_malformed"],
    ["since", "2026-01-01T00:00:00Z\u0000", "trusted_list_entry_malformed"],
    ["since", "+002026-01-01T00:00:00Z", "trusted_list_entry_malformed"],
    ["since", "2026-01-01T00:60:00Z", "trusted_list_entry_malformed"],
    ["since", "2016-12-31T23:59:60Z", "trusted_list_entry_malformed"],
    ["snapshot_sha256", "cd".repeat(31), "trusted_list_entry_malformed"],
    ["toString", "an unknown field", "ok"],
  ])("%s %j: %s", (field, text, code) => {
    expect(codeOf({ ...ENTRY, [field]: text })).toBe(code);
  });

  test.each([
    [{ sequence_number: 1, sha256: "ab".repeat(32) }, "ok"],
    [{ sequence_number: 1 }, "missing_field"],
    [{ sequence_number: 1, sha256: "AB".repeat(32) }, "trusted_list_entry_malformed"],
    [{ ...ENTRY.list, later: [] }, "ok"],
  ])("the list %j: %s", (list, code) => {
    expect(codeOf({ ...ENTRY, list })).toBe(code);
  });

  test.each(["format", "territory", "provider", "service", "status", "since", "list", "snapshot_sha256"])(
    "without %s",
    (field) => {
      expect(codeOf({ ...ENTRY, [field]: undefined })).toBe("missing_field");
    },
  );

  test("16,384 bytes, and one more", () => {
    const text = JSON.stringify(ENTRY);
    const { maxBytes } = TRUSTED_LIST_ENTRY_LIMITS;
    expect(codeOf(text.padEnd(maxBytes))).toBe("ok");
    expect(codeOf(text.padEnd(maxBytes + 1))).toBe("too_large");
  });

  test("reading spends a unit for sixteen bytes", () => {
    const bytes = bytesOf(ENTRY);
    const units = Math.ceil(bytes.length / 16);
    const work = new WorkBudget(units);
    parseTrustedListEntry(bytes, { work });
    expect(work.left).toBe(0);
    expect(() => parseTrustedListEntry(bytes, { work: new WorkBudget(units - 1) })).toThrow("work");
  });
});
