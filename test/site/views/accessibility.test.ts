/**
 * Every view in every language, light and dark: axe finds nothing, and nothing is cut off on a
 * narrow screen. CI asks axe in the first language of each scheme. With `SVC_TEST_PICTURES=1`, pictures for review are saved in
 * `test/site/screenshots/`.
 */

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Anvil } from "../../../sandbox/src/anvil.js";
import { STRIDE } from "../../../shared/src/testing/extent.testing.js";
import { root } from "../../e2e/sandbox.js";
import { attestedContent, recordedEpoch } from "../../recorded-epoch.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser } from "../browser.js";
import type { ProvenFile } from "../session/batch.js";
import { ChainEndpoint } from "../session/chain-endpoint.js";
import { StaticHost } from "../static-host.js";
import { anchoredBatch } from "./anchored-batch.js";
import { fileAt, VerifierPage } from "./verifier-page.js";

const vectors = join(root, "test/vectors/svc-proof-2");
const pictures = join(root, "test/site/screenshots");
const keepsPictures = process.env["SVC_TEST_PICTURES"] === "1";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** WCAG 2.2 AA, and the good practice of axe's makers. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The rules whose answers depend on colours; the contrast is that of WCAG 2.2 AAA, 7:1. */
const COLOUR_RULES = ["color-contrast-enhanced", "link-in-text-block"];
const WIDE = { width: 1280, height: 900 };
/** CSS pixels: WCAG 2.1, success criterion 1.4.10. */
const NARROW = { width: 320, height: 800 };

const HOSTILE_NAME = `<img src=x onerror=alert(1)> \u202egpj.exe ${"a".repeat(300)} עברית \u0000.json`;

