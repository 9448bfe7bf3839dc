/** Large files, and how long the verifier takes to hash one. */
import { closeSync, ftruncateSync, openSync } from "node:fs";
import type { Page } from "playwright-core";
import { largestRendererBytes } from "./renderer-memory.js";
import { clear } from "./site-page.js";

/** Holes take no disk space, and hash as slowly as other data. */
export function sparseFile(path: string, sizeBytes: number): string {
  const descriptor = openSync(path, "w");
  ftruncateSync(descriptor, sizeBytes);
  closeSync(descriptor);
  return path;
}

/** From the choice of a file to its fingerprint on the verifier's page. */
export async function hashInPage(page: Page, path: string): Promise<{ ms: number; peakBytes: number }> {
  let peakBytes = 0;
  const sampling = setInterval(() => {
    peakBytes = Math.max(peakBytes, largestRendererBytes());
  }, 250);
  const begun = performance.now();
  await page.setInputFiles("input[type=file]", path);
  // An original alone asks for its proof once its fingerprint is computed.
  await page.waitForFunction(
    () =>
      document.querySelector("progress") === null &&
      /[0-9a-f]{4}/.test(document.querySelector("main .hex")?.textContent ?? ""),
    undefined,
    { timeout: 300_000, polling: "raf" },
  );
  const ms = performance.now() - begun;
  clearInterval(sampling);
  await clear(page);
  return { ms, peakBytes };
}
