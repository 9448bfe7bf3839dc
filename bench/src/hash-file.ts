/** Hashing a file of 1 GiB: a whole Node process that does nothing else, beside `openssl dgst`. */

import { randomBytes } from "node:crypto";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./child.js";
import { type Figure, figure } from "./figure.js";
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
    const oursMs: number[] = [];
    const opensslMs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await runChild(process.execPath, [program, path]);
      residentMb = Math.max(residentMb, Number(ours.stdout.split(" ")[1]));
      oursMs.push(ours.elapsedMs);
      opensslMs.push((await runChild("openssl", ["dgst", "-sha256", path])).elapsedMs);
    }
    return [
      figure({
        id: "hash-file.rate",
        unit: "MiB/s",
        ours: (SIZE_MIB / median(oursMs)) * 1000,
        reference: (SIZE_MIB / median(opensslMs)) * 1000,
        referenceName: "openssl dgst -sha256 on the same 1 GiB file, whole processes",
        bar: { atLeast: 0.9 },
      }),
      figure({
        id: "hash-file.memory",
        unit: "MB",
        ours: residentMb,
        reference: MAX_RESIDENT_MB,
        referenceName: "limit; peak resident size of the process",
        bar: { atMost: 1 },
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
