import { expect, test } from "vitest";
import type { CheckStatus, Evidence } from "./report.js";
import { readableName, sealDetails } from "./source-text.js";

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
  [
    { status: "good", revoked_at: null, reason: null, as_of: "2026" },
    "not revoked at that time, by data of 2026",
  ],
  [
    { status: "good", revoked_at: "2027", reason: null, as_of: "2028" },
    "not revoked at that time, by data of 2028, revoked later at 2027 (no reason given)",
  ],
  [
    { status: "good", revoked_at: "2027", reason: "superseded", as_of: "2028" },
    "not revoked at that time, by data of 2028, revoked later at 2027 (superseded)",
  ],
  [{ status: "revoked", revoked_at: "2025", reason: null }, "revoked at 2025"],
])("revocation: %j", (revocation, line) => {
  expect(details({ ...TOKEN, trust_anchor: { subject: "Root" }, revocation }).at(-1)).toBe(line);
});

test.each([
  ["Sandbox TSA", "Sandbox TSA"],
  ["CN=Sandbox TSA,O=Sandbox\\, not qualified", "Sandbox TSA"],
  ["O=Sandbox\\, not qualified,C=ES", "Sandbox, not qualified"],
  ["CN=a\\\\C3,O=b", "a\\C3"],
  ['C=ES,O=F\\C3\\A1brica \\+ \\"Moneda\\",OU=CERES', 'Fábrica + "Moneda"'],
  ["2.5.4.3=Name,2.5.4.10=#0c01", "Name"],
  ["OU=x\\,O=Bank", "x,O=Bank"],
  ["C=ES", "C=ES"],
  ["CN=x\\,O=Bank,O=y", "x,O=Bank"],
  ["a=b", "a=b"],
  ["", ""],
])("the name %j reads %j", (name, text) => {
  expect(readableName(name)).toBe(text);
});
