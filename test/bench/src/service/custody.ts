/**
 * Custody beside plain copies by routes of the same framework: rates of one upload and one download
 * of 20 MB, in turns; and the memory of 50 concurrent downloads. The service hashes and encrypts
 * uploads, and reads downloads twice: to authenticate everything, then to serve it and recompute
 * its fingerprint.
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, figure, limitFigure } from "../figure.js";
import { median } from "../median.js";
import { currentResidentMb } from "../resident-memory.js";
import { newAccount } from "./fill-store.js";
import { depositOriginal, receiveBytes, sendBytes, timed } from "./original-requests.js";
import { startServer } from "./server-process.js";
import { sqliteBenchStore } from "./service-process.js";

const FILE_BYTES = 20_000_000;
const ROUNDS = 9;
const AT_ONCE = 50;

export async function custody(): Promise<Figure[]> {
  const bench = sqliteBenchStore();
  const store = await bench.open();
  const [uploader, reader] = [(await newAccount(store)).key, (await newAccount(store)).key];
  await store.close();
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-copy-"));
  const service = await bench.serve();
  const bare = await startServer("test/bench/dist/service/bare-copy.js", {}, [join(folder, "copy")]);
  const plain = { upload: [] as number[], download: [] as number[] };
  const ours = { upload: [] as number[], download: [] as number[] };
  try {
    const original = await depositOriginal(service.url, reader, randomBytes(FILE_BYTES));
    const copied = randomBytes(FILE_BYTES);
    await sendBytes(`${bare.url}/copy`, "", copied);
    for (let round = 0; round <= ROUNDS; round++) {
      const bytes = randomBytes(FILE_BYTES);
      const measured = [
        [plain.upload, await timed(() => sendBytes(`${bare.url}/copy`, "", bytes))],
        [ours.upload, (await depositOriginal(service.url, uploader, bytes)).uploadMs],
        [plain.download, await timed(() => receiveBytes(`${bare.url}/copy`, "", FILE_BYTES))],
        [ours.download, await timed(() => receiveBytes(original.url, reader, FILE_BYTES))],
      ] as const;
      // The first round warms up.
      if (round > 0) for (const [times, ms] of measured) times.push(ms);
    }
    const crowd = await depositOriginal(service.url, uploader, randomBytes(FILE_BYTES));
    const beforeMb = currentResidentMb(service.pid);
    let peakMb = beforeMb;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, currentResidentMb(service.pid));
    }, 20);
    await Promise.all(Array.from({ length: AT_ONCE }, () => receiveBytes(crowd.url, uploader, FILE_BYTES)));
    clearInterval(watch);
    return [
      rate("upload", ours.upload, plain.upload),
      rate("download", ours.download, plain.download),
      limitFigure({
        id: "service.custody.memory",
        unit: "MB",
        ours: peakMb - beforeMb,
        limit: 30,
        what: `resident growth, ${AT_ONCE} downloads at once`,
      }),
    ];
  } finally {
    await Promise.all([service.stop(), bare.stop()]);
    await bench.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rate(what: string, ours: readonly number[], plain: readonly number[]): Figure {
  const perSecond = (timesMs: readonly number[]) => FILE_BYTES / 1_000 / median([...timesMs]);
  return figure({
    id: `service.custody.${what}`,
    unit: "MB/s",
    ours: perSecond(ours),
    reference: perSecond(plain),
    referenceName: "a hapi route that copies a file",
    bar: { atLeast: 0.6 },
  });
}
