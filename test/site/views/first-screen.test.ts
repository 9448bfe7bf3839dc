/**
 * What a reader sees first of a result, of the site and of the web component: at most one screen of a desk and of a phone, in every
 * language. With `SVC_TEST_PICTURES=1`, pictures for review are saved in `test/site/screenshots/`.
 */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { root } from "../../e2e/sandbox.js";
import { ElementHost } from "../../element/element-host.js";
import { ORIGINAL, PROOF, sealedPackage, verifiedPackage } from "../../element/evidence.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { fileAt, type GivenFile, VerifierPage } from "./verifier-page.js";

const pictures = join(root, "test/site/screenshots");
const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const;

const STATES = ["verified", "so-far", "so-far-file", "sealed", "failed", "altered", "rehearsal"] as const;

const LONG_NAME = `Vertrag über die Lieferung von Maschinen ${"und weiteren Teilen ".repeat(8)}(endgültig).pdf`;

describe.skipIf(chromiumPath === null)("the first screen", () => {
  const host = new StaticHost(builtSite, "/verify/");
  const elements = new ElementHost();
  let anvil: Anvil;
  let endpoint: ChainEndpoint;
  let proven: ProvenFile;
  let given: Readonly<Record<(typeof STATES)[number], readonly GivenFile[]>>;

  beforeAll(async () => {
    if (keepsPictures) mkdirSync(pictures, { recursive: true });
    anvil = await Anvil.start(0, null);
    [proven] = (await anchoredBatch(anvil, ["signed on Monday"])) as [ProvenFile];
    endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    await host.start();
    await elements.start();
    const proof = { name: "proof.json", content: PROOF };
    given = {
      verified: [{ name: "evidence.zip", content: await verifiedPackage() }],
      "so-far": [proof],
      "so-far-file": [proof, { name: LONG_NAME, content: ORIGINAL }],
      sealed: [{ name: "sealed.zip", content: await sealedPackage() }],
      failed: [fileAt(join(root, "test/vectors/svc-proof-2/bad/sibling-changed.json"))],
      altered: [proof, { name: LONG_NAME, content: "signed on Tuesday" }],
      rehearsal: [
        { name: "proof.json", content: proven.proofJson },
        { name: LONG_NAME, content: proven.content },
      ],
    };
  }, 60_000);
  afterAll(async () => {
    await Promise.all([host.stop(), elements.stop(), endpoint?.stop(), anvil?.end()]);
  });

  /** How far down the screen the last of it is. */
  const endOf = (page: Page) =>
    page.evaluate(() => {
      const element = document.querySelector("svc-proof-verifier");
      const outcome = (element?.shadowRoot ?? document).querySelector(".outcome")!;
      const top = element === null ? 0 : element.getBoundingClientRect().top + scrollY;
      return Math.round(outcome.getBoundingClientRect().bottom + scrollY - top);
    });

  async function expectOneScreen(page: Page, name: string): Promise<void> {
    for (const size of SIZES) {
      await page.setViewportSize(size);
      if (keepsPictures) {
        const path = join(pictures, `first-${name}-${size.width}.png`);
        await page.screenshot({ path, fullPage: true, animations: "disabled" });
      }
      expect.soft(await endOf(page), `${name} at ${size.width}`).toBeLessThanOrEqual(size.height);
    }
  }

  describe.each(LANGUAGES)("in %s", (language) => {
    let browser: SiteBrowser;
    beforeAll(async () => {
      browser = await openBrowser({ locale: language, timezoneId: "Europe/Madrid" });
    });
    afterAll(async () => {
      expect(browser.faults).toEqual([]);
      await browser.close();
    });

    test("of the site", async () => {
      const verifier = new VerifierPage(await browser.newPage());
      await verifier.open(host.url);
      await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
      for (const state of STATES) {
        await verifier.open(host.url);
        await verifier.drop(...given[state]);
        await verifier.outcome();
        if (state === "rehearsal") {
          await verifier.page.click(".next-step button");
          await verifier.page.waitForSelector(".outcome-rehearsal");
        }
        await expectOneScreen(verifier.page, `site-${state}-${language}`);
      }
    });

    test("of the web component", async () => {
      const page = await browser.newPage();
      for (const state of STATES.filter((name) => name !== "rehearsal")) {
        const [evidence, original] = given[state];
        elements.serve(`/${state}`, evidence!.content);
        if (original !== undefined) elements.serve(`/${encodeURIComponent(LONG_NAME)}`, original.content);
        const named = original === undefined ? "" : `original="/${encodeURIComponent(LONG_NAME)}"`;
        await page.goto(
          elements.page(
            `/page-${state}`,
            `<svc-proof-verifier lang="${language}" src="/${state}" ${named}></svc-proof-verifier>`,
          ),
        );
        await page.locator("svc-proof-verifier .details").waitFor();
        await expectOneScreen(page, `element-${state}-${language}`);
      }
    });
  });
});
