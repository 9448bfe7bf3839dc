/**
 * Evidence packages with an original of 20 MB, as the API sends them: the first byte, the memory of many at once, and the
 * rate beside a bare hapi route that sends the same bytes. The original is a stream made for the benchmark; what reading it
 * out of custody costs is not in these figures.
 */
import { readFileSync } from "node:fs";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { peakResidentMb } from "../peak-resident.js";
import { startServer } from "./server-process.js";

const ORIGINAL_BYTES = 20_000_000;
const FIRST_BYTE_LIMIT_MS = 150;
const GROWTH_LIMIT_MB = 30;
const AT_ONCE = 50;
const ROUNDS = 11;

export async function evidence(): Promise<Figure[]> {
  const server = await startServer("bench/dist/service/evidence-server.js", {}, [String(ORIGINAL_BYTES)]);
  try {
    const url = new URL(server.url);
    const headers = { authorization: `Bearer ${url.hash.slice(1)}` };
    url.hash = "";
    const plainUrl = new URL("/plain", url);
    // Code that runs for the first time, and what stays in memory after it, is nobody's growth.
    for (let i = 0; i < 3; i++) await Promise.all([download(url, headers), download(plainUrl, {})]);

    const firstBytesMs: number[] = [];
    const packageMs: number[] = [];
    const plainMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const zip = await download(url, headers);
      firstBytesMs.push(zip.firstByteMs);
      packageMs.push(zip.elapsedMs);
      plainMs.push((await download(plainUrl, {})).elapsedMs);
    }

    const residentMb = currentResidentMb(server.pid);
    await Promise.all(Array.from({ length: AT_ONCE }, () => download(url, headers)));
    const growthMb = Math.max(0, peakResidentMb(server.pid) - residentMb);

    const rate = (elapsedMs: number) => ORIGINAL_BYTES / 1e3 / elapsedMs;
    return [
      figure({
        id: "service.evidence.first-byte",
        unit: "ms",
        ours: median(firstBytesMs),
        reference: FIRST_BYTE_LIMIT_MS,
        referenceName: `limit; a package with an original of ${ORIGINAL_BYTES / 1e6} MB, its stream made for the benchmark`,
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
        ours: rate(median(packageMs)),
        reference: rate(median(plainMs)),
        referenceName: "a bare hapi route that sends the same stream",
        bar: null,
      }),
    ];
  } finally {
    await server.stop();
  }
}

interface Download {
  /** From the request to the first byte of the body. */
  readonly firstByteMs: number;
  readonly elapsedMs: number;
}

/** @throws when it does not end as it said. */
async function download(url: URL, headers: Readonly<Record<string, string>>): Promise<Download> {
  const start = performance.now();
  const response = await fetch(url, { headers });
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

function currentResidentMb(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kilobytes) * 1024) / 1e6;
}
