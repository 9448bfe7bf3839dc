/** Chromium with the session in a page, as the production build bundles it. */

import type { Page } from "playwright-core";
import { inject } from "vitest";
import type { Item } from "../../../verifier-web/src/model.js";
import { openBrowser, type SiteBrowser } from "../browser.js";
import { StaticHost } from "../static-host.js";

export interface SessionSite {
  readonly host: StaticHost;
  readonly browser: SiteBrowser;
  /** A page with an empty session. */
  open(): Promise<SessionPage>;
  close(): Promise<void>;
}

/** Serves the build of `session-build.ts`, which all suites share, to a browser of its own. */
export async function openSessionSite(): Promise<SessionSite> {
  const host = new StaticHost(inject("sessionBuild"));
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
