/** The site's page in the system's Chromium, driven as a person would: files are dropped, and the result is waited for. */
import { existsSync } from "node:fs";
import { type Browser, chromium, type Page } from "playwright-core";

const asked = process.env["SVC_TEST_CHROMIUM"];

/** null where no Chromium is installed. */
export const chromiumPath: string | null =
  asked ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync) ?? null;

export function openChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath!,
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

/** What the page's own clock has seen. */
interface Watch {
  /** The longest task of the main thread since it was set to 0, in ms; those of 50 ms and less are not told. */
  longestTaskMs: number;
}

declare global {
  interface Window {
    watch: Watch;
  }
}

/** A page that is ready, with its worker warm and its own copy kept. */
export async function openSite(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.addInitScript(() => {
    const watch: Watch = { longestTaskMs: 0 };
    Object.assign(window, { watch });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        watch.longestTaskMs = Math.max(watch.longestTaskMs, duration);
    }).observe({ entryTypes: ["longtask"] });
  });
  await page.goto(url);
  await page.waitForSelector("input[type=file]", { state: "attached" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

export interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Drops files on the page, and gives the milliseconds until it shows what the selector names, painted.
 *
 * @param text what the element must contain; any if it is empty.
 */
export async function drop(
  page: Page,
  files: readonly Dropped[],
  selector: string,
  text = "",
): Promise<number> {
  const encoded = files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString("base64")] as const);
  return page.evaluate(
    async ([dropped, shown, wanted]) => {
      const transfer = new DataTransfer();
      for (const [name, base64] of dropped) {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name));
      }
      const nextFrame = () => new Promise((painted) => requestAnimationFrame(painted));
      await nextFrame();
      window.watch.longestTaskMs = 0;
      const begun = performance.now();
      const target = document.querySelector("main")!;
      for (const type of ["dragenter", "dragover", "drop"]) {
        const options = { dataTransfer: transfer, bubbles: true, cancelable: true };
        target.dispatchEvent(new DragEvent(type, options));
      }
      const isThere = () =>
        [...document.querySelectorAll(shown)].some(({ textContent }) => textContent.includes(wanted));
      for (const limit = begun + 120_000; !isThere(); await nextFrame()) {
        if (performance.now() > limit) throw new Error(`the page does not show ${shown} ${wanted}`);
      }
      await nextFrame();
      return performance.now() - begun;
    },
    [encoded, selector, text] as const,
  );
}

/** Back to the empty page. */
export async function clear(page: Page): Promise<void> {
  await page.click(".site-name");
  await page.waitForSelector(".outcome, .single, [data-row]", { state: "detached" });
}
