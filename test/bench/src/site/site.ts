/** The verifier site's production build in Chromium: its response time, blocked time and memory. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { type Figure, figure, limitFigure } from "../figure.js";
import { median } from "../median.js";
import { proofsOfDepth17 } from "../proofs-of-depth-17.js";
import { evidenceZip } from "./evidence.js";
import { hashInPage, sparseFile } from "./large-file.js";
import { longestTaskMs, renderersMs } from "./processor-time.js";
import { startSiteHost } from "./site-host.js";
import { chromiumPath, clear, drop, hold, openChromium, openSite } from "./site-page.js";

const ROUNDS = 11;
const MANY = 1000;
const MANY_ROUNDS = 3;
const OUTCOME = ".outcome";
const MIB = 2 ** 20;
const GIB = 2 ** 30;
const VERIFICATIONS = 200;
/** After this many verifications all code is loaded and compiled. */
const WARM_VERIFICATIONS = 40;
const PHONE_ROUNDS = 5;
const PHONE_SLOWDOWN = 4;
const PHONE_BYTES_PER_SECOND = 50_000;

export async function site(): Promise<Figure[]> {
  if (chromiumPath === null) {
    process.stderr.write("SKIPPED: the verifier site (no Chromium is installed)\n");
    return [];
  }
  const host = await startSiteHost();
  const browser = await openChromium();
  try {
    return [
      ...(await answers(browser, host.url)),
      ...(await memory(browser, host.url)),
      ...(await largeFiles(browser, host.url, host.bareUrl)),
    ];
  } finally {
    await browser.close();
    await host.close();
  }
}

/** From the drop to the result on the screen. */
async function answers(browser: Browser, url: string): Promise<Figure[]> {
  const proven = proofsOfDepth17(MANY);
  const zip = { name: "evidence.zip", bytes: await evidenceZip(proven[0]!) };
  const proofs = proven.map(({ proof }, i) => ({ name: `proof-${i}.json`, bytes: proof }));
  const page = await openSite(browser, url);
  const timed = async (files: Parameters<typeof hold>[1]) => {
    await hold(page, files);
    const ms = await drop(page, OUTCOME);
    await clear(page);
    return ms;
  };
  const zipMs: number[] = [];
  const proofMs: number[] = [];
  await timed([zip]);
  await timed([proofs[0]!]);
  for (let round = 1; round <= ROUNDS; round++) {
    zipMs.push(await timed([zip]));
    proofMs.push(await timed([proofs[round]!]));
  }
  let manyMs = Number.POSITIVE_INFINITY;
  let manyProcessorMs = Number.POSITIVE_INFINITY;
  let rows = 0;
  for (let round = 0; round < MANY_ROUNDS; round++) {
    await hold(page, proofs);
    const usedMs = await renderersMs(async () => {
      manyMs = Math.min(manyMs, await drop(page, ".counts button", "1,000"));
    });
    manyProcessorMs = Math.min(manyProcessorMs, usedMs);
    rows = await page.locator("[data-row]").count();
    await clear(page);
  }
  await hold(page, proofs);
  const manyTaskMs = await longestTaskMs(browser, page, () => drop(page, ".counts button", "1,000"));
  await page.close();
  return [
    limit("site.evidence-zip", "ms", Math.min(...zipMs), 300, "evidence ZIP to result; fastest of 11"),
    limit("site.second-proof", "ms", Math.min(...proofMs), 60, "another proof to result; fastest of 11"),
    limit(
      "site.thousand-proofs",
      "ms",
      manyMs,
      2000,
      `1,000 proofs to results, ${rows} rows drawn; fastest of ${MANY_ROUNDS}`,
    ),
    limit(
      "site.thousand-proofs-processor",
      "ms of processor time",
      manyProcessorMs,
      2000,
      "the same, page and worker together",
    ),
    limit(
      "site.thousand-proofs-longest-task",
      "ms of processor time",
      manyTaskMs,
      50,
      "of the page's main thread meanwhile",
    ),
  ];
}

/** From the address to a page that takes files, and from there to the first result, with nothing of the page on the phone. */
export async function slowPhone(): Promise<Figure[]> {
  if (chromiumPath === null) {
    process.stderr.write("SKIPPED: the verifier site on a slow phone (no Chromium is installed)\n");
    return [];
  }
  const host = await startSiteHost(PHONE_BYTES_PER_SECOND);
  const browser = await openChromium();
  const zip = { name: "evidence.zip", bytes: await evidenceZip(proofsOfDepth17(1)[0]!) };
  const usableMs: number[] = [];
  const resultMs: number[] = [];
  try {
    for (let round = 0; round < PHONE_ROUNDS; round++) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setCPUThrottlingRate", { rate: PHONE_SLOWDOWN });
      const begun = performance.now();
      await page.goto(host.url, { waitUntil: "commit" });
      await page.locator(".drop-zone button").first().waitFor();
      usableMs.push(performance.now() - begun);
      await hold(page, [zip]);
      await drop(page, OUTCOME);
      resultMs.push(performance.now() - begun);
      await context.close();
    }
  } finally {
    await browser.close();
    await host.close();
  }
  const what = `at ${(PHONE_BYTES_PER_SECOND * 8) / 1000} kbit/s, processor ${PHONE_SLOWDOWN} times slower; median of ${PHONE_ROUNDS}`;
  return [
    limit("site.slow-phone-usable", "ms", median(usableMs), 6_000, `from the address, ${what}`),
    limit("site.slow-phone-result", "ms", median(resultMs), 11_000, `evidence ZIP, ${what}`),
  ];
}

