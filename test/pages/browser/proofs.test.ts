/** The pages of proofs in Chromium: an upload that is cut and reloaded, state that changes while a page is open, accessibility. */
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { anchorInBlock, batchQueue } from "../../contract/api-service.js";
import { chromiumPath, openBrowser, type SiteBrowser } from "../../site/browser.js";
import { translate } from "../../site/translated-page.js";
import type { SignedInPerson } from "../page-site.js";
import { openProofSite, type ProofSite } from "../proof-site.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag2aaa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What makes a page scroll sideways. Wide tables scroll by themselves. */
const WIDER = `document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll("body *")]
  .filter((one) => one.closest(".table-frame") === null && one.getBoundingClientRect().right > innerWidth)
  .map(({ tagName, className, textContent }) => [tagName, className, textContent.slice(0, 60)].join(" "))`;

const FILE_BYTES = 12_000_000;
/** Slow enough that a test can cut it. */
const UPLOAD_BYTES_PER_SECOND = 4_000_000;

describe.skipIf(chromiumPath === null)("the pages of proofs in a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-upload-"));
  const path = join(folder, "recording.bin");
  const bytes = randomBytes(FILE_BYTES);
  const hash = createHash("sha256").update(bytes).digest("hex");
  let proofs: ProofSite;
  let owner: SignedInPerson;
  let browser: SiteBrowser;
  let page: Page;

  beforeAll(async () => {
    writeFileSync(path, bytes);
    browser = await openBrowser({ locale: "en-GB" });
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  beforeEach(async () => {
    proofs = await openProofSite({ live: { lookMs: 100 } });
    owner = await proofs.site.signIn("owner");
    await browser.context.clearCookies();
    page = await browser.newPage();
    const session = await browser.context.newCDPSession(page);
    for (const [name, value] of owner.browser.cookies) {
      // Playwright gives cookies a domain, which those with the prefix `__Host-` must not have.
      const cookie = {
        name,
        value,
        url: proofs.site.url.replace("http:", "https:"),
        secure: true,
        path: "/",
      };
      expect(await session.send("Network.setCookie", cookie)).toEqual({ success: true });
    }
    browser.faults.length = 0;
  });
  afterEach(async () => {
    await page.close();
    await proofs.stop();
  });

  const address = (id: string) => `${proofs.site.url}/dashboard/proofs/${id}`;
  const openOriginal = () => page.locator("#original > summary").click();
  const slowUploads = async () => {
    const session = await browser.context.newCDPSession(page);
    await session.send("Network.enable");
    return (offline: boolean) =>
      session.send("Network.emulateNetworkConditions", {
        offline,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput: UPLOAD_BYTES_PER_SECOND,
      });
  };

  test("an upload goes on after a cut in the middle, and after a reload", { timeout: 120_000 }, async () => {
    const proof = await proofs.newProof(owner.account.id, { hash, name: "recording.bin" });
    const begin = vi.spyOn(proofs.resumable, "begin");
    const standing = () => proofs.resumable.find(proof)?.offset ?? 0;
    await page.goto(address(proof.id));
    const network = await slowUploads();
    await network(false);
    await openOriginal();
    await page.setInputFiles("#file", path);
    await page.click("#deposit button[type=submit]");
    // In the second part.
    await expect.poll(standing, { timeout: 30_000 }).toBeGreaterThan(4_500_000);
    await network(true);
    await page.getByText("The connection was interrupted").waitFor();
    const atCut = standing();
    expect(atCut).toBeGreaterThan(4_500_000);
    await network(false);
    await expect.poll(standing, { timeout: 30_000 }).toBeGreaterThan(atCut + 1_000_000);
    await page.reload();
    await page.getByText("has arrived. Choose the same file to go on").waitFor();
    const atReload = standing();
    expect(atReload).toBeGreaterThan(atCut);
    await page.setInputFiles("#file", path);
    await page.click("#deposit button[type=submit]");
    await page.getByText("The original is in custody.").waitFor({ timeout: 60_000 });
    expect(begin).toHaveBeenCalledTimes(1);
    const original = await owner.browser.get(`/dashboard/proofs/${proof.id}/original`);
    expect(original.bytes.equals(bytes)).toBe(true);
    const expected = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;
    expect(browser.faults.filter((fault) => !expected.test(fault))).toEqual([]);
  });

  test("an upload can be cancelled, and another file than the proof's is refused", async () => {
    const proof = await proofs.newProof(owner.account.id, { name: "other.txt" });
    await page.goto(address(proof.id));
    const network = await slowUploads();
    await network(false);
    await openOriginal();
    await page.setInputFiles("#file", path);
    await page.click("#deposit button[type=submit]");
    await expect.poll(() => proofs.resumable.find(proof)?.offset ?? 0).toBeGreaterThan(0);
    const focused = () => page.evaluate("document.activeElement.textContent || document.activeElement.id");
    expect(await focused()).toBe("Cancel");
    await page.keyboard.press("Enter");
    await page.getByText("The upload was cancelled.").waitFor();
    expect(await focused()).toBe("file");
    expect(await page.locator("#deposit progress").isVisible()).toBe(false);
    writeFileSync(join(folder, "wrong.txt"), "not it");
    await page.setInputFiles("#file", join(folder, "wrong.txt"));
    await page.click("#deposit button[type=submit]");
    await page.getByText("does not have the fingerprint").waitFor();
    expect(await focused()).toBe("file");
    expect(await page.locator("#upload-status").getAttribute("class")).toBe("problem");
    expect(await proofs.store.custody.find(proof.id)).toBeNull();
  });

  test("a file that is dropped beside the field does not replace the page", async () => {
    const proof = await proofs.newProof(owner.account.id, { name: "dropped.txt" });
    await page.goto(address(proof.id));
    const devtools = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"] as const) {
      await devtools.send("Input.dispatchDragEvent", { type, x: 5, y: 5, data });
    }
    await page.evaluate("new Promise((done) => setTimeout(done, 300))");
    expect(page.url()).toBe(address(proof.id));
    expect(await page.locator("#deposit").count()).toBe(1);
  });

  test("a file that is written to while it is sent is told of, and not kept", async () => {
    const changing = join(folder, "changing.bin");
    writeFileSync(changing, bytes);
    const proof = await proofs.newProof(owner.account.id, { hash, name: "changing.bin" });
    await page.goto(address(proof.id));
    const network = await slowUploads();
    await network(false);
    await openOriginal();
    await page.setInputFiles("#file", changing);
    await page.click("#deposit button[type=submit]");
    await expect.poll(() => proofs.resumable.find(proof)?.offset ?? 0).toBeGreaterThan(0);
    writeFileSync(changing, "other", { flag: "r+" });
    await page.getByText("changed, moved or locked while it was sent").waitFor();
    expect(await page.locator("#upload-status").getAttribute("class")).toBe("problem");
    expect(await proofs.store.custody.find(proof.id)).toBeNull();
  });

  test("a page shows a new state without being loaded again, and says it", async () => {
    const { id } = await proofs.newProof(owner.account.id, { name: "live.txt" });
    await page.goto(address(id));
    await page.evaluate("window.isSamePage = true");
    expect(await page.locator(".reload").isVisible()).toBe(false);
    await page.locator("#live .picture summary").click();
    await page.locator("#blocks > summary").click();
    await anchorInBlock(proofs.store, await batchQueue(proofs.store));
    await page.locator("#live td", { hasText: "Anchored" }).waitFor();
    await page.locator(".stage-done", { hasText: "Anchored" }).waitFor();
    const marks = page.locator(".stage-mark");
    const tops = await marks.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect([tops.length, new Set(tops).size]).toEqual([5, 1]);
    const picture = page.locator("figure.picture > svg:visible");
    expect((await picture.boundingBox())!.width).toBeGreaterThan(500);
    expect(await page.evaluate("window.isSamePage")).toBe(true);
    expect(await page.locator("p[role=status].unseen").textContent()).toContain("Anchored");
    // What was open stays open, and the focus where it was.
    expect(await page.evaluate("document.activeElement.id")).toBe("blocks-title");
    expect(browser.faults).toEqual([]);
  });

  test("a translated page shows a new state, and says it", async () => {
    const { id } = await proofs.newProof(owner.account.id, { name: "live.txt" });
    await translate(page);
    await page.goto(address(id));
    await page.locator("#live font font").first().waitFor();
    await anchorInBlock(proofs.store, await batchQueue(proofs.store));
    await page.locator(".stage-done", { hasText: "Anchored" }).waitFor();
    expect(await page.locator("#live").count()).toBe(1);
    expect(await page.locator("p[role=status].unseen").textContent()).toContain("Anchored");
    expect(browser.faults).toEqual([]);
  });

  test("gives certificate and package in one language, and copies the certificate's link", async () => {
    await browser.context.grantPermissions(["clipboard-read", "clipboard-write"], {
      origin: proofs.site.url,
    });
    const proof = await proofs.newProof(owner.account.id, { name: "contract.pdf" });
    await page.goto(address(proof.id));
    await page.selectOption("#in", "fr");
    for (const [button, file] of [
      ["Certificate (PDF)", "certificate.pdf"],
      ["Evidence package (ZIP)", "evidence.zip"],
    ] as const) {
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: button }).click(),
      ]);
      expect(download.url()).toBe(`${address(proof.id)}/${file}?in=fr`);
    }
    await page.getByRole("button", { name: "Copy the link" }).click();
    await page.getByText("Copied", { exact: true }).waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(
      `${proofs.site.url}/certificate/${proof.certificateId}`,
    );
    expect(browser.faults).toEqual([]);
  });

  test("finds the proof of a file by its fingerprint, and sends no file", async () => {
    await proofs.newProof(owner.account.id, { name: "other.txt" });
    await proofs.newProof(owner.account.id, { hash, name: "recording.bin" });
    const sent: string[] = [];
    page.on("request", (request) => void sent.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await page.goto(`${proofs.site.url}/dashboard/proofs`);
    await page.setInputFiles("#find-file input", path);
    await page.waitForURL(`**/dashboard/proofs?q=${hash}`);
    expect(await page.locator("tbody .proof-name").allTextContents()).toEqual(["recording.bin"]);
    await page.evaluate(`{
      const data = new DataTransfer();
      data.items.add(new File(["not it"], "x.txt"));
      document.getElementById("find-file").dispatchEvent(new DragEvent("drop", { dataTransfer: data, cancelable: true }));
    }`);
    await page.getByText("No proof matches.").waitFor();
    expect(sent.filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect(browser.faults).toEqual([]);
  });

  test("a page that gets no stream asks from time to time", async () => {
    const { id } = await proofs.newProof(owner.account.id);
    await page.clock.install();
    await page.route("**/events", (route) => route.fulfill({ status: 429 }));
    await page.goto(address(id));
    await anchorInBlock(proofs.store, await batchQueue(proofs.store));
    await expect
      .poll(async () => {
        await page.clock.fastForward(11_000);
        return page.locator("#live td", { hasText: "Anchored" }).count();
      })
      .toBe(1);
  });

  test("a session that ended elsewhere leads to the sign-in", async () => {
    const { id } = await proofs.newProof(owner.account.id);
    await page.goto(address(id));
    await proofs.store.people.endSession(owner.person.id, owner.session.id);
    await page.clock.install();
    await page.evaluate("document.getElementById('live').dataset.tag = ''");
    await page.reload();
    expect(new URL(page.url()).pathname).toBe("/sign-in");
  });

  test("every page is accessible, and fits a narrow screen", { timeout: 120_000 }, async () => {
    const proof = await proofs.newProof(owner.account.id, {
      name: `<img src=x onerror=alert(1)> \u202egpj.exe ${"a".repeat(150)} עברית.json`,
      size: 10,
    });
    await proofs.store.mailWishes.ask({
      personId: owner.person.id,
      accountId: owner.account.id,
      token: "a".repeat(22),
      proofIds: [proof.id],
      language: "en",
      isWhole: true,
      at: new Date(),
    });
    await anchorInBlock(proofs.store, await batchQueue(proofs.store));
    const pages = ["", "?from=x", `/${proof.id}`, `/${proof.id}/seal`];
    for (const [i, lang] of LANGUAGES.entries()) {
      for (const one of pages) {
        const at = `${proofs.site.url}/dashboard/proofs${one}`;
        await page.goto(`${at}${at.includes("?") ? "&" : "?"}lang=${lang}`);
        await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
        for (const width of [1_280, 320]) {
          await page.setViewportSize({ width, height: 900 });
          expect([one, lang, width, await page.evaluate(WIDER)]).toEqual([one, lang, width, []]);
          // Each language at one width: what axe looks at does not depend on both.
          if ((width === 320) !== (i % 2 === 1)) continue;
          const results = (await page.evaluate(
            `${axe}; axe.run(document, { runOnly: ${JSON.stringify(TAGS)} })`,
          )) as AxeResults;
          const found = results.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
          expect([one, lang, width, found]).toEqual([one, lang, width, []]);
        }
      }
    }
    expect(browser.faults).toEqual([]);
  });
});
