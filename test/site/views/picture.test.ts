/** The picture of a proof: its table says the same, on a desk and on a phone, light and dark. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { builtSite, chromiumPath, openBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { VerifierPage } from "./verifier-page.js";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

describe.skipIf(chromiumPath === null)("the picture of a proof", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let endpoint: ChainEndpoint;
  let proven: ProvenFile;

  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    [proven] = (await anchoredBatch(anvil, ["signed on Monday"])) as [ProvenFile];
    endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    await host.start();
  }, 60_000);
  afterAll(async () => {
    await host.stop();
    await endpoint?.stop();
    await anvil?.end();
  });

  const CASES = [
    { width: 1280, colorScheme: "light", shown: ".picture-wide" },
    { width: 1280, colorScheme: "dark", shown: ".picture-wide" },
    { width: 390, colorScheme: "light", shown: ".picture-narrow" },
    { width: 390, colorScheme: "dark", shown: ".picture-narrow" },
  ] as const;

  test.each(CASES)("$width pixels, $colorScheme", async ({ width, colorScheme, shown }) => {
    const browser = await openBrowser({ locale: "en", colorScheme, viewport: { width, height: 844 } });
    const verifier = new VerifierPage(await browser.newPage());
    const { page } = verifier;
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
    await verifier.open(host.url);
    await verifier.drop(
      { name: "proof.json", content: proven.proofJson },
      { name: "signed.txt", content: proven.content },
    );
    await verifier.outcome();
    await verifier.picture();
    expect(await page.locator(".picture > svg").filter({ visible: true }).count()).toBe(1);
    const before = await page.locator(`.picture > ${shown} text`).allTextContents();
    expect(before).toContain("not confirmed yet");
    await verifier.ask();
    await page.waitForSelector(".outcome-rehearsal");
    await page.click(".picture summary");
    const table = (await page.locator(".picture table").textContent())!.replace(/\s+/g, " ");
    const drawn = await page
      .locator(`.picture > ${shown} text`)
      .evaluateAll((texts) =>
        texts.map((text) => ({ text: text.textContent ?? "", y: text.getBoundingClientRect().y })),
      );
    // The texts of sources are in the table: those of the axis are places on it, and those of the path are short names of its links.
    const [answer, name, time] = drawn.map(({ text }) => text).filter((text) => text !== "Today");
    expect(table).toContain("A rehearsal: no evidential value");
    for (const text of [answer, name, time]) expect(table).toContain(text!.replace(/\s+/g, " "));
    for (const link of ["File → Fingerprint", "Fingerprint → Batch", "Batch → Blockchain"]) {
      expect(table).toContain(link);
    }
    // No text covers another, or leaves the picture.
    const faults = await page.locator(`.picture > ${shown}`).evaluate((svg) => {
      const bounds = svg.getBoundingClientRect();
      const texts = [...svg.querySelectorAll("text")];
      const boxes = texts.map((text) => text.getBoundingClientRect());
      return boxes.flatMap((a, at) => {
        const isOut = a.left < bounds.left - 1 || a.right > bounds.right + 1 || a.bottom > bounds.bottom + 1;
        const isCovered = boxes.some(
          (b, other) =>
            other < at &&
            a.left < b.right &&
            b.left < a.right &&
            a.top + 3 < b.bottom &&
            b.top + 3 < a.bottom,
        );
        return isOut || isCovered ? [texts[at]!.textContent] : [];
      });
    });
    expect(faults).toEqual([]);
    await page.evaluate(axe);
    const { violations } = await page.evaluate<AxeResults>(() =>
      (window as unknown as { axe: { run(scope: string, options: object): Promise<AxeResults> } }).axe.run(
        ".picture",
        { rules: { "color-contrast-enhanced": { enabled: true } } },
      ),
    );
    expect(violations.map(({ id }) => id)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(browser.faults).toEqual([]);
    await browser.close();
  });

  test("without its file, the result is whole; the next result asks for the file again", async () => {
    const browser = await openBrowser({ locale: "en", viewport: { width: 1280, height: 800 } });
    const verifier = new VerifierPage(await browser.newPage());
    const { page } = verifier;
    let isMissing = true;
    let asked = 0;
    host.intercept = (path, response) => {
      if (path === "service-worker.js" || (isMissing && path.startsWith("assets/picture-"))) {
        if (path !== "service-worker.js") asked++;
        response.writeHead(404, { "content-length": 0 }).end();
        return true;
      }
      return false;
    };
    await verifier.open(host.url);
    await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
    await verifier.open(host.url);
    await verifier.drop(
      { name: "proof.json", content: proven.proofJson },
      { name: "signed.txt", content: proven.content },
    );
    await verifier.outcome();
    await expect.poll(() => asked).toBeGreaterThan(0);
    const place = () =>
      page.locator(".outcome-sentence").evaluate((element) => element.getBoundingClientRect().y);
    const before = await place();
    expect(await page.locator(".picture").count()).toBe(0);
    expect(await page.locator(".details > .part").count()).toBeGreaterThan(4);
    isMissing = false;
    await verifier.ask();
    await page.waitForSelector(".outcome-rehearsal");
    await verifier.picture();
    expect(await place()).toBe(before);
    // On paper, too.
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".picture > svg").filter({ visible: true }).count()).toBe(1);
    host.intercept = () => false;
    await browser.close();
  });
});
