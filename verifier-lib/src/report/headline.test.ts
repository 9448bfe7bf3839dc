import { describe, expect, test } from "vitest";
import { headlineFacts, presumedClaim, verdictOf } from "./headline.js";
import type { AuthorityTimeSource, Claim, GivenInput, Report, TimeSource } from "./report.js";

const BLOCK: TimeSource = {
  type: "evm-block",
  chain_id: 1,
  network: "Ethereum",
  kind: "public",
  tx_hash: "0xaa",
  block_number: 7,
  block_hash: "0xbb",
  confirmations: 9,
  relied_on: ["one", "two"],
};
const SEAL: AuthorityTimeSource = {
  type: "rfc3161-timestamp",
  authority: "Authority",
  kind: "trusted-list",
  qualified: null,
  trusted_list: null,
  serial_number: "0F",
  policy: "1.2",
  trust_anchor: "Root",
  relied_on: ["Authority"],
};
const ENTRY = { territory: "ES", sequence_number: 3, service: "S" };

const claim = (source: TimeSource, seconds: number | null = null): Claim => ({
  statement: "existed_no_later_than",
  time: "2026-01-01T00:00:00.000Z",
  stated_time: "2026-01-01T00:00:00.000Z",
  accuracy_seconds: seconds,
  basis: "relied-on",
  source,
});
const given = (
  kind: GivenInput["kind"],
  status: GivenInput["status"] = "checked",
  code: GivenInput["code"] = "ok",
): GivenInput => ({ kind, origin: "caller", index: 0, name: null, status, code, fault: null });

const factsOf = (claims: readonly Claim[], parts: Partial<Report> = {}) =>
  headlineFacts({
    format: "svc-verification-report/4",
    verifier: { name: "verifier", version: "1" },
    checked_at: "2026-11-21T12:00:00.000Z",
    input: { type: "svc-proof/2", size_bytes: 5, name: null },
    proof: null,
    inputs: [given("original")],
    outcome: "verified",
    reason: null,
    verdict: "verified",
    checks: [],
    claims,
    notices: [],
    ...parts,
  });
const caveatsOf = (one: Claim, parts: Partial<Report> = {}) => factsOf([one], parts)?.caveats;

test("there are none unless the report is verified, and has a claim", () => {
  expect(factsOf([claim(BLOCK)])).toEqual({ claim: claim(BLOCK), of: "file", caveats: [] });
  expect(factsOf([claim(BLOCK)], { outcome: "indeterminate" })).toBeNull();
  expect(factsOf([])).toBeNull();
});

test("what has no claim is no verified one", () => {
  const verdict = (claims: readonly Claim[]) =>
    verdictOf({ outcome: "verified", reason: null, claims, notices: [] });
  expect([verdict([]), verdict([claim(BLOCK)])]).toEqual(["indeterminate", "verified"]);
});

test.each<[string, readonly GivenInput[]]>([
  ["file", [given("seal"), given("original")]],
  ["file", [given("content_hash"), given("original")]],
  ["given-fingerprint", [given("original", "not_applicable", "not_needed"), given("content_hash")]],
  ["stated-fingerprint", [given("seal")]],
  ["stated-fingerprint", [given("original", "checked", "original_unreadable")]],
  ["stated-fingerprint", [given("original", "failed", "ok")]],
  ["stated-fingerprint", [given("content_hash", "checked", "content_hash_not_sha256")]],
])("the claim is about the %s: %#", (of, inputs) => {
  const facts = factsOf([claim(BLOCK)], { inputs });
  expect(facts?.of).toBe(of);
  expect(facts?.caveats).toEqual(of === "stated-fingerprint" ? [{ kind: "original-not-given" }] : []);
});

test("an accuracy worse than a day is a caveat of a block", () => {
  expect(caveatsOf(claim(BLOCK, 86_400))).toEqual([]);
  expect(caveatsOf(claim(BLOCK, 86_401))).toEqual([{ kind: "inaccurate", seconds: 86_401 }]);
  expect(caveatsOf(claim({ ...BLOCK, relied_on: [] }))).toEqual([]);
});

describe("caveats of a seal", () => {
  test("a qualified one needs an entry of a list, and no sandbox", () => {
    const of = (parts: Partial<AuthorityTimeSource>) =>
      caveatsOf(claim({ ...SEAL, qualified: true, ...parts }))?.map(({ kind }) => kind);
    expect(of({ trusted_list: ENTRY })).toEqual(["qualified"]);
    expect(of({})).toEqual(["trusted-list", "qualification-unknown"]);
    expect(of({ kind: "development", trusted_list: ENTRY })).toEqual(["sandbox"]);
  });

  test("the time as of which it was judged, which says nothing of a block", () => {
    const asked = { code: "asked_as_of_another_time", evidence: { as_of: "2020" } } as const;
    const other = { code: "single_source", evidence: { as_of: "2019" } } as const;
    const notices = [other, asked];
    expect(caveatsOf(claim(SEAL), { notices })?.at(-1)).toEqual({ kind: "judged-as-of", time: "2020" });
    expect(caveatsOf(claim(SEAL), { notices: [other] })).toHaveLength(2);
    expect(caveatsOf(claim(BLOCK), { notices })).toEqual([]);
  });
});

describe("the claim whose date law presumes", () => {
  const qualified = { ...SEAL, qualified: true, trusted_list: ENTRY } as AuthorityTimeSource;
  const at = (source: TimeSource, stated: string): Claim => ({ ...claim(source, 1), stated_time: stated });
  const presumed = (claims: readonly Claim[], parts: Partial<Report> = {}) =>
    presumedClaim({ outcome: "verified", claims, notices: [], ...parts } as Report)?.stated_time;

  test("is the earliest of a qualified timestamp, whatever came before it", () => {
    const claims = [at(BLOCK, "2026-01-01"), at(qualified, "2026-03-01"), at(qualified, "2026-02-01")];
    expect(presumed(claims)).toBe("2026-02-01");
  });

  test.each<[string, Claim, Partial<Report>]>([
    ["of a block", at(BLOCK, "2026-01-01"), {}],
    ["of an authority that is not qualified", at({ ...qualified, qualified: false }, "2026-01-01"), {}],
    ["of one of which that is not known", at({ ...qualified, qualified: null }, "2026-01-01"), {}],
    ["of one that the reader trusts", at({ ...qualified, kind: "trusted-by-caller" }, "2026-01-01"), {}],
    [
      "by lists that the reader gave",
      at(qualified, "2026-01-01"),
      { notices: [{ code: "trust_list_given", evidence: { sha256: "00" } }] },
    ],
    [
      "as of a time that the reader chose",
      at(qualified, "2026-01-01"),
      { notices: [{ code: "asked_as_of_another_time", evidence: { as_of: "2020" } }] },
    ],
    ["of what is not verified", at(qualified, "2026-01-01"), { outcome: "failed" }],
  ])("is none %s", (_, one, parts) => {
    expect(presumed([one], parts)).toBeUndefined();
  });
});
