/** `verifier.html` as it is kept with the evidence: opened from a disk, by itself, without a server or a network. */
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { issueAuthority } from "../../verifier-lib/src/x509/authority.testing.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "./browser.js";
import { batchOf } from "./session/batch.js";

describe.skipIf(chromiumPath === null)("the verifier in a single file", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-single-"));
  // By itself: nothing of the site lies beside it.
  const file = join(folder, "verifier.html");
  let browser: SiteBrowser;
  let page: Page;

  beforeAll(async () => {
    copyFileSync(join(builtSite, "verifier.html"), file);
    browser = await openBrowser({ offline: true });
    page = await browser.newPage();
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector("input[type=file]", { state: "attached" });
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test("verifies a proof with its original", async () => {
    const [proven] = batchOf(["The quick brown fox"]);
    await page.setInputFiles("input[type=file]", [
      { name: "proof.json", mimeType: "application/json", buffer: Buffer.from(proven!.proofJson) },
      { name: "fox.txt", mimeType: "text/plain", buffer: Buffer.from(proven!.content) },
    ]);
    await page.waitForTimeout(2000);
    console.log((await page.textContent("body"))!.slice(0, 1500));
  });
  test("no fault", () => expect(browser.faults).toEqual([]));
});
