/** The system's Firefox, driven by Puppeteer over WebDriver BiDi. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import { type BrowserPage, callText, type Engine } from "./browser-page.js";
import { findControl } from "./find-control.js";
import { nextFileIn } from "./next-file-in.js";

const asked = process.env["SVC_TEST_FIREFOX"];
if (asked !== undefined && !existsSync(asked)) throw new Error(`SVC_TEST_FIREFOX: ${asked} is missing`);
const path = asked ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find(existsSync) ?? null;

export const firefox: Engine = {
  name: "Firefox",
  missing: path === null ? "Firefox is not installed" : null,
  async open() {
    const downloads = mkdtempSync(join(tmpdir(), "svc-proof-firefox-"));
    const browser = await puppeteer.launch({
      browser: "firefox",
      executablePath: path!,
      extraPrefsFirefox: {
        "intl.accept_languages": "en-GB",
        "browser.download.folderList": 2,
        "browser.download.dir": downloads,
        "browser.download.always_ask_before_handling_new_types": false,
        "browser.download.open_pdf_attachments_inline": false,
        "pdfjs.disabled": true,
        // The panel would take the focus from the page.
        "browser.download.alwaysOpenPanel": false,
      },
    });
    const page = await browser.newPage();
    return pageOf(page, downloads, async () => {
      await browser.close();
      rmSync(downloads, { recursive: true, force: true });
    });
  },
};

/** Firefox's word for a request that the page left while its service worker answered: without an address, so none of the page's files. */
const LEFT_REQUEST = /^Failed to load ‘’\. A ServiceWorker intercepted the request/;

function pageOf(page: Page, downloads: string, close: () => Promise<void>): BrowserPage {
  const faults: string[] = [];
  page.on("pageerror", (error) => {
    const { message } = error as Error;
    if (!LEFT_REQUEST.test(message)) faults.push(`exception: ${message}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  return {
    faults,
    close,
    goto: async (url) => void (await page.goto(url)),
    reload: async () => void (await page.reload()),
    resize: (viewport) => page.setViewport(viewport),
    evaluate: (expression) => page.evaluate(expression) as never,
    async click(control) {
      const found = await page.evaluateHandle(callText(findControl, control));
      await (found.asElement() as ElementHandle).click();
    },
    // BiDi knows a key by its character.
    press: (key) => page.keyboard.press(key === "Space" ? " " : key),
    type: (text) => page.keyboard.type(text),
    async answerFileDialog(open, paths) {
      const dialog = page.waitForFileChooser();
      // Until the browser has answered something, it may not know that the dialog is ours.
      await page.evaluate("null");
      await open();
      await (await dialog).accept([...paths]);
    },
    async saved(save) {
      const next = nextFileIn(downloads);
      await save();
      return next();
    },
  };
}
