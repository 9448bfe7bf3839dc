import type { Check, Report } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { SITE_TEXTS } from "../../../../test/site-texts.js";
import { LANGUAGES } from "../language.js";
import { verdict as english } from "../texts/result/english.js";
import { givenOriginal, headlineOf, sentenceOf, subjectOf } from "./headline.js";
import { pictureOf } from "./picture.js";

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

/** A sentence is false in some states of a report: there, another stands in its place. */
describe.each(LANGUAGES)("what is said where the usual sentence would be false: %s", (language) => {
  const { result, codes } = SITE_TEXTS[language];
  const check = (id: string, code: string, evidence: object = {}) =>
    ({ id, status: code === "ok" ? "passed" : "indeterminate", code, evidence }) as unknown as Check;
  const given = (kind: string, status = "checked") => ({ kind, status, code: "ok" });
  const entered = [given("content_hash")] as unknown as Report["inputs"];

  test.each([
    ["a file", check("content", "ok"), [], codes.passed.content],
    ["a fingerprint", check("content", "ok"), entered, codes.inState.enteredEqual],
    ["another file", check("content", "content_hash_mismatch"), [], codes.codes.content_hash_mismatch],
    ["another fingerprint", check("content", "content_hash_mismatch"), entered, codes.inState.enteredOther],
    ["a packed file", check("content", "ok", { part: "original/a" }), entered, codes.passed.content],
    ["a service on no list", check("qualified", "service_not_listed"), [], codes.codes.service_not_listed],
    [
      "a service that is on the list since later",
      check("qualified", "service_not_listed", { service: "Service" }),
      [],
      codes.inState.notListedThen,
    ],
    ["a chain that ends nowhere", check("seal", "no_path"), [], codes.codes.no_path],
    ["a false chain to a list", check("qualified", "no_path"), [], codes.inState.noPathToList],
  ] as const)("of %s", (_, one, inputs, sentence) => {
    expect(sentenceOf(one, codes, inputs)).toBe(sentence);
  });

  const sentenceWith = (checks: readonly Check[], inputs: readonly object[] = []) => {
    const report = { outcome: "indeterminate", claims: [], notices: [], checks, inputs } as unknown as Report;
    return (headlineOf(report, result, codes, language) as { readonly sentence: string }).sentence;
  };

  test("that no source was asked is said only if none was", () => {
    const checks = [check("anchor", "source_unreachable"), check("bitcoin", "no_bitcoin_header")];
    const notUsed = given("evm_source", "not_applicable");
    expect(sentenceWith([check("anchor", "no_source")], [notUsed])).toBe(result.headline.nobodyAsked);
    expect(sentenceWith(checks, [given("evm_source")])).toBe(result.headline.nobodyKnew);
  });

  test.each([
    ["no list names it", "service_not_listed", null, true],
    ["a list names it since later", "service_not_listed", "Service", false],
    ["it was withdrawn", "service_withdrawn", "Service", false],
    ["its country’s list is missing", "trusted_list_missing", null, false],
  ] as const)("that nobody vouches for an authority is said only if no list names it: %s", (...row) => {
    const [, code, service, isSaid] = row;
    const checks = [check("seal", "no_trust_anchor"), check("qualified", code, { service })];
    expect(sentenceWith(checks)).toBe(isSaid ? result.headline.untrusted : codes.codes.no_trust_anchor);
  });

  const pictured = (checks: readonly Check[], inputs: readonly object[]) => {
    const hash = "ab".repeat(32);
    const facts = {
      checked_at: "2026-11-30T00:00:00.000Z",
      proof: { content: { algorithm: "SHA-256", hash } },
    };
    const report = {
      outcome: "failed",
      verdict: "failed",
      claims: [],
      notices: [],
      ...facts,
      checks,
      inputs,
    };
    const { path } = pictureOf(report as unknown as Report, result, language)!;
    return Object.fromEntries(path.map(({ icon, state }) => [icon, state]));
  };

  test("the picture has no file where a fingerprint was compared", () => {
    const { states } = result.picture;
    expect(pictured([check("content", "ok")], [given("original")])).toMatchObject({
      fingerprint: states.verified,
    });
    expect(pictured([check("content", "ok")], entered)).toMatchObject({ fingerprint: states.skipped });
  });

  test("the picture of a failure has an authority that lists supervised then, as lists have it", () => {
    const at = (time: string) => {
      const evidence = { service: "Service", at_gen_time: { status: "undersupervision", time } };
      const checks = [check("seal", "ok"), check("qualified", "service_under_supervision", evidence)];
      return pictured(checks, [])["timestamp"];
    };
    expect(at("2016-06-30T12:00:00.000Z")).toBe(result.picture.states.verified);
    expect(at("2016-07-01T00:00:00.000Z")).toBe(result.picture.states.chosen);
  });
});
