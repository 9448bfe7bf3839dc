/** Every outcome, and every check failing alone: by mouse, by keyboard, by drop and by link. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import { recordedEpoch } from "../../recorded-epoch.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { fileAt, type GivenFile, type Shown, VerifierPage } from "./verifier-page.js";

const vectors = join(root, "test/vectors/svc-proof-2");
const vector = (path: string) => fileAt(join(vectors, path));
const ots = vectorFolder("ots");
const tsp = vectorFolder("tsp");
const bitcoin = vectorFolder("bitcoin");

/** Each fails exactly one check. */
const FAILING: readonly (readonly [string, keyof typeof codes.codes])[] = [
  ["bad/duplicate-key.json", "duplicate_key"],
  ["bad/content-hash-changed.json", "leaf_value_mismatch"],
  ["bad/formula-other.json", "leaf_formula_mismatch"],
  ["bad/sibling-changed.json", "merkle_root_mismatch"],
  ["bad/index-of-empty-path.json", "merkle_index_mismatch"],
  ["bad/payload-other-root.json", "payload_mismatch"],
  ["bad/network-of-another-chain.json", "network_mismatch"],
];

describe.skipIf(chromiumPath === null)("outcomes", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let proven: readonly ProvenFile[];
  let one: ChainEndpoint;
  let two: ChainEndpoint;
  let browser: SiteBrowser;
  let verifier: VerifierPage;

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    proven = await anchoredBatch(anvil, ["signed on Monday", "signed on Tuesday"]);
    one = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    two = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": [one.url, two.url] });
  }, 60_000);
  afterAll(async () => {
    // Without the service's optional files of a requested proof, which do not exist here.
    expect(browser.faults.filter((fault) => !fault.includes("status of 404"))).toEqual([]);
    await browser?.close();
    await host.stop();
    await Promise.all([one?.stop(), two?.stop(), anvil?.end()]);
  });

  const proof = (): GivenFile => ({ name: "proof.json", content: proven[0]!.proofJson });
  const original = (): GivenFile => ({ name: "signed.txt", content: proven[0]!.content });

  function expectFailed(shown: Shown, code: keyof typeof codes.codes): void {
    expect(shown.word).toBe(page.outcomes.failed);
    expect(shown.sentence).toBe(codes.codes[code]);
    expect(shown.failed).toEqual([codes.codes[code]]);
  }

  test.each(FAILING)("%s fails alone, chosen by mouse", async (file, code) => {
    await verifier.open(host.url);
    await verifier.choose(vector(file));
    expectFailed(await verifier.outcome(), code);
  });

  test.each(FAILING)("%s fails alone, chosen by keyboard", async (file, code) => {
    await verifier.open(host.url);
    await verifier.chooseByKeyboard(vector(file));
    expectFailed(await verifier.outcome(), code);
  });

  /** Answers for a proof instead of the page's own service. */
  function serve(id: string, body: string | Buffer): void {
    host.intercept = (path, response) => {
      if (!path.endsWith(`/api/v2/proof/${id}.json`)) return false;
      response.writeHead(200, { "content-type": "application/json" }).end(body);
      return true;
    };
  }

  test.each(FAILING.filter(([file]) => !/duplicate|schema/.test(file)))(
    "%s fails alone, reached by link",
    async (file, code) => {
      const served = readFileSync(join(vectors, file), "utf8");
      const { proof_id: id } = JSON.parse(served) as { proof_id: string };
      serve(id, served);
      await verifier.open(`${host.url}#/proof/${id}`);
      expectFailed(await verifier.outcome(), code);
    },
  );

  test("a link to something other than a proof is refused, and is not a failed proof", async () => {
    const id = "11111111-2222-4333-8444-555555555555";
    serve(id, "<html>Welcome to the hotel's network</html>");
    await verifier.open(`${host.url}#/proof/${id}`);
    await verifier.page.getByText(page.problems.service_invalid_answer).waitFor();
    expect(await verifier.page.locator(".outcome").count()).toBe(0);
  });

  test("evidence that cannot be read has not failed, and no file is compared with it", async () => {
    await verifier.open(host.url);
    await verifier.choose(fileAt(join(root, "test/vectors/opentimestamps/bad/truncated.ots")));
    const { word, sentence } = await verifier.outcome();
    expect([word, sentence]).toEqual([page.outcomes.indeterminate, codes.codes.damaged]);
    expect(await verifier.page.locator(".check-failed, .add-original").count()).toBe(0);
  });

  test("what a file looks like comes before what is missing, and is no error", async () => {
    await verifier.open(host.url);
    await verifier.choose(fileAt(join(root, "test/vectors/handed-in/page.html")));
    await verifier.page.getByText(codes.looksLike.html).waitFor();
    const lines = await verifier.page.locator(".single > p").allTextContents();
    expect(lines.slice(0, 2)).toEqual([codes.looksLike.html, page.wanted.proof]);
    expect(await verifier.page.locator(".problem").count()).toBe(0);
  });

  test("a file other than the original fails the content alone", async () => {
    await verifier.open(host.url);
    await verifier.drop(proof());
    await verifier.page.waitForSelector(".add-original button");
    const chooser = verifier.page.waitForEvent("filechooser");
    await verifier.page.click(".add-original button");
    await (await chooser).setFiles([
      { name: "other.txt", mimeType: "text/plain", buffer: Buffer.from("signed on Sunday") },
    ]);
    await verifier.page.waitForSelector(".outcome-failed");
    expectFailed(await verifier.outcome(), "content_hash_mismatch");
  });

  test("a chain with other data fails the anchor alone", async () => {
    const lie = (method: string, truth: unknown) =>
      method === "eth_getTransactionByHash" ? { ...(truth as object), input: "0x00" } : undefined;
    one.lie = lie;
    two.lie = lie;
    await verifier.open(host.url);
    await verifier.drop(proof(), original());
    await verifier.ask();
    await verifier.page.waitForSelector(".outcome-failed");
    const shown = await verifier.outcome();
    one.lie = () => undefined;
    two.lie = () => undefined;
    expectFailed(shown, "transaction_input_mismatch");
  });

  test("a block that Bitcoin has with another root fails Bitcoin alone", async () => {
    const recorded = recordedEpoch();
    const timestamp = encodeDetachedTimestamp({
      hash: "sha256",
      digest: createHash("sha256").update("another content").digest(),
      timestamp: { branches: [{ attestation: { kind: "bitcoin", height: recorded.firstHeight + 700 } }] },
    });
    await verifier.open(host.url);
    await verifier.drop(
      { name: "another.ots", content: timestamp },
      { name: `${recorded.epoch}.bin`, content: recorded.file },
    );
    await verifier.page.waitForSelector(".outcome-failed");
    expectFailed(await verifier.outcome(), "bitcoin_root_mismatch");
  });

  test.skipIf(ots === null || bitcoin === null)(
    "a header that nothing proves contradicts nothing, whatever its root",
    async () => {
      const header = readFileSync(join(bitcoin!, "header-358391.hex"), "utf8").trim();
      await verifier.open(host.url);
      await verifier.drop(fileAt(join(ots!, "bad/derived-hello-world-sibling-flipped.ots")), {
        name: "headers.txt",
        content: `358391 ${header}\n`,
      });
      expect(await verifier.outcome()).toMatchObject({
        word: page.outcomes.soFar,
        sentence: result.headline.nobodyAsked,
        failed: [],
      });
    },
  );

  test.skipIf(tsp === null)("a false signature fails the seal alone", async () => {
    await verifier.open(host.url);
    await verifier.drop(fileAt(join(tsp!, "bad/sigstage-invalid-signature.tsr")));
    expectFailed(await verifier.outcome(), "signature_invalid");
  });

  test("without a network a proof is indeterminate, and nothing was requested", async () => {
    one.asked.length = 0;
    await verifier.open(host.url);
    await verifier.drop(proof(), original());
    const shown = await verifier.outcome();
    expect(shown).toMatchObject({
      word: page.outcomes.soFar,
      sentence: result.headline.nobodyAsked,
      failed: [],
    });
    expect(await verifier.page.textContent(".page-footer")).toContain(page.privacy.nothingSent);
    expect(one.asked).toEqual([]);
  });

  test("sources that agree verify it, and the page names them", async () => {
    await verifier.open(host.url);
    await verifier.drop(proof(), original());
    await verifier.ask();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    const shown = await verifier.outcome();
    expect(shown.word).toBe(page.outcomes.rehearsal);
    expect(shown.sentence).toMatch(
      /^In this rehearsal, the date of this file is \d+ \w+ \d{4} at \d\d:\d\d:\d\d\sUTC\.$/,
    );
    expect(await verifier.page.textContent(".outcome-file")).toContain("signed.txt");
    for (const { url } of [one, two]) {
      expect(await verifier.page.textContent(".page-footer")).toContain(url);
    }
  });

  test("what rests on a chain that nobody knows is never verified, and its label is quoted", async () => {
    const label = "Ethereum mainnet, by 12 independent sources";
    const named = JSON.parse(proven[0]!.proofJson) as { anchors: { chain_id: number; network: string }[] };
    Object.assign(named.anchors[0]!, { chain_id: 999, network: label });
    for (const endpoint of [one, two]) {
      endpoint.lie = (method) => (method === "eth_chainId" ? "0x3e7" : undefined);
    }
    await verifier.keepEndpoints({ "evm:999": [one.url, two.url] });
    await verifier.open(host.url);
    await verifier.drop({ name: "proof.json", content: JSON.stringify(named) }, original());
    await verifier.ask();
    await verifier.page.waitForSelector(".outcome-unvouched");
    expect((await verifier.outcome()).word).toBe(page.outcomes.unvouched);
    expect(await verifier.page.textContent(".outcome")).toContain(`unknown chain 999 (“${label}”)`);
    expect(await verifier.page.locator(".outcome .sign-good").count()).toBe(0);
    for (const endpoint of [one, two]) endpoint.lie = () => undefined;
    await verifier.keepEndpoints({ "evm:31337": [one.url, two.url] });
  });

  test("two sources that disagree leave it open, and are never a failed proof", async () => {
    one.lie = (method, truth) =>
      method === "eth_getTransactionByHash" ? { ...(truth as object), input: "0x00" } : undefined;
    await verifier.open(host.url);
    await verifier.drop(proof(), original());
    await verifier.ask();
    await verifier.page.getByText(codes.codes.sources_disagree).first().waitFor();
    one.lie = () => undefined;
    expect(await verifier.outcome()).toMatchObject({
      word: page.outcomes.indeterminate,
      sentence: codes.codes.sources_disagree,
      failed: [],
    });
  });

  test("an unreachable source could not be checked, and does not affect the proof", async () => {
    one.hasCors = false;
    two.fault = (response) => response.destroy();
    await verifier.open(host.url);
    await verifier.drop(proof(), original());
    await verifier.ask();
    await verifier.page.getByText(codes.codes.source_unreachable).first().waitFor();
    one.hasCors = true;
    two.fault = null;
    expect(await verifier.outcome()).toMatchObject({
      word: page.outcomes.soFar,
      sentence: result.headline.nobodyKnew,
      failed: [],
    });
    // The browser itself reports both.
    browser.faults.splice(0);
  });

  test("a typed identifier loads the proof from the page's own service", async () => {
    serve(proven[1]!.proofId, proven[1]!.proofJson);
    await verifier.open(host.url);
    await verifier.page.fill("#typed", proven[1]!.proofId);
    await verifier.page.keyboard.press("Enter");
    const shown = await verifier.outcome();
    expect(shown).toMatchObject({ word: page.outcomes.soFar, failed: [] });
    expect(await verifier.page.textContent(".result")).toContain(proven[1]!.proofId);
  });

  test("many proofs: only visible rows are drawn, and the arrow keys reach the last", async () => {
    const count = 400;
    const text = proven[0]!.proofJson;
    await verifier.open(host.url);
    await verifier.choose(
      ...Array.from({ length: count }, (_, i) => ({ name: `${i}.json`, content: `${text}${" ".repeat(i)}` })),
    );
    await verifier.page.waitForFunction(
      (expected) => document.querySelector("[aria-setsize]")?.getAttribute("aria-setsize") === expected,
      String(count),
    );
    expect(await verifier.page.locator(".item").count()).toBeLessThan(60);
    await verifier.page.locator(".item-open").first().focus();
    await verifier.page.keyboard.press("End");
    await verifier.page.waitForFunction(
      (name) => document.activeElement?.textContent?.includes(name),
      `${count - 1}.json`,
    );
    await verifier.page.keyboard.press("Enter");
    await verifier.outcome();
    expect(await verifier.page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
    await verifier.page.goBack();
    await verifier.page.waitForSelector(".items");
  });
});
