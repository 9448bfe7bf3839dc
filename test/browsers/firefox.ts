/** The system's Firefox, driven by Puppeteer over WebDriver BiDi. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import puppeteer, { type ElementHandle, type Page } from "puppeteer-core";
import {
  type BrowserPage,
  callText,
  clockText,
  type Engine,
  INSECURE_HOST,
  PATIENCE_MS,
} from "./browser-page.js";
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
        "network.dns.localDomains": INSECURE_HOST,
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

interface FileBelow {
  /** With the folder's own name, as the browser gives it. */
  readonly path: string;
  readonly text: string;
}

/** The texts below a folder. */
function filesBelow(folder: string): readonly FileBelow[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({
      path: `${basename(folder)}${join(parentPath, name).slice(folder.length)}`,
      text: readFileSync(join(parentPath, name), "utf8"),
    }));
}

/** Runs in the page. Gives its input what the choice of a folder does. */
function giveFolder(list: readonly FileBelow[]): void {
  const input = document.querySelector("input[type=file]")!;
  const files = list.map(({ path, text }) => {
    const file = new File([text], path.slice(path.lastIndexOf("/") + 1));
    return Object.defineProperty(file, "webkitRelativePath", { value: path });
  });
  Object.defineProperty(input, "files", { value: files, configurable: true });
  input.dispatchEvent(new Event("change", { bubbles: true }));
  Reflect.deleteProperty(input, "files");
}

/** Firefox's word for a request that the page left while its service worker answered: without an address, so none of the page's files. */
const LEFT_REQUEST = /^Failed to load ‘’\. A ServiceWorker intercepted the request/;

function pageOf(page: Page, downloads: string, close: () => Promise<void>): BrowserPage {
  const faults: string[] = [];
  let clock: string | null = null;
  page.setDefaultTimeout(PATIENCE_MS);
  // Who opens another page while one is at work is asked whether to leave it.
  page.on("dialog", (dialog) => void (dialog.type() === "beforeunload" && dialog.accept().catch(() => {})));
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
    async atTime(time) {
      if (clock !== null) await page.removeScriptToEvaluateOnNewDocument(clock);
      clock = time && (await page.evaluateOnNewDocument(clockText(time))).identifier;
    },
    // BiDi knows a key by its character.
    press: (key) => page.keyboard.press(key === "Space" ? " " : key),
    type: (text) => page.keyboard.type(text),
    async answerFileDialog(open, paths) {
      const dialog = page.waitForFileChooser();
      // Until the browser has answered something, it may not know that the dialog is ours.
      await page.evaluate("null");
      await open();
      const [path] = paths;
      if (path === undefined || !statSync(path).isDirectory()) return (await dialog).accept([...paths]);
      // BiDi gives no folders.
      await page.evaluate(callText(giveFolder, filesBelow(path)));
      return undefined;
    },
    async saved(save) {
      const next = nextFileIn(downloads);
      await save();
      return next();
    },
  };
}