describe.skipIf(chromiumPath === null)("views", () => {
  const host = new StaticHost(builtSite, "/verify/");
  let anvil: Anvil;
  let endpoint: ChainEndpoint;
  let proven: ProvenFile;

  beforeAll(async () => {
    if (keepsPictures) mkdirSync(pictures, { recursive: true });
    anvil = await Anvil.start(0, null);
    [proven] = (await anchoredBatch(anvil, ["signed on Monday"])) as [ProvenFile];
    endpoint = await ChainEndpoint.start(`http://127.0.0.1:${anvil.port}`);
    host.intercept = (path, response) => {
      // A static host that has a page for what it does not have. Chromium reports a status of 404 as a fault.
      if (!path.startsWith("bitcoin/")) return false;
      response.end("<!doctype html>");
      return true;
    };
    await host.start();
  }, 60_000);
  afterAll(async () => {
    await host.stop();
    await endpoint?.stop();
    await anvil?.end();
  });

  const recorded = recordedEpoch();
  const epoch = recorded.file;
  const attested = attestedContent(recorded, 823_228).timestamp;
  const proof = (name = "proof.json") => ({ name, content: proven.proofJson });
  const original = () => ({ name: "signed.txt", content: proven.content });

  /** How a reader reaches each view. */
  const VIEWS: Readonly<Record<string, (verifier: VerifierPage) => Promise<unknown>>> = {
    landing: async () => undefined,
    sources: async ({ page }) => {
      await page.click(".page-settings button");
      await page.waitForSelector("dialog textarea");
    },
    "original-alone": async (verifier) => {
      await verifier.drop(original());
      await verifier.page.waitForSelector(".single .hex");
    },
    refused: async ({ page }) => {
      await page.fill("#typed", "neither an identifier nor a fingerprint");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".problem");
    },
    list: async (verifier) => {
      await verifier.drop(
        proof(),
        fileAt(join(vectors, "bad/sibling-changed.json")),
        fileAt(join(vectors, "good/hundred-leaves.json"), HOSTILE_NAME),
        { name: "unrelated.txt", content: "an original without a proof" },
      );
      await verifier.page.waitForFunction(
        () => document.querySelectorAll(".item").length === 4 && !document.querySelector(".item-working"),
      );
    },
    indeterminate: async (verifier) => {
      await verifier.drop(proof(HOSTILE_NAME));
      await verifier.outcome();
    },
    "headers-missing": async (verifier) => {
      await verifier.drop({ name: "content.ots", content: attested });
      await verifier.unfold();
      await verifier.page.click(".header-offer button");
      await verifier.page.waitForSelector(".header-offer [role=status] p");
    },
    "headers-found": async (verifier) => {
      await verifier.drop({ name: "content.ots", content: attested }, { name: "408.bin", content: epoch });
      await verifier.page.waitForSelector(".outcome-verified");
    },
    failed: async (verifier) => {
      await verifier.drop(fileAt(join(vectors, "bad/payload-other-root.json")));
      await verifier.outcome();
    },
    verified: async (verifier) => {
      await verifier.drop(proof(), original());
      await verifier.ask();
      await verifier.page.waitForSelector(".outcome-rehearsal");
    },
    "verified-details": async (verifier) => {
      await VIEWS["verified"]!(verifier);
      await verifier.unfold();
      for (const summary of await verifier.page.locator(".check > summary").all()) await summary.click();
      await verifier.page.locator(".everything > summary").first().click();
    },
  };

  /** Colours that are on their way to others have no contrast to judge. */
  const endTransitions = () => {
    for (const animation of document.getAnimations()) {
      if (animation instanceof CSSTransition) animation.finish();
    }
  };

  /** What axe finds on the page as it is. */
  async function found(page: Page): Promise<string[]> {
    const { violations } = await page.evaluate<AxeResults, object>(
      (options) =>
        (window as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run(options),
      {
        runOnly: { type: "tag", values: TAGS },
        rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: true }])),
        resultTypes: ["violations"],
      },
    );
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }

  describe.each(
    LANGUAGES.map((language, i) => ({ language, isDark: i % 2 === 1, asksAxe: STRIDE === 1 || i < 2 })),
  )("in $language", ({ language, isDark, asksAxe }) => {
    /** The colours of a view are the same in all languages: half of them look at each scheme. */
    const scheme: "dark" | "light" = isDark ? "dark" : "light";
    const schemes = keepsPictures ? (["light", "dark"] as const) : [scheme];
    let browser: SiteBrowser;
    let verifier: VerifierPage;
    beforeAll(async () => {
      browser = await openBrowser({ locale: language, colorScheme: scheme, timezoneId: "Europe/Madrid" });
      verifier = new VerifierPage(await browser.newPage());
      await verifier.open(host.url);
      await verifier.keepEndpoints({ "evm:31337": [endpoint.url] });
    }, 60_000);
    afterAll(async () => {
      expect(browser.faults).toEqual([]);
      await browser.close();
    });

    const names = Object.keys(VIEWS).filter((name) => recorded !== null || !name.startsWith("headers-"));
    test.each(names)("%s", async (name) => {
      const { page } = verifier;
      const picture = async (ending: string) => {
        if (!keepsPictures) return;
        const path = join(pictures, `${name}-${language}-${ending}.png`);
        await page.screenshot({ path, fullPage: true, animations: "disabled" });
      };
      await page.setViewportSize(WIDE);
      await page.emulateMedia({ colorScheme: scheme });
      await verifier.open(host.url);
      await VIEWS[name]!(verifier);
      expect(await page.getAttribute("html", "lang")).toBe(language);
      // No name was rendered as markup.
      expect(await page.locator("img, iframe, b").count()).toBe(0);
      if (asksAxe) {
        await page.evaluate(axe);
        await page.evaluate(endTransitions);
        expect(await found(page)).toEqual([]);
      }
      for (const colorScheme of schemes) {
        await page.emulateMedia({ colorScheme });
        await page.evaluate(endTransitions);
        await picture(colorScheme);
        await page.setViewportSize(NARROW);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
          NARROW.width,
        );
        await picture(`${colorScheme}-narrow`);
        await page.setViewportSize(WIDE);
      }
    });
  });
});
