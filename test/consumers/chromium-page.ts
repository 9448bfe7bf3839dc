/** The system's Chromium, and a page with a bundle as a developer would make one. */
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { build } from "vite";
import { root } from "../e2e/sandbox.js";

const asked = process.env["SVC_TEST_CHROMIUM"];
if (asked !== undefined && !existsSync(asked)) throw new Error(`SVC_TEST_CHROMIUM: ${asked} is missing`);

/** null where no Chromium is installed. */
export const chromiumPath: string | null =
  asked ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? null;

/**
 * What Playwright turns off, whose list this one replaces; and two pages of the address bar, which Chromium loads with each new
 * window: two fifths of the processor time of a visit.
 */
const FEATURES_OFF = [
  ...["AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"],
  ...["HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"],
  ...["ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints"],
  ...["NetworkTimeServiceQuerying", "AimEnabled", "PreconnectToSearch"],
  ...["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"],
];

/** Without its sandbox, and without network requests of its own. */
export const CHROMIUM_ARGUMENTS: readonly string[] = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  `--disable-features=${FEATURES_OFF}`,
  // A name that is not secure without TLS, as those of a local network.
  "--host-resolver-rules=MAP lan.test 127.0.0.1",
];
if (chromiumPath === null) console.warn("SKIPPED: the library in a browser (no Chromium is installed)");

/**
 * The files to serve, by name; `page.js` is the entry.
 * @param replaced code in place of the modules whose paths end so.
 */
export async function bundlePage(
  entry: string,
  replaced: Readonly<Record<string, string>> = {},
): Promise<Map<string, string>> {
  const output = await build({
    root: join(root, "test/consumers"),
    configFile: false,
    logLevel: "error",
    plugins: [
      {
        name: "replace-modules",
        enforce: "pre",
        load: (id) => Object.entries(replaced).find(([end]) => id.endsWith(end))?.[1],
      },
    ],
    build: { write: false, lib: { entry, formats: ["es"], fileName: "page" } },
  });
  const [{ output: chunks }] = output as unknown as [{ output: { fileName: string; code: string }[] }];
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

/**
 * Opens a page that has loaded the bundle.
 * @param policy its Content-Security-Policy.
 * @param ready the name that the bundle sets on `window` when it is ready.
 */
export async function openPage(
  files: ReadonlyMap<string, string>,
  policy: string,
  ready: string,
): Promise<{ readonly page: Page; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const script = files.get(request.url!.slice(1));
    response.setHeader("content-type", script ? "text/javascript" : "text/html; charset=utf-8");
    response.setHeader("content-security-policy", policy);
    response.end(
      script ?? '<!doctype html><title>page</title><script type="module" src="/page.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({
    executablePath: chromiumPath!,
    args: [...CHROMIUM_ARGUMENTS],
  });
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.waitForFunction((name) => name in window, ready);
  return {
    page,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
