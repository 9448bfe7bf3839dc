/** The system's Chromium, for tests of the built site. */
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from "playwright-core";
import { CHROMIUM_ARGUMENTS, chromiumPath } from "../consumers/chromium-page.js";
import { root } from "../e2e/sandbox.js";

export { chromiumPath };

/** The production build, which `npm run build` makes. */
export const builtSite: string = join(root, "verifier-web/dist/site");

export interface SiteBrowser {
  readonly context: BrowserContext;
  /** Faults of its pages and workers: exceptions, and what a policy refused. */
  readonly faults: string[];
  /** A page that appends its faults to the list. */
  newPage(): Promise<Page>;
  close(): Promise<void>;
}

let running: Promise<Browser> | undefined;

/** One Chromium for all test files of this process; it ends with the process. */
function chromiumOfThisProcess(): Promise<Browser> {
  running = (running ?? launch()).then((browser) => (browser.isConnected() ? browser : launch()));
  return running;
}

function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: [...CHROMIUM_ARGUMENTS, "--enable-precise-memory-info"],
  });
}

/** Chromium with an empty profile, so that nothing remains of an earlier visit. */
export async function openBrowser(options: BrowserContextOptions = {}): Promise<SiteBrowser> {
  const context = await (await chromiumOfThisProcess()).newContext(options);
  const faults: string[] = [];
  return {
    context,
    faults,
    async newPage() {
      const page = await context.newPage();
      page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
      page.on("console", (message) => {
        // A static host has no sandbox: evidence of one is looked for in vain.
        const isOfSandbox = message.location().url.endsWith("/local-sources.json");
        if (message.type() === "error" && !isOfSandbox) faults.push(message.text());
      });
      return page;
    },
    close: () => context.close(),
  };
}

/** Waits until the service worker has cached the whole site and controls this page. */
export async function untilOffline(page: Page): Promise<void> {
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.ready) && navigator.serviceWorker.controller !== null,
    undefined,
    { timeout: 30_000 },
  );
}

/** The typefaces that the page has loaded, each with its weight. */
export async function loadedFaces(page: Page): Promise<readonly string[]> {
  const faces = await page.evaluate(async () =>
    [...(await document.fonts.ready)]
      .filter(({ status }) => status === "loaded")
      .map(({ family, weight }) => `${family.replaceAll('"', "")} ${weight}`),
  );
  return faces.filter((face) => !/ (?:local|DejaVu) /.test(face)).toSorted();
}
