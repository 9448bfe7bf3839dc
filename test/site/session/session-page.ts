/** Chromium with the session in a page, as the production build bundles it. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Page } from "playwright-core";
import { build } from "vite";
import { siteConfig } from "../../../verifier-web/build/site-config.js";
import type { Item } from "../../../verifier-web/src/model/item.js";
import { root } from "../../e2e/sandbox.js";
import { openBrowser, type SiteBrowser } from "../browser.js";
import { StaticHost } from "../static-host.js";

export interface SessionSite {
  readonly host: StaticHost;
  readonly browser: SiteBrowser;
  /** A page with an empty session. */
  open(): Promise<SessionPage>;
  close(): Promise<void>;
}

export async function openSessionSite(): Promise<SessionSite> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-session-"));
  const config = siteConfig(folder);
  const input = join(root, "test/site/session/session.html");
  await build({
    ...config,
    root: dirname(input),
    build: { ...config.build, rolldownOptions: { ...config.build?.rolldownOptions, input } },
  });
  const host = new StaticHost(folder);
  await host.start();
  const browser = await openBrowser();
  return {
    host,
    browser,
    async open() {
      const page = await browser.newPage();
      await page.goto(`${host.url}session.html`);
      await page.waitForFunction(() => "session" in window);
      return new SessionPage(page);
    },
    async close() {
      await browser.close();
      await host.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A file with content, as Playwright takes it. */
export interface TestFile {
  readonly name: string;
  readonly content: Uint8Array | string;
}

export class SessionPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Chooses files, by path or content. */
  async choose(...files: readonly (string | TestFile)[]): Promise<void> {
    const paths = files.filter((file) => typeof file === "string");
    const contents = files.filter((file) => typeof file !== "string");
    const payloads = contents.map(({ name, content }) => ({
      name,
      mimeType: "application/octet-stream",
      buffer: Buffer.from(content),
    }));
    await this.page.setInputFiles("#files", payloads.length > 0 ? payloads : paths);
  }

  async items(): Promise<Item[]> {
    return this.page.evaluate(() => [...window.session.items.value]);
  }

  /** The items once none is in progress. */
  async settled(count: number | null = null, timeoutMs = 30_000): Promise<Item[]> {
    await this.page.waitForFunction(
      (expected) => {
        const { items, isBusy, arrivingCount } = window.session;
        if (isBusy.value || arrivingCount.value > 0) return false;
        return expected === null ? items.value.length > 0 : items.value.length === expected;
      },
      count,
      { timeout: timeoutMs, polling: 20 },
    );
    return this.items();
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
