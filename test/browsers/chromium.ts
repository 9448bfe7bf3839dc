/** The system's Chromium, driven by Playwright. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { chromiumPath, openBrowser } from "../site/browser.js";
import { type BrowserPage, callText, type Engine, PATIENCE_MS } from "./browser-page.js";
import { findControl } from "./find-control.js";

export const chromium: Engine = {
  name: "Chromium",
  missing: chromiumPath === null ? "Chromium is not installed" : null,
  async open() {
    const browser = await openBrowser({
      locale: "en-GB",
      timezoneId: "Europe/Madrid",
      acceptDownloads: true,
    });
    return pageOf(await browser.newPage(), browser.faults, browser.close);
  },
};

function pageOf(page: Page, faults: string[], close: () => Promise<void>): BrowserPage {
  // While anyone listens, the driver keeps dialogs closed: from the first press, and not some time after it.
  page.on("filechooser", () => undefined);
  page.setDefaultTimeout(PATIENCE_MS);
  return {
    faults,
    close,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    resize: (viewport) => page.setViewportSize(viewport),
    evaluate: (expression) => page.evaluate(expression),
    async click(control) {
      const found = await page.evaluateHandle<HTMLElement>(callText(findControl, control));
      await found.click();
    },
    async atTime(time) {
      await page.clock.setFixedTime(time ?? Date.now());
    },
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    async answerFileDialog(open, paths) {
      const dialog = page.waitForEvent("filechooser");
      await open();
      await (await dialog).setFiles([...paths]);
    },
    async saved(save) {
      const download = page.waitForEvent("download");
      await save();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
    },
  };
}
