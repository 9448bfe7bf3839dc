/**
 * `svc-verify FOLDER`: ten thousand proofs and their originals, from the start of the process to its end; and ten thousand files with
 * documents of headers and timestamps, to the first row.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { EPOCH_BLOCKS, encodeHeaders, HEADER_BYTES, parseRawHeaders } from "@svc-proof/shared/bitcoin";
import { encodeDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { runChild } from "./child.js";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";
import { proofsOf } from "./proofs-of-depth-17.js";
import { peakResidentMb } from "./resident-memory.js";

const PROOFS = 10_000;
const ORIGINAL_BYTES = 10_000;
const LIMIT_MS = 5000;
const ROUNDS = 3;
/** Offline the anchors stay open. */
const INDETERMINATE = 2;
const program = fileURLToPath(new URL("../../../verifier-lib/bin/svc-verify.js", import.meta.url));

export async function folder(): Promise<Figure[]> {
  return [...(await proofs()), ...(await evidence())];
}

async function proofs(): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  try {
    const originals = Array.from({ length: PROOFS }, () => randomBytes(ORIGINAL_BYTES));
    for (const [i, { proof, original }] of proofsOf(originals).entries()) {
      writeFileSync(join(scratch, `${i}.bin`), original);
      writeFileSync(join(scratch, `${i}.json`), proof);
    }
    const timesMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout, elapsedMs } = await runChild(process.execPath, [program, scratch], INDETERMINATE);
      const isWhole = stdout.includes(`\n${PROOFS} files: 0 verified, 0 failed, ${PROOFS} correct so far,`);
      // Each original found its proof.
      if (!isWhole || stdout.includes("original not given"))
        throw new Error(`unexpected: ${stdout.slice(-500)}`);
      timesMs.push(elapsedMs);
    }
    return [
      limitFigure({
        id: "folder.proofs",
        unit: "ms",
        ours: median(timesMs),
        limit: LIMIT_MS,
        what: `svc-verify of ${PROOFS} proofs with originals, all cores`,
      }),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

const DOCUMENTS = 2000;
const HEADERS_EACH = 400;
const TIMESTAMPS = 5000;
const OTHERS = 3000;
const FIRST_ROW_LIMIT_MS = 2000;
const LIMIT_MB = 400;
const FIRST_HEIGHT = 822_528;

/** All timestamps are proven by headers that lead to a checkpoint. */
async function evidence(): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  try {
    writeEvidence(scratch);
    const firstRowsMs: number[] = [];
    const peaksMb: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const { stdout, firstRowMs, peakMb } = await runWatched(scratch);
      const isWhole =
        stdout.includes(`\n${TIMESTAMPS} files: ${TIMESTAMPS} verified, 0 failed,`) &&
        stdout.split("\n").filter((line) => line.startsWith(`  ${scratch}`)).length === DOCUMENTS + OTHERS;
      if (!isWhole) throw new Error(`unexpected: ${stdout.slice(-500)}`);
      firstRowsMs.push(firstRowMs);
      peaksMb.push(peakMb);
    }
    const what = `svc-verify of ${DOCUMENTS + TIMESTAMPS + OTHERS} mixed files`;
    return [
      limitFigure({
        id: "folder.first-row",
        unit: "ms",
        ours: median(firstRowsMs),
        limit: FIRST_ROW_LIMIT_MS,
        what: `${what}, first row`,
      }),
      limitFigure({
        id: "folder.memory",
        unit: "MB",
        ours: median(peaksMb),
        limit: LIMIT_MB,
        what: `${what}, peak memory`,
      }),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function writeEvidence(scratch: string): void {
  const path = new URL("../../vectors/bitcoin-headers/822528-824544.bin", import.meta.url);
  const raw = new Uint8Array(readFileSync(path)).subarray(0, HEADER_BYTES * EPOCH_BLOCKS);
  const { headers } = parseRawHeaders(raw, FIRST_HEIGHT)[0]!;
  for (let i = 0; i < DOCUMENTS; i++) {
    const start = i % (EPOCH_BLOCKS - HEADERS_EACH + 1);
    const part = headers.slice(start, start + HEADERS_EACH);
    const text = encodeHeaders({ network: "bitcoin", height: FIRST_HEIGHT + start, headers: part });
    writeFileSync(join(scratch, `${i}.headers.json`), text);
  }
  for (let i = 0; i < TIMESTAMPS; i++) {
    const at = i % EPOCH_BLOCKS;
    const branches = [
      { attestation: { kind: "bitcoin", height: FIRST_HEIGHT + at } as const },
      { attestation: { kind: "pending", uri: `https://${i}.example` } as const },
    ];
    const digest = headers[at]!.merkleRoot;
    writeFileSync(
      join(scratch, `${i}.ots`),
      encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: { branches } }),
    );
  }
  for (let i = 0; i < OTHERS; i++) writeFileSync(join(scratch, `${i}.bin`), randomBytes(ORIGINAL_BYTES));
}

function runWatched(
  path: string,
): Promise<{ readonly stdout: string; readonly firstRowMs: number; readonly peakMb: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, [program, path], { stdio: ["ignore", "pipe", "inherit"] });
    let stdout = "";
    let firstRowMs = Number.POSITIVE_INFINITY;
    let peakMb = 0;
    const watch = setInterval(() => {
      try {
        peakMb = Math.max(peakMb, peakResidentMb(child.pid));
      } catch {
        // It has ended.
      }
    }, 50);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      firstRowMs = Math.min(firstRowMs, performance.now() - start);
      stdout += text;
    });
    child.on("error", reject);
    child.on("close", () => {
      clearInterval(watch);
      resolve({ stdout, firstRowMs, peakMb });
    });
  });
}
