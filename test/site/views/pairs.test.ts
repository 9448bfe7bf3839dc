/**
 * A proof and the files beside it: a changed file stays an objection, whatever else is there, and what no file belongs to is never green. With
 * `SVC_TEST_PICTURES=1`, pictures for review are saved in `test/site/screenshots/`.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { codes as french } from "../../../verifier-web/ui/src/texts/result/french.js";
import { codes as german } from "../../../verifier-web/ui/src/texts/result/german.js";
import { codes as spanish } from "../../../verifier-web/ui/src/texts/result/spanish.js";
import { root } from "../../e2e/sandbox.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { type GivenFile, VerifierPage } from "./verifier-page.js";

const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";
const NONE = codes.codes.none_is_original;

describe.skipIf(chromiumPath === null)("a proof and the files beside it", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let endpoint: ChainEndpoint;
  let contract: ProvenFile;
  let browser: SiteBrowser;
  let verifier: VerifierPage;

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    [contract] = (await anchoredBatch(anvil, ["the contract as signed", "another"])) as [
      ProvenFile,
      ProvenFile,
    ];
    endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    verifier = new VerifierPage(await browser.newPage());
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
  }, 60_000);
  afterAll(async () => {
    expect(browser.faults).toEqual([]);
    await browser?.close();
    await host.stop();
    await Promise.all([endpoint?.stop(), anvil?.end()]);
  });

  const proof = (name = "proof.json"): GivenFile => ({ name, content: contract.proofJson });
  const changed: GivenFile = { name: "contract.pdf", content: "the contract as changed" };
  const photo: GivenFile = { name: "photo.jpg", content: "a photograph" };
  const changedHash = createHash("sha256").update(changed.content).digest("hex");
  const row = (name: string) =>
    verifier.page.locator(".item", { has: verifier.page.locator(".item-title", { hasText: name }) });
  const stateOf = (name: string) => row(name).locator(".item-state").textContent();
  const picture = async (name: string) => {
    const path = join(root, `test/site/screenshots/pairs-${name}.png`);
    if (keepsPictures) await verifier.page.screenshot({ path, fullPage: true });
  };

  /** Opens the item from the list and asks the chain, which confirms the date. */
  async function openAndAsk(name: string): Promise<void> {
    await row(name).locator(".item-open").click();
    await verifier.ask();
    await verifier.page
      .locator(".check-passed", { hasText: codes.passed.anchor })
      .waitFor({ state: "attached" });
  }

  test("a changed file is an objection, and one more photograph does not make it green", async () => {
    await verifier.open(host.url);
    await verifier.drop(proof(), changed);
    await verifier.page.waitForSelector(".outcome-failed");
    await verifier.drop(photo);
    await row("photo.jpg").waitFor();
    await expect.poll(() => stateOf("proof.json")).toBe(`${page.outcomes.indeterminate} · ${NONE}`);
    await picture("list");
    await openAndAsk("proof.json");
    expect(await verifier.outcome()).toMatchObject({ word: page.outcomes.indeterminate, sentence: NONE });
    expect(await verifier.page.locator(".outcome-rehearsal").count()).toBe(0);
    expect(await verifier.page.textContent(".result")).toContain(result.notices.noDateYet);
    expect(await verifier.page.textContent(".result")).not.toContain(result.sources.none);
    await picture("none");
  });

  test("a file that the proof is called after is compared with it, whatever else is there", async () => {
    await verifier.open(host.url);
    await verifier.drop(photo, proof("contract.pdf.proof"), changed);
    await expect.poll(() => row("contract.pdf").count()).toBe(1);
    await expect
      .poll(() => stateOf("contract.pdf"))
      .toBe(`${page.outcomes.failed} · ${codes.codes.content_hash_mismatch}`);
    await row("contract.pdf").locator(".item-open").click();
    await verifier.unfold();
    const content = verifier.page.locator(".check-failed");
    await content.locator("summary").first().click();
    const compared = (await content.textContent())!;
    expect(compared).toContain(contract.hash);
    expect(compared).toContain(changedHash);
    await picture("failed");
  });

  test("where a name points to one of the files, both fingerprints are shown", async () => {
    await verifier.open(host.url);
    await verifier.drop(photo, proof("contract.json"), changed);
    await row("contract.json").waitFor();
    await expect.poll(() => stateOf("contract.json")).toContain(NONE);
    await openAndAsk("contract.json");
    const related = (await verifier.page.locator(".changed-file").textContent())!;
    expect(related).toContain("contract.pdf");
    expect(related).toContain(contract.hash);
    expect(related).toContain(changedHash);
    await picture("nearest");
    await verifier.page.locator(".changed-file button", { hasText: "contract.pdf" }).click();
    await verifier.page.waitForSelector(".outcome-failed");
  });

  test("it is the file: green, whatever else is there; no file: of a fingerprint only", async () => {
    await verifier.open(host.url);
    await verifier.drop(proof());
    await verifier.ask();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    expect(await verifier.page.textContent(".result")).toContain(result.add.original);
    await verifier.drop(photo, changed);
    await row("photo.jpg").waitFor();
    await expect.poll(() => stateOf("proof.json")).toContain(NONE);
    await verifier.drop({ name: "scan.pdf", content: contract.content });
    await expect.poll(() => stateOf("scan.pdf")).toMatch(new RegExp(`^${page.outcomes.rehearsal} · `));
  });

  test.each([
    ["es", spanish],
    ["de", german],
    ["fr", french],
  ])("it is said in %s", async (language, texts) => {
    await verifier.open(host.url);
    await verifier.page.locator("select").last().selectOption(language);
    await verifier.drop(proof(), changed, photo);
    await row("photo.jpg").waitFor();
    await expect.poll(() => stateOf("proof.json")).toContain(texts.codes.none_is_original);
    await row("proof.json").locator(".item-open").click();
    expect((await verifier.outcome()).sentence).toBe(texts.codes.none_is_original);
    await picture(`${language}`);
    await verifier.page.locator("select").last().selectOption("en");
  });
});
