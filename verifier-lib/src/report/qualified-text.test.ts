import { expect, test } from "vitest";
import type { Evidence } from "./report.js";
import { qualifiedDetails } from "./source-text.js";

const LIST = {
  territory: "ES",
  sequence_number: 3,
  issued: "2026-01-02T00:00:00Z",
  next_update: "2026-07-02T00:00:00Z",
  sha256: "aa",
};
const SNAPSHOT = {
  origin: "shipped",
  lists: [LIST, { ...LIST, territory: "FR" }],
  sha256: "bb",
  age_days: 4,
};
const GRANTED = { status: "granted", since: "2020-01-01T00:00:00Z", time: "2025-01-01T00:00:00Z" };
const LISTED = {
  snapshot: SNAPSHOT,
  service: "Service",
  provider: "Provider",
  leads_to: "Root",
  territory: "ES",
  list: LIST,
  at_gen_time: GRANTED,
  at_existence: GRANTED,
};
const details = (evidence: Evidence) =>
  qualifiedDetails({ id: "qualified", status: "passed", code: "ok", basis: "computed", evidence });

test("a listed service is named with its status at both times, its list and the snapshot", () => {
  expect(details(LISTED)).toEqual([
    "Service",
    "provider  Provider",
    "granted since 2020-01-01, at the time of the seal (2025-01-01T00:00:00Z)",
    "granted since 2020-01-01, at the time of this verification (2025-01-01T00:00:00Z)",
    "by the trusted list of ES, number 3, issued 2026-01-02, next by 2026-07-02",
    "sha256    aa",
    "lists of the snapshot that ships with this verifier, the newest 4 days old:",
    "ES 3 (2026-01-02), FR 3 (2026-01-02)",
    "snapshot  bb",
  ]);
});

test("a list without a successor is the last one, and a snapshot may be a given one", () => {
  const lines = details({
    ...LISTED,
    list: { ...LIST, next_update: null },
    snapshot: { ...SNAPSHOT, origin: "given" },
  });
  expect(lines[4]).toMatch(/issued 2026-01-02, the last one$/);
  expect(lines[6]).toMatch(/^lists of a given snapshot/);
});

test.each<[Evidence | null, string]>([
  [null, "not listed yet at the time of this verification"],
  [
    { ...GRANTED, basis: "proof-of-existence" },
    "granted since 2020-01-01, when the seal is proven to have existed (2025-01-01T00:00:00Z)",
  ],
  [
    { ...GRANTED, is_covered: true },
    "granted since 2020-01-01, at the time of this verification (2025-01-01T00:00:00Z)",
  ],
  [
    { ...GRANTED, is_covered: false },
    "not known at the time of this verification (2025-01-01T00:00:00Z): the list ends before; it says granted since 2020-01-01",
  ],
])("the status at which the seal is known to exist: %#", (status, line) => {
  expect(details({ ...LISTED, at_existence: status })[3]).toBe(line);
});

test("a service that was listed later says so", () => {
  expect(details({ ...LISTED, at_gen_time: null })[2]).toBe("not listed yet at the time of the seal");
});

test("a chain to no listed service is told, and which list would be needed", () => {
  const lines = (parts: Evidence) => details({ ...LISTED, service: null, ...parts }).slice(0, 2);
  const leads = "the chain of its certificates leads to Root";
  expect(lines({ list: null })).toEqual([leads, "not at hand: the trusted list of ES"]);
  expect(lines({ list: null, territory: null })[1]).toMatch(/^lists of/);
  expect(lines({})[1]).toMatch(/^lists of/);
});

test("what a package states is compared only if it could be", () => {
  const told = { agrees: true, territory: "ES", service: "Service", list: LIST };
  const last = (agrees: boolean | null) => details({ ...LISTED, told: { ...told, agrees } }).at(-1);
  expect(last(true)).toBe("the package states ES, number 3: Service, which agrees");
  expect(last(false)).toBe("the package states ES, number 3: Service, which DIFFERS");
  expect(last(null)).toBe("snapshot  bb");
});

test("without a snapshot there is at most a reason", () => {
  expect(details({ reason: "no list" })).toEqual(["no list"]);
  expect(details({})).toEqual([]);
});
