/** A log that cannot be written must not stop the service. */
import { spawn } from "node:child_process";
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ended, root, until } from "./sandbox.js";

const full = "/dev/full";
if (!existsSync(full)) console.warn(`SKIPPED: the service with a full log (${full} is not there)`);

test.skipIf(!existsSync(full))(
  "the service starts, serves and stops with a log whose disk is full",
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-full-log-"));
    const log = openSync(full, "w");
    const service = spawn(process.execPath, [join(root, "sandbox/dist/main.js")], {
      env: {
        ...process.env,
        SVC_DATA_DIR: dataDir,
        SVC_HTTP_PORT: "0",
        SVC_LOG_LEVEL: "trace",
      },
      stdio: ["ignore", "ignore", log],
    });
    closeSync(log);
    try {
      const path = join(dataDir, "sandbox.json");
      await until(() => {
        if (service.exitCode !== null) throw new Error(`ended with status ${service.exitCode}`);
        return existsSync(path);
      }, 30_000);
      const { base_url } = JSON.parse(readFileSync(path, "utf8"));
      for (let i = 0; i < 3; i++)
        expect((await fetch(`${base_url}/proofs`, { method: "POST" })).status).toBe(401);
      expect(await ended(service, "SIGTERM")).toBe(0);
    } finally {
      await ended(service, "SIGKILL");
      rmSync(dataDir, { recursive: true, force: true });
    }
  },
);
