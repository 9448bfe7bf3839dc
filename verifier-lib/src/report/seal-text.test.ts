import { expect, test } from "vitest";
import type { CheckStatus, Evidence } from "./report.js";
import { sealDetails } from "./source-text.js";

const TOKEN = { gen_time: "2026-01-01T00:00:00Z", accuracy_seconds: 1, serial_number: "0F", policy: "1.2" };
const SERIAL = "serial    0F, policy 1.2";
const details = (evidence: Evidence, status: CheckStatus = "passed") =>
  sealDetails({ id: "seal", status, code: "ok", basis: "relied-on", evidence });

test("nothing is told of a seal that could not be read", () => {
  expect(details({}, "failed")).toEqual([]);
});

test("a time counts only if the check passed", () => {
  expect(details(TOKEN)).toEqual(["2026-01-01T00:00:00Z (± 1 s)", SERIAL]);
  expect(details({ ...TOKEN, accuracy_seconds: null }, "indeterminate")).toEqual([
    "says 2026-01-01T00:00:00Z, NOT confirmed",
    SERIAL,
  ]);
});

test("signer and trusted certificate are named if they are known", () => {
  const revocation = { status: "not_checked", revoked_at: null, reason: null };
  expect(details({ ...TOKEN, signer: { subject: "Signer" } })).toEqual([
    "2026-01-01T00:00:00Z (± 1 s)",
    "signed for Signer",
    SERIAL,
  ]);
  expect(
    details({ ...TOKEN, signer: { subject: "Signer" }, trust_anchor: { subject: "Root" }, revocation }),
  ).toEqual([
    "2026-01-01T00:00:00Z (± 1 s)",
    "signed for Signer",
    "trusted   Root",
    SERIAL,
    "revocation not checked: no revocation data was given",
  ]);
});

test.each<[Evidence, string]>([
  [{ status: "good", revoked_at: null, reason: null }, "not revoked at that time"],
  [
    { status: "good", revoked_at: "2027", reason: null },
    "not revoked at that time, revoked later at 2027 (no reason given)",
  ],
  [
    { status: "good", revoked_at: "2027", reason: "superseded" },
    "not revoked at that time, revoked later at 2027 (superseded)",
  ],
  [{ status: "revoked", revoked_at: "2025", reason: null }, "revoked at 2025"],
])("revocation: %j", (revocation, line) => {
  expect(details({ ...TOKEN, trust_anchor: { subject: "Root" }, revocation }).at(-1)).toBe(line);
});
