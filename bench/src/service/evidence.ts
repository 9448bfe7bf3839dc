/**
 * Evidence packages with an original of 20 MB out of custody, as the service sends them: the first byte, the memory of many
 * at once, and the rate beside a plain copy of the same size by a route of the same framework. The original is read twice,
 * the first time to authenticate all of it; the certificate inside is made for each package.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Store } from "@svc-proof/service/store/store";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { currentResidentMb, peakResidentMb } from "../resident-memory.js";
import { newAccount } from "./fill-store.js";
import { depositOriginal, sendBytes } from "./original-requests.js";
import { startServer } from "./server-process.js";
import { sqliteBenchStore } from "./service-process.js";

const ORIGINAL_BYTES = 20_000_000;
const FIRST_BYTE_LIMIT_MS = 150;
const GROWTH_LIMIT_MB = 30;
/** As many downloads as an account has a day. */
const AT_ONCE = 50;
const ROUNDS = 11;

export async function evidence(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  // Each has its downloads of the day.
  const keys = { warm: await newKey(store), one: await newKey(store), many: await newKey(store) };
  await store.close();
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-copy-"));
  const service = await bench.serve();
  const bare = await startServer("bench/dist/service/bare-copy.js", {}, [join(folder, "copy")]);
  try {
    const [warm, one, many] = [
      await ofDeposited(service.url, keys.warm),
      await ofDeposited(service.url, keys.one),
      await ofDeposited(service.url, keys.many),
    ];
    const plain = { url: `${bare.url}/copy`, key: "" };
    await sendBytes(plain.url, plain.key, randomBytes(ORIGINAL_BYTES));
    // Code that runs for the first time, and what stays in memory after it, is nobody's growth.
    for (let i = 0; i < 4; i++) {
      await Promise.all(Array.from({ length: 10 }, () => download(warm)));
      await download(plain);
    }

    const packages: Download[] = [];
    const copies: Download[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      packages.push(await download(one));
      copies.push(await download(plain));
    }

    const residentMb = currentResidentMb(service.pid);
    await Promise.all(Array.from({ length: AT_ONCE }, () => download(many)));
    const growthMb = Math.max(0, peakResidentMb(service.pid) - residentMb);

    const rate = (downloads: readonly Download[]) =>
      ORIGINAL_BYTES / 1e3 / median(downloads.map(({ elapsedMs }) => elapsedMs));
    return [
      figure({
        id: "service.evidence.first-byte",
        unit: "ms",
        ours: median(packages.map(({ firstByteMs }) => firstByteMs)),
        reference: FIRST_BYTE_LIMIT_MS,
        referenceName: `limit; a package with an original of ${ORIGINAL_BYTES / 1e6} MB out of custody`,
        bar: { atMost: 1 },
      }),
      figure({
        id: "service.evidence.growth",
        unit: "MB",
        ours: growthMb,
        reference: GROWTH_LIMIT_MB,
        referenceName: `limit; resident memory beyond what it was before, ${AT_ONCE} such packages at once`,
        bar: { atMost: 1 },
      }),
      figure({
        id: "service.evidence.rate",
        unit: "MB/s",
        ours: rate(packages),
        reference: rate(copies),
        referenceName: "a hapi route that copies as much from a file",
        bar: null,
      }),
    ];
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await bench.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

const newKey = async (store: Store) => (await newAccount(store)).key;

interface Target {
  readonly url: string;
  readonly key: string;
}

/** The package of a file that is registered and in custody. */
async function ofDeposited(baseUrl: string, key: string): Promise<Target> {
  const { url } = await depositOriginal(baseUrl, key, randomBytes(ORIGINAL_BYTES));
  return { url: url.replace(/original$/, "evidence.zip"), key };
}

interface Download {
  /** From the request to the first byte of the body. */
  readonly firstByteMs: number;
  readonly elapsedMs: number;
}

/** @throws when it does not end as it said, or comes without the original. */
async function download({ url, key }: Target): Promise<Download> {
  const start = performance.now();
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  if (response.status !== 200 || response.body === null) throw new Error(`answered ${response.status}`);
  let firstByteMs = 0;
  let sizeBytes = 0;
  for await (const piece of response.body) {
    if (sizeBytes === 0) firstByteMs = performance.now() - start;
    sizeBytes += piece.length;
  }
  if (sizeBytes < ORIGINAL_BYTES) throw new Error(`a download ended after ${sizeBytes} bytes`);
  return { firstByteMs, elapsedMs: performance.now() - start };
}
