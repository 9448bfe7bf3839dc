/** Hashing a file of 1 GiB in an otherwise idle Node process, compared with `openssl dgst`. */

import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./child.js";
import { type Figure, figure, limitFigure } from "./figure.js";
import { median } from "./median.js";

const SIZE_MIB = 1024;
const ROUNDS = 5;
const MAX_RESIDENT_MB = 100;

export async function hashFile(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  try {
    const path = join(folder, "one-gibibyte.bin");
    writeRandom(path);
    const program = fileURLToPath(new URL("./hash-one-file.js", import.meta.url));
    let residentMb = 0;
    const functionMs: number[] = [];
    const processMs: number[] = [];
    const opensslMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await runChild(process.execPath, [program, path]);
      const [hashingMs, peakMb] = ours.stdout.split(" ");
      residentMb = Math.max(residentMb, Number(peakMb));
      functionMs.push(Number(hashingMs));
      processMs.push(ours.elapsedMs);
      opensslMs.push((await runChild("openssl", ["dgst", "-sha256", path])).elapsedMs);
    }
    const unit = "MiB/s";
    const rate = (timesMs: readonly number[]) => (SIZE_MIB / median(timesMs)) * 1000;
    const openssl = {
      reference: rate(opensslMs),
      referenceName: "openssl dgst -sha256 of 1 GiB",
    };
    return [
      figure({ id: "hash-file.rate", unit, ours: rate(functionMs), ...openssl, bar: { atLeast: 0.9 } }),
      figure({ id: "hash-file.rate-with-node-start", unit, ours: rate(processMs), ...openssl, bar: null }),
      limitFigure({
        id: "hash-file.memory",
        unit: "MB",
        ours: residentMb,
        limit: MAX_RESIDENT_MB,
        what: "peak memory",
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeRandom(path: string): void {
  const file = openSync(path, "w");
  const part = randomBytes(8 * 1024 * 1024);
  for (let written = 0; written < SIZE_MIB * 1024 * 1024; written += part.length) writeSync(file, part);
  closeSync(file);
}
