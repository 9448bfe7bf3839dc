/** `svc-proof stamp` of a folder of ten thousand files, from the start of the process to the evidence of all of them. */
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "../child.js";
import { type Figure, limitFigure } from "../figure.js";
import { startServer } from "../service/server-process.js";

const FILES = Number(process.env["SVC_BENCH_STAMP_FILES"] ?? 10_000);
const FOLDERS = 100;
const FILE_BYTES = 10_000;
const LIMIT_MS = 60_000;
const program = fileURLToPath(new URL("../../../../client/bin/svc-proof.js", import.meta.url));

export async function stamp(): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), "svc-proof-bench-"));
  const dataDir = join(scratch, "data");
  const folder = join(scratch, "files");
  const service = await startServer("test/bench/dist/stamp/lifted-service.js", {
    SVC_DATA_DIR: dataDir,
    SVC_HTTP_PORT: "0",
    SVC_OPS_PORT: "0",
    SVC_CREATIONS_PER_MINUTE: "0",
    SVC_REQUESTS_PER_MINUTE_PER_IP: "0",
  });
  try {
    for (let i = 0; i < FILES; i++) {
      const below = join(folder, String(i % FOLDERS));
      mkdirSync(below, { recursive: true });
      writeFileSync(join(below, `${i}.bin`), randomBytes(FILE_BYTES));
    }
    const { keys } = JSON.parse(readFileSync(join(dataDir, "sandbox.json"), "utf8"));
    const key = join(scratch, "key");
    writeFileSync(key, keys.pro, { mode: 0o600 });
    const words = ["stamp", "--wait", "anchored", "--url", service.url, "--key-file", key, folder];
    const { stdout, elapsedMs } = await runChild(process.execPath, [program, ...words]);
    const proofs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
      name.endsWith(".proof/proof.json"),
    );
    if (proofs.length !== FILES || !stdout.endsWith(`${FILES} files: ${FILES} with their evidence\n`)) {
      throw new Error(`unexpected: ${proofs.length} proofs, ${stdout.slice(-300)}`);
    }
    return [
      limitFigure({
        id: "stamp.folder",
        unit: "ms",
        ours: elapsedMs,
        limit: (LIMIT_MS * FILES) / 10_000,
        what: `svc-proof stamp --wait anchored, ${FILES} files, sandbox beside it`,
      }),
    ];
  } finally {
    await service.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}
