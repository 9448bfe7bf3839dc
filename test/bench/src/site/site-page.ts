/**
 * The site's page in the system's Chromium, used like a person would: drops files and waits for the
 * result.
 */
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

/** A page that is ready, with its worker warm and its offline copy complete. */
export async function openSite(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.waitForSelector("input[type=file]", { state: "attached" });
  await page.evaluate(() => navigator.serviceWorker.ready);
  return page;
}

export interface Dropped {
  readonly name: string;
  readonly bytes: Uint8Array;
}

declare global {
  interface Window {
    /** The files to drop. */
    held: DataTransfer;
  }
}

/** Prepares files before they are dropped: creating them in the page is not the site's work. */
export async function hold(page: Page, files: readonly Dropped[]): Promise<void> {
  const encoded = files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString("base64")] as const);
  await page.evaluate((held) => {
    const transfer = new DataTransfer();
    for (const [name, base64] of held) {
      const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      transfer.items.add(new File([bytes], name));
    }
    window.held = transfer;
  }, encoded);
}

/**
 * Drops the prepared files on the page, and returns the milliseconds until an element of the selector is painted.
 *
 * @param text what the element must contain; any if it is empty.
 */
export async function drop(page: Page, selector: string, text = ""): Promise<number> {
  return page.evaluate(
    async ([shown, wanted]) => {
      const nextFrame = () => new Promise((painted) => requestAnimationFrame(painted));
      await nextFrame();
      const begun = performance.now();
      const target = document.querySelector("main")!;
      for (const type of ["dragenter", "dragover", "drop"]) {
        const options = { dataTransfer: window.held, bubbles: true, cancelable: true };
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
    [selector, text] as const,
  );
}

/** Back to the empty page. */
export async function clear(page: Page): Promise<void> {
  await page.click(".site-name");
  await page.waitForSelector(".outcome, .single, [data-row]", { state: "detached" });
}
