/**
 * The one sentence of a result, for reports of the library itself. outcomes.test.ts covers reports
 * with sources.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Claim, type Report, type VerifyOptions, verify } from "@svc-proof/verifier-lib";
import { describe, expect, test } from "vitest";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { result as french } from "../../../verifier-web/src/texts/result/french.js";
import { result as german } from "../../../verifier-web/src/texts/result/german.js";
import { result as spanish } from "../../../verifier-web/src/texts/result/spanish.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { claimSign, headlineOf } from "../../../verifier-web/ui/src/wording/headline.js";
import { utcText } from "../../../verifier-web/ui/src/wording/values.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";

const proof = (name: string) => readFileSync(join(root, "test/vectors/svc-proof-2", name));
const ots = vectorFolder("ots");
const tsp = vectorFolder("tsp");

function sentence(report: Report): string {
  const headline = headlineOf(report, result, codes, "en");
  return "sentence" in headline ? headline.sentence : headline.template;
}

test("a proof with no source asked", async () => {
  expect(sentence(await verify(proof("good/hundred-leaves.json")))).toBe(result.headline.nobodyAsked);
});

test("a proof without an anchor says so, and does not suggest that an online check would help", async () => {
  const report = await verify(proof("good/no-anchors-no-attestations.json"));
  expect(sentence(report)).toBe(codes.codes.no_anchor);
});

test("a timestamp that a program has saved as text says so", async () => {
  const mangled = readFileSync(join(root, "test/vectors/handed-in/content-saved-as-text.ots"));
  expect(sentence(await verify(mangled))).toBe(codes.looksLike.mangled_opentimestamps);
});

test("a failure comes before open checks", async () => {
  expect(sentence(await verify(proof("bad/sibling-changed.json")))).toBe(codes.codes.merkle_root_mismatch);
});

test("an unreadable original comes before a chain that was not asked", async () => {
  const original = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error("gone")) });
  const report = await verify(proof("good/hundred-leaves.json"), { original });
  expect(sentence(report)).toBe(codes.codes.original_unreadable);
});

test.skipIf(ots === null)("a timestamp that waits for its block", async () => {
  const report = await verify(readFileSync(join(ots!, "good/two-calendars.txt.ots")));
  expect(sentence(report)).toBe(codes.codes.bitcoin_pending);
});

test.skipIf(tsp === null)(
  "a seal: no trust anchor yet; then its time, with what was not checked",
  async () => {
    const seal = readFileSync(join(tsp!, "good/sigstage-sha256.tsr"));
    expect(sentence(await verify(seal))).toBe(result.headline.untrusted);
    const trust = [readFileSync(join(tsp!, "good/sigstage.chain.pem"), "latin1")];
    const headline = headlineOf(await verify(seal, { trust }), result, codes, "en");
    expect(headline).toMatchObject({
      template: result.headline.existed.chosen["stated-fingerprint"],
      claim: { time: "2025-05-09T11:58:56.000Z", stated_time: "2025-05-09T11:58:55.000Z" },
      caveat: [result.caveats["not-qualified"], result.caveats["original-not-given"]].join(" "),
    });
  },
);

test("a source has the sign of the verdict on it alone", () => {
  const signOf = (type: string, kind: string, qualified: boolean | null, ...notices: readonly string[]) =>
    claimSign(
      { source: { type, kind, qualified } } as unknown as Claim,
      { notices: notices.map((code) => ({ code, evidence: {} })) } as unknown as Report,
    );
  expect(signOf("bitcoin-block", "public", null)).toBe("good");
  expect(signOf("evm-block", "unknown", null)).toBe("open");
  expect(signOf("evm-block", "testnet", null)).toBe("none");
  expect(signOf("rfc3161-timestamp", "development", true)).toBe("none");
  expect(signOf("rfc3161-timestamp", "trusted-by-caller", null)).toBe("own");
  expect(signOf("rfc3161-timestamp", "trusted-by-caller", true)).toBe("good");
  expect(signOf("rfc3161-timestamp", "trusted-list", true)).toBe("good");
  // A list that the reader gave is the reader's word.
  expect(signOf("rfc3161-timestamp", "trusted-list", true, "trust_list_given")).toBe("own");
});

describe.each([
  ["en", result, "about 68 years"],
  ["es", spanish, "68 años aproximadamente"],
  ["de", german, "etwa 68 Jahre"],
  ["fr", french, "environ 68 ans"],
] as const)("in %s", (language, texts, span) => {
  const given = (name: string) => new Uint8Array(readFileSync(join(root, "test/vectors/given/files", name)));
  const trust = [Buffer.from(given("root.pem")).toString()];
  const now = new Date("2026-11-21T12:00:00Z");
  const ask = async (name: string, options: VerifyOptions) => {
    const headline = headlineOf(await verify(given(name), { now, ...options }), texts, codes, language);
    if (!("claim" in headline)) return expect.fail(`expected a claim, got ${headline.sentence}`);
    return headline;
  };

  test("an accuracy of 68 years is part of the time, and stated", async () => {
    const headline = await ask("content-accuracy-68-years.tsr", { trust });
    expect(headline.claim.time).toBe("2094-02-19T03:14:07.000Z");
    expect(headline.caveat).toContain(span);
  });

  test("a moment other than now is stated", async () => {
    const headline = await ask("content-expired.tsr", { trust, at: new Date("2026-02-02T00:00:00Z") });
    expect(headline.caveat).toContain(utcText("2026-02-02T00:00:00.000Z", language));
  });

  test("a fingerprint is not a file, whether given or stated", async () => {
    const headers = [Buffer.from(given("block-0.txt")).toString()];
    const contentHash = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";
    expect(await ask("content.ots", { headers })).toMatchObject({
      template: texts.headline.existed.verified["stated-fingerprint"],
      caveat: texts.caveats["original-not-given"],
    });
    expect(await ask("content.ots", { headers, contentHash })).toMatchObject({
      template: texts.headline.existed.verified["given-fingerprint"],
      caveat: null,
    });
    expect(await ask("content.ots", { headers, contentHash, isOriginalHashed: true })).toMatchObject({
      template: texts.headline.existed.verified.file,
      caveat: null,
    });
  });
});
