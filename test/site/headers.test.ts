/**
 * Bitcoin's headers in the site: dropped in each form, fetched from the page's own site on request, kept on the device; by the
 * table of checkpoints as it ships, and in the page by an earlier one.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { encodeHeaders } from "@svc-proof/shared/bitcoin";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startEndpoint } from "../../verifier-lib/src/source/http-endpoint.testing.js";
import { codes } from "../../verifier-web/ui/src/texts/result/english.js";
import { tableUpTo } from "../checkpoints-up-to.js";
import { root } from "../e2e/sandbox.js";
import { packed, README } from "../evidence-packages.js";
import { attestedContent, recordedEpoch } from "../recorded-epoch.js";
import { builtSite, chromiumPath, openBrowser, type SiteBrowser, untilOffline } from "./browser.js";
import { buildCopy } from "./built-copy.js";
import { StaticHost } from "./static-host.js";

const recorded = recordedEpoch();
const OFFER = ".header-offer";
const FETCH = `${OFFER} button`;

type Put = readonly [name: string, content: string | Uint8Array];

const put = (page: Page, ...files: readonly Put[]) =>
  page.setInputFiles(
    "input[type=file]",
    files.map(([name, content]) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content),
    })),
  );

const unfold = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll<HTMLDetailsElement>(".part")) part.open = true;
  });

async function fetchHeaders(page: Page): Promise<void> {
  await page.waitForSelector(FETCH, { state: "attached" });
  await unfold(page);
  await page.click(FETCH);
}

describe.skipIf(chromiumPath === null)("the headers of Bitcoin", () => {
  const { firstHeight, headers, raw, file } = recorded;
  const { height, timestamp, proofJson } = attestedContent(recorded, firstHeight + 700);
  const TIMESTAMP: Put = ["content.ots", timestamp];
  const json = encodeHeaders({ network: "bitcoin", height, headers: headers.slice(700, 2016) });
  let host: StaticHost;
  let browser: SiteBrowser;

  /** Serves the site with the epoch's file beside it. */
  async function openHost(folder: string): Promise<void> {
    host = new StaticHost(folder);
    host.intercept = (path, response) => {
      if (path !== "bitcoin/408.bin") return false;
      response.setHeader("content-length", file.length);
      response.end(file);
      return true;
    };
    await host.start();
    browser = await openBrowser({ locale: "en-GB" });
  }
  const closeHost = async () => {
    await browser?.close();
    await host?.stop();
  };
  const visit = async () => {
    const page = await browser.newPage();
    await page.goto(host.url);
    await page.waitForSelector("input[type=file]", { state: "attached" });
    return page;
  };
  const askedForHeaders = () =>
    host.served.filter(({ path }) => path.startsWith("bitcoin/")).map(({ path }) => path);
  const packageFile = async (): Promise<Put> => {
    const bytes = (text: string) => new TextEncoder().encode(text);
    const zip = await packed(
      README,
      { name: "proof.json", content: bytes(proofJson) },
      { name: "bitcoin/original.ots", content: timestamp },
      { name: "bitcoin/headers.json", content: bytes(json) },
    );
    return ["evidence.zip", zip];
  };

  describe("by the table as it ships", () => {
    beforeEach(async () => {
      await openHost(builtSite);
      return closeHost;
    });

    test.each<[string, Put]>([
      ["a document", ["headers.json", json]],
      ["an epoch", ["408.bin", file]],
      ["raw headers", ["headers", raw]],
      ["raw headers, placed by their name", [`headers@${height}`, raw.subarray(700 * 80)]],
    ])("dropped as %s prove the block, without a request", async (_, given) => {
      const page = await visit();
      await put(page, TIMESTAMP, given);
      await page.waitForSelector(".outcome-verified");
      expect(await page.textContent(".time-line")).toContain("block 824543, which this verifier knows");
      expect(await page.locator(OFFER).count()).toBe(0);
      expect(askedForHeaders()).toEqual([]);
      expect(browser.faults).toEqual([]);
    });

    test("any number of files of raw headers prove it, each with its line", async () => {
      const page = await visit();
      const files = Array.from({ length: 101 }, (_, i): Put => {
        const first = height + i * 13;
        return [
          `headers-${i}@${first}`,
          raw.subarray((first - firstHeight) * 80, (first - firstHeight + 13) * 80),
        ];
      });
      const end = height + files.length * 13;
      const rest: Put = [`rest@${end}`, raw.subarray((end - firstHeight) * 80)];
      await put(page, ...files.toReversed(), rest, TIMESTAMP);
      await page.waitForSelector(".outcome-verified");
      const shown = (await page.textContent(".result"))!;
      for (const [name] of files) expect(shown).toContain(name);
    });

    test("in a package they prove the block", async () => {
      const page = await visit();
      await put(page, await packageFile());
      await page.waitForSelector(".outcome-verified");
    });

    test("are fetched from this site when the reader asks, and are there again without a network", async () => {
      const page = await visit();
      await untilOffline(page);
      await put(page, TIMESTAMP);
      await page.waitForSelector(".outcome-soFar");
      expect(await page.textContent(OFFER)).toContain("96.8 kB");
      expect(await page.textContent(".page-footer")).toContain("Sources contacted so far: none");
      expect(askedForHeaders()).toEqual([]);
      await unfold(page);
      await page.focus(FETCH);
      await page.keyboard.press("Enter");
      await page.waitForSelector(".outcome-verified");
      expect(await page.textContent(`${OFFER} [role=status]`)).toMatch(/this site.*this device: 408\.bin/);
      expect(await page.textContent(".page-footer")).toContain(new URL(host.url).host);
      expect(await page.textContent(".subject-files, .result")).toContain("408.bin");
      expect(askedForHeaders()).toEqual(["bitcoin/408.bin"]);

      await host.stop();
      await page.reload();
      await page.waitForSelector("input[type=file]", { state: "attached" });
      await put(page, TIMESTAMP);
      await page.waitForSelector(".outcome-verified");
      expect(await page.textContent(`${OFFER} [role=status]`)).toContain("earlier visit: 408.bin");
      expect(await page.textContent(".page-footer")).toContain("Sources contacted so far: none");
      expect(askedForHeaders()).toEqual(["bitcoin/408.bin"]);
    });

    test("that this site lacks, or cannot send, leave the proof as it is; the reader may try again", async () => {
      const { intercept } = host;
      host.intercept = () => false;
      const page = await visit();
      await put(page, TIMESTAMP);
      await fetchHeaders(page);
      await page.waitForFunction(
        (offer) => /408\.bin/.test(document.querySelector(`${offer} [role=status]`)!.textContent!),
        OFFER,
      );
      expect(await page.textContent(FETCH)).toBe("Try again");
      await page.waitForSelector(".outcome-soFar");
      // A page in place of the file.
      host.intercept = (path, response) => {
        if (!path.startsWith("bitcoin/")) return false;
        response.end("<!doctype html>");
        return true;
      };
      await fetchHeaders(page);
      await page.waitForFunction(
        (button) => !(document.querySelector(button) as HTMLButtonElement).disabled,
        FETCH,
      );
      await page.waitForSelector(".outcome-soFar");
      // Headers that Bitcoin cannot have prove nothing, and are not kept.
      host.intercept = (path, response) => {
        if (!path.startsWith("bitcoin/")) return false;
        const changed = Buffer.from(file);
        changed.writeUInt8(changed.readUInt8(50_000) ^ 1, 50_000);
        response.end(changed);
        return true;
      };
      const sent = page.waitForResponse(/bitcoin\/408\.bin/);
      await fetchHeaders(page);
      await (await sent).finished();
      await page.locator(FETCH, { hasText: "Try again" }).waitFor();
      await page.waitForSelector(".outcome-soFar");
      expect(await page.textContent(OFFER)).toContain("96.8 kB");
      expect(await page.textContent(`${OFFER} [role=status]`)).toContain(
        "Not available from this site: 408.bin",
      );
      expect(await page.textContent(".result")).not.toContain("(0 bytes)");
      const isKept = () =>
        page.evaluate(async () => {
          const epochs = (await caches.keys()).find((name) => name.includes("epochs"));
          return epochs !== undefined && (await (await caches.open(epochs)).keys()).length > 0;
        });
      await expect.poll(isKept).toBe(false);
      host.intercept = intercept;
      await fetchHeaders(page);
      await page.waitForSelector(".outcome-verified");
      expect(await isKept()).toBe(true);
    });
  });

  test("one press under the headline asks this site first, and the sources only if it has none", async () => {
    await openHost(builtSite);
    const explorer = await startEndpoint((_request, response) =>
      response.writeHead(404, { "access-control-allow-origin": "*" }).end(),
    );
    try {
      const page = await visit();
      await page.evaluate(
        (url) => localStorage.setItem("svc-verifier.endpoints", JSON.stringify({ bitcoin: [url] })),
        explorer.url,
      );
      for (const hasFile of [true, false]) {
        if (!hasFile) host.intercept = () => false;
        await page.evaluate(async () => {
          for (const name of await caches.keys()) if (name.includes("epochs")) await caches.delete(name);
        });
        await page.reload();
        await put(page, TIMESTAMP);
        await page.click(".next-step:not(.add-original) button");
        if (hasFile) {
          await page.waitForSelector(".outcome-verified");
          expect(explorer.paths).toEqual([]);
        } else {
          await page
            .getByText(codes.codes.source_unreachable)
            .or(page.getByText(codes.codes.source_error))
            .first()
            .waitFor({ state: "attached" });
          expect(explorer.paths.length).toBeGreaterThan(0);
          expect(await page.locator(".outcome-soFar").count()).toBe(1);
        }
      }
      expect(askedForHeaders()).toEqual(["bitcoin/408.bin", "bitcoin/408.bin"]);
    } finally {
      await explorer.stop();
      await closeHost();
    }
  });

  test("verifier.html takes them by drop, and names what it lacks", async () => {
    browser = await openBrowser({ offline: true, locale: "en-GB" });
    try {
      const page = await browser.newPage();
      await page.goto(pathToFileURL(join(builtSite, "verifier.html")).href);
      await put(page, TIMESTAMP);
      await page.waitForSelector(".outcome-soFar");
      expect(await page.textContent(OFFER)).toContain("408.bin");
      expect(await page.locator(FETCH).count()).toBe(0);
      await put(page, ["408.bin", file]);
      await page.waitForSelector(".outcome-verified");
      await page.reload();
      await put(page, await packageFile());
      await page.waitForSelector(".outcome-verified");
      expect(browser.faults).toEqual([]);
    } finally {
      await browser.close();
    }
  });

  describe("by a table that ends at 822,527", () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-proof-cut-"));
    let cut: string;
    beforeAll(() => {
      const table = tableUpTo(822_527);
      const path = "shared/src/bitcoin/checkpoint-table.ts";
      cut = buildCopy(join(folder, "copy"), {
        pageOnly: true,
        changes: [
          {
            path,
            from: readFileSync(join(root, path), "utf8"),
            to: `export const CHECKPOINT_HASHES: string = "${table.CHECKPOINT_HASHES}";\nexport const EPOCH_TARGETS: string = "${table.EPOCH_TARGETS}";\n`,
          },
        ],
      });
    }, 600_000);
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test("the work of the later blocks proves it", async () => {
      await openHost(cut);
      try {
        const page = await visit();
        await put(page, TIMESTAMP);
        await fetchHeaders(page);
        await page.waitForSelector(".outcome-verified");
        const text = await page.textContent(".time-line");
        expect(text).toContain("1,316 blocks of work since the checkpoint of 23 December 2023");
        expect(text).toMatch(/2\^88\.3 hashes.*100 million US dollars/);
        expect(browser.faults).toEqual([]);
      } finally {
        await closeHost();
      }
    });
  });
});