/**
 * Memory after many verifications beside that after some. The memory that the browser keeps for the
 * driving commands is measured with as many commands that verify nothing, and subtracted.
 */
async function memory(browser: Browser, url: string): Promise<Figure[]> {
  const proven = proofsOfDepth17(VERIFICATIONS);
  const page = await openSite(browser, url);
  const developer = await page.context().newCDPSession(page);
  const heapBytes = async () => {
    await developer.send("HeapProfiler.collectGarbage");
    return (await developer.send("Runtime.getHeapUsage")).usedSize;
  };
  const takeUp = ({ proof }: (typeof proven)[number]) => hold(page, [{ name: "proof.json", bytes: proof }]);
  const verify = async (one: (typeof proven)[number]) => {
    await takeUp(one);
    await drop(page, OUTCOME);
    await clear(page);
  };
  for (const one of proven.slice(0, WARM_VERIFICATIONS)) await verify(one);
  const warmBytes = await heapBytes();
  for (const one of proven.slice(WARM_VERIFICATIONS)) {
    await takeUp(one);
    await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
    await clear(page);
  }
  const drivenBytes = await heapBytes();
  for (const one of proven.slice(WARM_VERIFICATIONS)) await verify(one);
  const afterBytes = await heapBytes();
  await page.close();
  return [
    figure({
      id: "site.heap-after-200",
      unit: "MB",
      ours: (afterBytes - (drivenBytes - warmBytes)) / 1e6,
      reference: drivenBytes / 1e6,
      referenceName: `heap after ${WARM_VERIFICATIONS} verifications, all cleared`,
      bar: { atMost: 1.1 },
    }),
  ];
}

async function largeFiles(browser: Browser, url: string, bareUrl: string): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-site-"));
  try {
    const bare = await browser.newPage();
    await bare.goto(bareUrl);
    const page = await openSite(browser, url);
    const small = sparseFile(join(folder, "1g"), GIB);
    const bareMs: number[] = [];
    const pageMs: number[] = [];
    let peakBytes = 0;
    for (let round = 0; round < 3; round++) {
      bareMs.push(await bareHashMs(bare, GIB));
      const hashed = await hashInPage(page, small);
      pageMs.push(hashed.ms);
      peakBytes = Math.max(peakBytes, hashed.peakBytes);
    }
    const taskMs = await longestTaskMs(browser, page, () => hashInPage(page, small));
    const large = await hashInPage(page, sparseFile(join(folder, "4g"), 4 * GIB));
    await bare.close();
    await page.close();
    const rate = (ms: number) => GIB / MIB / (ms / 1000);
    return [
      figure({
        id: "site.hash-1-gib",
        unit: "MiB/s",
        ours: rate(Math.min(...pageMs)),
        reference: rate(Math.min(...bareMs)),
        referenceName: "hash-wasm in a bare worker",
        bar: { atLeast: 0.85 },
      }),
      limit(
        "site.longest-task",
        "ms of processor time",
        taskMs,
        50,
        "of the page's main thread while 1 GiB is hashed",
      ),
      limit(
        "site.renderer",
        "MB",
        Math.max(peakBytes, large.peakBytes) / 1e6,
        150,
        "largest renderer while 1 and 4 GiB are hashed",
      ),
      figure({
        id: "site.hash-4-gib",
        unit: "MiB/s",
        ours: 4 * rate(large.ms),
        reference: rate(Math.min(...bareMs)),
        referenceName: "hash-wasm in a bare worker",
        bar: null,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function bareHashMs(page: Page, totalBytes: number): Promise<number> {
  return page.evaluate(
    ([total, chunk]) =>
      new Promise<number>((resolve, reject) => {
        const worker = new Worker("worker.js");
        worker.onmessage = ({ data }) => {
          worker.terminate();
          resolve(data);
        };
        worker.onerror = ({ message }) => reject(new Error(message));
        worker.postMessage({ totalBytes: total, chunkBytes: chunk });
      }),
    [totalBytes, MIB] as const,
  );
}

function limit(id: string, unit: string, ours: number, reference: number, what: string): Figure {
  return limitFigure({ id, unit, ours, limit: reference, what });
}
