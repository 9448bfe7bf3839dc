/** Whether an electronic timestamp is qualified: what the reader sees of it, of the lists behind it, and of other snapshots. */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { parsePemCertificates } from "@svc-proof/verifier-lib/x509";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeTrustSnapshot } from "../../../verifier-lib/src/trust/snapshot.js";
import {
  testList,
  testService,
  testSnapshot,
} from "../../../verifier-lib/src/trust/trust-snapshot.testing.js";
import { page } from "../../../verifier-web/src/texts/page/english.js";
import { result } from "../../../verifier-web/src/texts/result/english.js";
import { codes } from "../../../verifier-web/ui/src/texts/result/english.js";
import { externalTool } from "../../certificates/external-tool.js";
import { vectorFolder } from "../../conformance/third-party-vectors.js";
import { root } from "../../e2e/sandbox.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import { type SealedFile, sealFile } from "../sealed-file.js";
import { StaticHost } from "../static-host.js";
import { fileAt, VerifierPage } from "./verifier-page.js";

const tsp = vectorFolder("tsp");
const pdftotext = externalTool("pdftotext", "-v");
const pictures = join(root, "test/site/screenshots");
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const NARROW_PX = 320;
const TEXT = "The quick brown fox";
const texts = result.trustedLists;

describe.skipIf(chromiumPath === null)("the trusted lists on the page", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let browser: SiteBrowser;
  let verifier: VerifierPage;
  let sealed: SealedFile;

  beforeAll(async () => {
    mkdirSync(pictures, { recursive: true });
    sealed = await sealFile(TEXT);
    await host.start();
    browser = await openBrowser({ locale: "en-GB", timezoneId: "Europe/Madrid" });
    verifier = new VerifierPage(await browser.newPage());
  }, 60_000);
  afterAll(async () => {
    expect(browser.faults).toEqual([]);
    await browser?.close();
    await host.stop();
  });

  const text = (selector: string) => verifier.page.textContent(selector);
  /** Of the table in the first verdict. */
  const rows = () =>
    verifier.page.evaluate(() => {
      const table = document.querySelector(".qualification > .facts")!;
      const names = [...table.querySelectorAll("dt")].map(({ textContent }) => textContent);
      return Object.fromEntries(
        [...table.querySelectorAll("dd")].map(({ textContent }, at) => [names[at], textContent]),
      ) as Record<string, string>;
    });

  async function show(language: Language, name: string): Promise<void> {
    await verifier.open(host.url);
    await verifier.page.locator(".page-settings select").last().selectOption(language);
    await verifier.drop(fileAt(join(tsp!, "good", `${name}.tst`)), fileAt(join(tsp!, "good", `${name}.msg`)));
    await verifier.outcome();
    await verifier.unfold();
    await verifier.page.waitForSelector(".qualification");
  }

  /** A picture in both widths, of what axe finds nothing wrong with and what is not cut off. */
  async function review(name: string): Promise<void> {
    const { page: shown } = verifier;
    await shown.screenshot({ path: join(pictures, `${name}.png`), fullPage: true, animations: "disabled" });
    await shown.evaluate(axe);
    const { violations } = await shown.evaluate<AxeResults, string[]>(
      (tags) =>
        (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
          runOnly: { type: "tag", values: tags },
          resultTypes: ["violations"],
        }),
      TAGS,
    );
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual(
      [],
    );
    await shown.setViewportSize({ width: NARROW_PX, height: 800 });
    expect(await shown.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW_PX);
    await shown.screenshot({
      path: join(pictures, `${name}-narrow.png`),
      fullPage: true,
      animations: "disabled",
    });
    await shown.setViewportSize({ width: 1280, height: 900 });
  }

  test.skipIf(tsp === null)(
    "a qualified timestamp says by which service and list, and that it is no longer",
    async () => {
      await show("en", "izenpe-es-2020-withdrawn-later");
      expect(await text(".qualification-verdict")).toBe(texts.verdict.qualified);
      const shown = await rows();
      expect(shown[texts.country]).toBe("Spain");
      expect(shown[texts.list]).toContain("184");
      expect(shown[texts.atGenTime]).toContain(texts.status.granted);
      expect(shown[texts.atNow]).toContain(texts.status.withdrawn);
      expect(await text(".qualification > .caveat")).toBe(texts.changed);
      await verifier.page.click(".qualification > details > summary");
      const lists = await verifier.page.locator(".snapshot-lists tbody tr").allInnerTexts();
      expect(lists).toHaveLength(8);
      expect(lists.join(" ")).toContain(texts.overdue);
      await review("qualified-en");
    },
  );

  test.skipIf(tsp === null).each(["es", "de", "fr"] as const)(
    "a qualified timestamp in %s",
    async (language) => {
      await show(language, "izenpe-es-2020-withdrawn-later");
      await verifier.page.click(".qualification > details > summary");
      await review(`qualified-${language}`);
    },
  );

  test.skipIf(tsp === null)("a verified one says so in its headline, and in the report as PDF", async () => {
    await show("en", "sectigo-es-2025");
    expect((await verifier.outcome()).word).toBe(page.outcomes.verified);
    expect(await text(".outcome .merit")).toContain("Spain");
    expect(await text(".time-line-confirmed .qualification-verdict")).toBe(texts.verdict.qualified);
    expect(await text(".qualification")).toContain(texts.presumption);
    await verifier.unfold();
    const download = verifier.page.waitForEvent("download");
    await verifier.page
      .getByRole("button", { name: result.report.summary.save, exact: true })
      .first()
      .click();
    const saved = await (await download).path();
    if (pdftotext === null) return;
    const { output } = pdftotext("-layout", saved, "-");
    for (const part of [
      texts.verdict.qualified,
      texts.provider,
      texts.atGenTime,
      "Spain",
      "No. 184",
      "Lithuania 90",
    ]) {
      expect(output.toString().replace(/\s+/g, " ")).toContain(part);
    }
    await review("qualified-verified-en");
  });

  test("one that is not qualified says so calmly, with its reason, and what it keeps", async () => {
    await verifier.open(host.url);
    await verifier.drop(...seal());
    await verifier.outcome();
    await verifier.unfold();
    await verifier.page.waitForSelector(".qualification");
    expect(await text(".qualification-verdict")).toBe(texts.verdict["not-qualified"]);
    expect(await text(".qualification")).toContain(codes.codes.service_not_listed);
    expect(await text(".qualification")).toContain(texts.stillValid);
    expect(await verifier.page.locator(".qualification .sign-bad").count()).toBe(0);
    // What a source is worth is never the headline.
    expect((await verifier.outcome()).sentence).toBe(result.headline.untrusted);
    await review("not-qualified-en");
  });

  test.skipIf(tsp === null)("one whose list is missing says that it is not known", async () => {
    await show("en", "disig-sk-2019-two-certs");
    expect(await text(".qualification-verdict")).toBe(texts.verdict.indeterminate);
    await review("qualification-unknown-en");
  });

  const snapshot = () => {
    const [certificate] = parsePemCertificates(sealed.rootPem);
    const list = testList("ES", [testService(certificate!)], { nextUpdate: "2099-01-01T00:00:00Z" });
    return encodeTrustSnapshot(testSnapshot(list));
  };
  const seal = () => [
    { name: "seal.tsr", content: sealed.seal },
    { name: "fox.txt", content: TEXT },
  ];

  test("a snapshot is used after a question, every result says so, and it can be taken back", async () => {
    await verifier.open(host.url);
    await verifier.drop({ name: "lists.json", content: snapshot() }, ...seal());
    await verifier.page.waitForSelector(".outcome-soFar");
    await verifier.page.getByRole("button", { name: texts.offer.use }).waitFor();
    // The list is compared with that of the verifier, which is loaded for it.
    await verifier.page.locator(".snapshot-offer", { hasText: texts.offer.same }).waitFor();
    await review("snapshot-offer-en");
    await verifier.page.getByRole("button", { name: texts.offer.use }).click();
    await verifier.page.waitForSelector(".outcome-rehearsal");
    expect(await text(".snapshot-offer")).toContain("lists.json");
    await verifier.unfold();
    await verifier.page.click(".qualification > details > summary");
    expect(await text(".qualification .lists-behind")).toContain(texts.given);
    await verifier.page.getByRole("button", { name: texts.offer.back }).click();
    await verifier.page.waitForSelector(".outcome-soFar");
    expect(await verifier.page.locator(".snapshot-offer").count()).toBe(0);
  });

  test("a snapshot alone, and one that is malformed", async () => {
    await verifier.open(host.url);
    await verifier.drop(
      { name: "lists.json", content: snapshot() },
      { name: "broken.json", content: `${snapshot()}\n` },
    );
    await verifier.page.getByRole("button", { name: texts.offer.keep }).click();
    await verifier.page.locator(".snapshot-offer", { hasText: "broken.json" }).waitFor();
    expect(await verifier.page.locator(".snapshot-offer").count()).toBe(1);
    await verifier.page.getByRole("button", { name: texts.offer.dismiss }).click();
    await verifier.page.waitForFunction(() => document.querySelector(".snapshot-offer") === null);
  });

  test("a trusted list in XML gets a helpful answer", async () => {
    await verifier.open(host.url);
    const xml = '<?xml version="1.0"?><TrustServiceStatusList xmlns="http://uri.etsi.org/02231/v2#"/>';
    await verifier.drop({ name: "ES.xml", content: xml });
    await verifier.page.getByText(page.wanted.snapshot).waitFor();
  });

  test("the lists of this verifier are shown before anything is given", async () => {
    await verifier.open(host.url);
    host.served.length = 0;
    await verifier.page.getByRole("button", { name: page.footer.about }).click();
    await verifier.page.waitForSelector("dialog .snapshot-lists tbody tr");
    expect(await verifier.page.locator("dialog .snapshot-lists tbody tr").count()).toBeGreaterThan(1);
    await review("about-en");
    await verifier.page.getByRole("button", { name: page.close }).click();
    await verifier.page.waitForFunction(() => document.querySelector("dialog") === null);
  });

  test("the original and its timestamp are saved as one container", async () => {
    await verifier.open(host.url);
    await verifier.drop(...seal());
    await verifier.unfold();
    const download = verifier.page.waitForEvent("download");
    await verifier.page.getByRole("button", { name: result.report.asic }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe("fox.txt.asics");
    await verifier.open(host.url);
    await verifier.drop(fileAt(await saved.path(), saved.suggestedFilename()));
    await verifier.outcome();
    await verifier.unfold();
    await verifier.page.getByText(result.subject.inputs["asic-s"], { exact: true }).waitFor();
  });

  test("the lists are loaded with the first seal, and not before", async () => {
    await verifier.page.evaluate(async () => {
      for (const one of await navigator.serviceWorker.getRegistrations()) await one.unregister();
    });
    const asked = () => host.served.filter(({ path }) => path.includes("trusted-lists-")).length;
    const own = await openBrowser({ serviceWorkers: "block" });
    try {
      const fresh = new VerifierPage(await own.newPage());
      host.served.length = 0;
      await fresh.open(host.url);
      await fresh.drop(fileAt(join(root, "test/vectors/svc-proof-2/good/hundred-leaves.json")));
      await fresh.outcome();
      expect(asked()).toBe(0);
      await fresh.drop(...seal());
      await fresh.page.waitForFunction(() => document.querySelectorAll(".item").length === 2);
      await expect.poll(asked).toBe(1);
    } finally {
      await own.close();
    }
  });
});
