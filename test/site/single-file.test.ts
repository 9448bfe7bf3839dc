/** `verifier.html` as kept with the evidence: opened from a disk, alone, without a server or a network. */

import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { anchored } from "../../verifier-lib/src/judge/anchored.testing.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { PROOF, packed, README, STREAMED_ORIGINAL } from "../evidence-packages.js";
import { builtSite, chromiumPath, loadedFaces, openBrowser, type SiteBrowser } from "./browser.js";
import { type SealedFile, sealFile } from "./sealed-file.js";
import { batchOf } from "./session/batch.js";

const tsp = vectorFolder("tsp");
const TEXT = "The quick brown fox";

describe.skipIf(chromiumPath === null)("the verifier in a single file", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-single-"));
  // Alone: no other file of the site lies beside it.
  const file = join(folder, "verifier.html");
  const [proven] = batchOf([TEXT]);
  let browser: SiteBrowser;
  let page: Page;
  let sealed: SealedFile;

  beforeAll(async () => {
    copyFileSync(join(builtSite, "verifier.html"), file);
    sealed = await sealFile(TEXT);
    browser = await openBrowser({ offline: true, locale: "en-GB" });
  });
  beforeEach(async () => {
    browser.faults.length = 0;
    page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    return async () => {
      await page.close();
      // The page's policy refused nothing either.
      expect(browser.faults).toEqual([]);
    };
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const put = (...files: readonly (readonly [name: string, content: string | Uint8Array])[]) =>
    page.setInputFiles(
      "input[type=file]",
      files.map(([name, content]) => ({
        name,
        mimeType: "application/octet-stream",
        buffer: Buffer.from(content),
      })),
    );

  test("verifies a seal, once its reader trusts the authority's root", async () => {
    await put(["fox.txt", TEXT], ["seal.tsr", sealed.seal], ["root.pem", sealed.rootPem]);
    await page.waitForSelector(".outcome-soFar");
    await page.check(".trust-offer input");
    await page.waitForSelector(".outcome-rehearsal");
    expect(await page.textContent(".outcome-file")).toContain("fox.txt");
  });

  test.skipIf(tsp === null)(
    "carries the trusted lists: a seal is qualified with nothing else at hand",
    async () => {
      const read = (name: string) => readFileSync(join(tsp!, "good", name));
      await put(["a.msg", read("sectigo-es-2025.msg")], ["a.tst", read("sectigo-es-2025.tst")]);
      await page.waitForSelector(".outcome-verified");
      await page.waitForSelector(".qualification-qualified", { state: "attached" });
    },
  );

  test("verifies the sample that it carries, in the typefaces that it carries", async () => {
    await page.click(".sample-offer button");
    await page.waitForSelector(".outcome-verified");
    expect(await page.textContent(".outcome-sentence")).toContain("3 January 2009");
    expect(await loadedFaces(page)).toEqual(["Noto Sans 400", "Noto Sans 600", "Source Serif 4 600"]);
  });

  test("refuses the seal of another content", async () => {
    await put(["seal.tsr", sealed.seal], ["root.pem", sealed.rootPem]);
    await page.waitForSelector(".outcome-soFar");
    await page.check(".trust-offer input");
    await page.waitForSelector(".outcome-rehearsal");
    const [other] = batchOf(["another text"]);
    await page.reload();
    await put(["proof.json", other!.proofJson], ["seal.tsr", sealed.seal], ["fox.txt", TEXT]);
    // The list counts the outcomes once all are there. Before that, nothing is verified either.
    await page.waitForFunction(() => /\d/.test(document.querySelector("p.unseen")?.textContent ?? ""));
    expect(
      await page.locator(".outcome-verified, .outcome-rehearsal, .item-verified, .item-rehearsal").count(),
    ).toBe(0);
  });

  test("verifies a proof and its original as far as possible without a network", async () => {
    await put(["proof.json", proven!.proofJson], ["fox.txt", TEXT]);
    await page.waitForSelector(".outcome-soFar");
    expect(await page.textContent(".result")).toContain(proven!.hash.slice(0, 4));
  });

  test("reports a changed proof", async () => {
    await put(["proof.json", proven!.proofJson.replace(proven!.hash, "0".repeat(64))]);
    await page.waitForSelector(".outcome-failed");
  });

  test("shows what a witness proves, in a package and alone, and refuses a changed one", async () => {
    const { proof, witness, block } = anchored();
    const document = encodeEvmWitness(witness);
    const text = new TextEncoder();
    const parts = [
      { name: "proof.json", content: text.encode(encodePortableProof(proof)) },
      { name: "anchors/1.json", content: text.encode(document) },
    ];
    const shown = async () => {
      await page.waitForSelector(".outcome");
      return page.textContent(".result");
    };
    await put(["evidence.zip", await packed(README, ...parts)]);
    expect(await shown()).toContain(block.hash);
    expect(await page.locator(".outcome-failed, .outcome-verified").count()).toBe(0);
    await page.reload();
    await put(["witness.json", document]);
    expect(await shown()).toContain(block.hash);
    await page.reload();
    const { proof: nodes } = JSON.parse(document) as { readonly proof: readonly string[] };
    const changed = nodes[0]!.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
    await put(["witness.json", document.replace(nodes[0]!, changed)]);
    await page.waitForSelector(".outcome-failed");
  });

  test("opens an evidence package with the original inside", async () => {
    await put(["evidence.zip", await packed(README, PROOF, STREAMED_ORIGINAL)]);
    await page.waitForSelector(".outcome-soFar");
  });

  test.each(LANGUAGES)("speaks %s", async (language) => {
    await page.selectOption("select:has(option[value=es])", language);
    await page.waitForFunction((lang) => document.documentElement.lang === lang, language);
  });

  test("names its own build", async () => {
    expect(await page.textContent(".build-hash")).toMatch(/^[0-9a-f]{64}$/);
  });
});
