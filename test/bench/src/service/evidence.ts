/**
 * Evidence packages with an original of 20 MB from custody, as the service sends them: the first
 * byte, the memory of many at once, and the rate beside a plain copy of the same size by a route of
 * the same framework. The original is read twice, first to authenticate all of it; the certificate
 * inside is made for each package.
 */
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Records } from "@svc-proof/service/records/records";
import { type Figure, limitFigure } from "../figure.js";
import { median } from "../median.js";
import { currentResidentMb, peakResidentMb } from "../resident-memory.js";
import { newAccount } from "./fill-store.js";
import { depositOriginal } from "./original-requests.js";
import { sqliteBenchStore, withService } from "./service-process.js";

const ORIGINAL_BYTES = 20_000_000;
const FIRST_BYTE_LIMIT_MS = 150;
const GROWTH_LIMIT_MB = 30;
/** The daily downloads of an account. */
const AT_ONCE = 50;
const ROUNDS = 11;

export async function evidence(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  // Each has a full day of downloads.
  const keys = { warm: await newKey(store), one: await newKey(store), many: await newKey(store) };
  await store.close();
  // One account asks for all packages here.
  return withService(bench, { SVC_DOCUMENTS_PER_MINUTE: "10000" }, async (service) => {
    const [warm, one, many] = [
      await ofDeposited(service.url, keys.warm),
      await ofDeposited(service.url, keys.one),
      await ofDeposited(service.url, keys.many),
    ];
    // Exclude code loaded on the first run and the memory it keeps.
    for (let i = 0; i < 4; i++) {
      await Promise.all(Array.from({ length: 10 }, () => download(warm)));
    }

    const firstBytesMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) firstBytesMs.push(await download(one));

    const residentMb = currentResidentMb(service.pid);
    await Promise.all(Array.from({ length: AT_ONCE }, () => download(many)));
    const growthMb = Math.max(0, peakResidentMb(service.pid) - residentMb);

    return [
      limitFigure({
        id: "service.evidence.first-byte",
        unit: "ms",
        ours: median(firstBytesMs),
        limit: FIRST_BYTE_LIMIT_MS,
        what: `a package with an original of ${ORIGINAL_BYTES / 1e6} MB`,
      }),
      limitFigure({
        id: "service.evidence.growth",
        unit: "MB",
        ours: growthMb,
        limit: GROWTH_LIMIT_MB,
        what: `resident growth, ${AT_ONCE} such packages at once`,
      }),
    ];
  });
}

const newKey = async (store: Records) => (await newAccount(store)).key;

interface Target {
  readonly url: string;
  readonly key: string;
}

/** The package of a registered file in custody. */
async function ofDeposited(baseUrl: string, key: string): Promise<Target> {
  const { url } = await depositOriginal(baseUrl, key, randomBytes(ORIGINAL_BYTES));
  return { url: url.replace(/original$/, "evidence.zip"), key };
}

/**
 * Milliseconds from the request to the first byte of the body.
 * @throws if the body is incomplete or lacks the original.
 */
async function download({ url, key }: Target): Promise<number> {
  let start = performance.now();
  let response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  while (response.status === 503) {
    // More packages are asked for than wait in line. A caller then asks again.
    await response.body?.cancel();
    await sleep(1_000 * Number(response.headers.get("retry-after") ?? 1));
    start = performance.now();
    response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  }
  if (response.status !== 200 || response.body === null)
    throw new Error(`expected status 200, got ${response.status}`);
  let firstByteMs = 0;
  let sizeBytes = 0;
  for await (const piece of response.body) {
    if (sizeBytes === 0) firstByteMs = performance.now() - start;
    sizeBytes += piece.length;
  }
  if (sizeBytes < ORIGINAL_BYTES) throw new Error(`a download ended after ${sizeBytes} bytes`);
  return firstByteMs;
}
