import { encodePortableProof } from "@svc-proof/shared/proof";
import { expect, test } from "vitest";
import { exampleProof } from "../../judge/example.testing.js";
import type { Report } from "../../report/report.js";
import { verify } from "../../verify.js";
import { rowOf } from "./row.js";

const proof = exampleProof();
const report = await verify(new TextEncoder().encode(encodePortableProof(proof)));
const PARTS = { path: "a.json", original: null, beside: [], probablyChanged: [], problem: null };
const [open] = report.checks.filter(({ status }) => status === "indeterminate");
const failing = { ...open!, id: "merkle", status: "failed", code: "merkle_root_mismatch" } as const;
const claim = {
  statement: "existed_no_later_than",
  time: "2026-01-02T03:04:05.000Z",
  accuracy_seconds: null,
  source: {
    type: "evm-block",
    kind: "public",
    chain_id: 1,
    network: "Ethereum",
    block: 7,
    relied_on: ["a", "b"],
  },
} as unknown as Report["claims"][number];

test("a date that is not confirmed: the check that is open, the fingerprint, no date and no source", () => {
  expect(
    rowOf(report, { path: "a.json", original: "o", beside: ["y"], probablyChanged: ["x"], problem: null }),
  ).toEqual({
    file: "a.json",
    outcome: "indeterminate",
    reason: "missing",
    problem: null,
    time: null,
    source: null,
    sourceKind: null,
    sentence: expect.stringMatching(/^CORRECT SO FAR: /),
    code: "anchor no_source",
    original: "o",
    fingerprint: `SHA-256 ${proof.content.hash}`,
    proofId: proof.proof_id,
    beside: ["y"],
    probablyChanged: ["x"],
    checkedAt: report.checked_at,
  });
});

test("the check that failed, not the one that is open", () => {
  const failed: Report = { ...report, outcome: "failed", reason: null, checks: [...report.checks, failing] };
  expect(rowOf(failed, PARTS).code).toBe("merkle merkle_root_mismatch");
  expect(rowOf({ ...report, checks: [] }, PARTS).code).toBeNull();
});

test("a verified date has its source, and no check decides against it", () => {
  const verified: Report = { ...report, outcome: "verified", reason: null, claims: [claim] };
  expect(rowOf(verified, PARTS)).toMatchObject({
    time: "2026-01-02T03:04:05.000Z",
    source: expect.stringContaining("Ethereum"),
    sourceKind: "public",
    code: null,
  });
});

test("what is no proof has neither a fingerprint nor an identifier", () => {
  expect(rowOf({ ...report, proof: null }, { ...PARTS, problem: "gone" })).toMatchObject({
    fingerprint: null,
    proofId: null,
    problem: "gone",
  });
});
