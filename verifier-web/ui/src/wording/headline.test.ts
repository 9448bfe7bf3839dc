import type { Report } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { verdict as english } from "../texts/result/english.js";
import { givenOriginal, subjectOf } from "./headline.js";

test("a verifier in a package is named with the hash that a reader compares", () => {
  const sha256 = "ab".repeat(32);
  const notice = { code: "packed_verifier", evidence: { part: "verifier.html", sha256 } } as const;
  expect(subjectOf(notice, english)).toBe(`verifier.html, SHA-256 ${sha256}`);
});

test("parts are listed, and a notice about nothing in particular has no subject", () => {
  const parts = ["README.txt", "verifier.html"];
  expect(subjectOf({ code: "parts_not_checked", evidence: { parts } }, english)).toBe(parts.join(", "));
  expect(subjectOf({ code: "original_not_given", evidence: {} }, english)).toBeNull();
});

test("an attestation is named as its check is, and an unknown one by its type", () => {
  const about = (type: string) =>
    subjectOf({ code: "attestation_not_checked", evidence: { type, state: "confirmed" } }, english);
  expect(["opentimestamps", "rfc3161-qualified-timestamp", "new-kind"].map(about)).toEqual([
    "Bitcoin",
    "Electronic timestamp",
    "new-kind",
  ]);
});

describe("given original", () => {
  const reportOf = (...inputs: object[]) => ({ inputs }) as unknown as Report;
  const PACKED = { kind: "original", origin: "package", name: "original/Übersicht 1.pdf" };

  test("a file that was given, also beside one in a package", () => {
    const files = [
      { name: "evidence.zip", role: "package" },
      { name: "mine.pdf", role: "original" },
    ];
    expect(givenOriginal(files, reportOf(PACKED))).toEqual({ name: "mine.pdf", isPacked: false });
  });

  test("one in the package, without its folder there", () => {
    expect(givenOriginal([{ name: "evidence.zip", role: "package" }], reportOf(PACKED))).toEqual({
      name: "Übersicht 1.pdf",
      isPacked: true,
    });
  });

  test("neither", () => {
    const inputs = [{ kind: "content_hash", origin: "caller", name: null }];
    expect(givenOriginal([{ name: "proof.json", role: "proof" }], reportOf(...inputs))).toBeNull();
  });
});
