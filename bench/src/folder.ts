/** `svc-verify FOLDER` on ten thousand proofs and their originals, from the start of the process to its end. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./child.js";
import { type Figure, limitFigure } from "./figure.js";
import { median } from "./median.js";
import { proofsOf } from "./proofs-of-depth-17.js";

const PROOFS = 10_000;
const ORIGINAL_BYTES = 10_000;
const LIMIT_MS = 5000;
const ROUNDS = 3;
/** Offline the anchors stay open. */
const INDETERMINATE = 2;
const program = fileURLToPath(new URL("../../verifier-lib/bin/svc-verify.js", import.meta.url));

export async function folder(): Promise<Figure[]> {
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
        what: `svc-verify of ${PROOFS} proofs with originals of ${ORIGINAL_BYTES / 1000} kB, as a process, all cores`,
      }),
    ];
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
