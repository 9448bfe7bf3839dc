/**
 * Custody beside plain copies by routes of the same framework: rates of one upload and one download of 20 MB, in turns;
 * and the memory of 50 downloads at once. The service hashes and encrypts what comes in, and reads what goes out twice,
 * the first time to recompute its fingerprint.
 */
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Figure, figure } from "../figure.js";
import { median } from "../median.js";
import { newAccount } from "./fill-store.js";
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
  const bare = await startServer("bench/dist/service/bare-copy.js", {}, [join(folder, "copy")]);
  const plain = { upload: [] as number[], download: [] as number[] };
  const ours = { upload: [] as number[], download: [] as number[] };
  try {
    const original = await deposit(service.url, reader, randomBytes(FILE_BYTES));
    const copied = randomBytes(FILE_BYTES);
    await send(`${bare.url}/copy`, "", copied);
    for (let round = 0; round <= ROUNDS; round++) {
      const bytes = randomBytes(FILE_BYTES);
      const measured = [
        [plain.upload, await timed(() => send(`${bare.url}/copy`, "", bytes))],
        [ours.upload, (await deposit(service.url, uploader, bytes)).uploadMs],
        [plain.download, await timed(() => receive(`${bare.url}/copy`, ""))],
        [ours.download, await timed(() => receive(original.url, reader))],
      ] as const;
      // The first round warms up.
      if (round > 0) for (const [times, ms] of measured) times.push(ms);
    }
    const crowd = await deposit(service.url, uploader, randomBytes(FILE_BYTES));
    const beforeMb = residentMb(service.pid);
    let peakMb = beforeMb;
    const watch = setInterval(() => {
      peakMb = Math.max(peakMb, residentMb(service.pid));
    }, 20);
    await Promise.all(Array.from({ length: AT_ONCE }, () => receive(crowd.url, uploader)));
    clearInterval(watch);
    return [
      rate("upload", ours.upload, plain.upload),
      rate("download", ours.download, plain.download),
      figure({
        id: "service.custody.memory",
        unit: "MB",
        ours: peakMb - beforeMb,
        reference: 30,
        referenceName: `limit; resident growth over ${AT_ONCE} downloads of 20 MB at once`,
        bar: { atMost: 1 },
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
    referenceName: `a hapi route that copies the ${what} ${what === "upload" ? "to" : "from"} a file`,
    bar: { atLeast: 0.6 },
  });
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Registers a file and deposits it. @returns the address of the original, and the time of the deposit alone. */
async function deposit(
  baseUrl: string,
  key: string,
  bytes: Uint8Array,
): Promise<{ readonly url: string; readonly uploadMs: number }> {
  const hash = createHash("sha256").update(bytes).digest("hex");
  const made = await fetch(`${baseUrl}/proofs`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ hash }),
  });
  const { id } = (await made.json()) as { id: string };
  const url = `${baseUrl}/proofs/${id}/original`;
  return { url, uploadMs: await timed(() => send(url, key, bytes)) };
}

const agent = new Agent({ keepAlive: true });

function send(url: string, key: string, bytes: Uint8Array): Promise<void> {
  return answered(url, key, 201, bytes).then((response) => drained(response).then(() => {}));
}

async function receive(url: string, key: string): Promise<void> {
  const length = await drained(await answered(url, key, 200));
  if (length !== FILE_BYTES) throw new Error(`expected ${FILE_BYTES} bytes, got ${length}`);
}

function answered(url: string, key: string, status: number, bytes?: Uint8Array): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      ...(bytes === undefined ? {} : { "content-length": bytes.length }),
    };
    request(url, { agent, method: bytes === undefined ? "GET" : "PUT", headers }, (response) => {
      if (response.statusCode === status) resolve(response);
      else reject(new Error(`expected status ${status}, got ${response.statusCode}`));
    })
      .on("error", reject)
      .end(bytes);
  });
}

async function drained(response: IncomingMessage): Promise<number> {
  let length = 0;
  for await (const piece of response) length += (piece as Buffer).length;
  return length;
}

/** Resident memory of a process now: Linux tells it. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1_000;
}
