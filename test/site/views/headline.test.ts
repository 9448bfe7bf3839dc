/** The one sentence of a result, for reports of the library itself. Those with sources: outcomes.test.ts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import { english as codes } from "../../../verifier-web/src/texts/codes/english.js";
import { english as result } from "../../../verifier-web/src/texts/result/english.js";
import { headlineOf } from "../../../verifier-web/src/wording/headline.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";

const proof = (name: string) => readFileSync(join(root, "test/vectors/svc-proof-2", name));
const ots = vectorFolder("ots");
const tsp = vectorFolder("tsp");

function sentence(report: Report): string {
  const headline = headlineOf(report, result, codes, "en");
  return "sentence" in headline ? headline.sentence : headline.template;
}

test("a proof that nobody was asked about", async () => {
  expect(sentence(await verify(proof("good/hundred-leaves.json")))).toBe(result.headline.nobodyAsked);
});

test("a proof that names no anchor says so, and does not promise that asking would help", async () => {
  const report = await verify(proof("good/no-anchors-no-attestations.json"));
  expect(sentence(report)).toBe(codes.codes.no_anchor);
});

test("a failure comes before what is open", async () => {
  expect(sentence(await verify(proof("bad/sibling-changed.json")))).toBe(codes.codes.merkle_root_mismatch);
});

test("an original that cannot be read comes before a chain that was not asked", async () => {
  const original = new ReadableStream<Uint8Array>({ start: (stream) => stream.error(new Error("gone")) });
  const report = await verify(proof("good/hundred-leaves.json"), { original });
  expect(sentence(report)).toBe(codes.codes.original_unreadable);
});

test.skipIf(ots === null)("a timestamp that waits for its block", async () => {
  const report = await verify(readFileSync(join(ots!, "good/two-calendars.txt.ots")));
  expect(sentence(report)).toBe(codes.codes.bitcoin_pending);
});

test.skipIf(tsp === null)(
  "a seal: whom to trust was not said; then its time, with what was not checked",
  async () => {
    const seal = readFileSync(join(tsp!, "good/sigstage-sha256.tsr"));
    expect(sentence(await verify(seal))).toBe(codes.codes.no_trust_anchor);
    const trust = [readFileSync(join(tsp!, "good/sigstage.chain.pem"), "latin1")];
    const headline = headlineOf(await verify(seal, { trust }), result, codes, "en");
    expect(headline).toMatchObject({
      template: result.headline.verifiedFingerprint,
      claim: { time: "2025-05-09T11:58:56.000Z", stated_time: "2025-05-09T11:58:55.000Z" },
      caveat: `${result.caveats["trusted-by-caller"]} ${result.caveats["original-not-given"]}`,
    });
  },
);
