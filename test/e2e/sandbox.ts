/** A sandbox like that of `npm start`, in a process of its own, on free ports and in an empty folder. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "../run-command.js";

export { type Run, root, run } from "../run-command.js";
export { svcVerify } from "../svc-verify.js";

export interface Sandbox {
  readonly dataDir: string;
  readonly base_url: string;
  readonly site_url: string;
  readonly keys: { readonly free: string; readonly pro: string };
  /** Links that sign in as often as one likes. */
  readonly sign_in: { readonly free: string; readonly pro: string };
  readonly rpc_url: string;
  readonly chain_id: number;
  /** The process's output so far, both streams. */
  output(): string;
  stop(): Promise<void>;
}

export async function startSandbox(settings: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const dataDir = mkdtempSync(join(tmpdir(), "svc-proof-e2e-"));
  const child = spawn(process.execPath, [join(root, "sandbox/dist/main.js")], {
    env: {
      ...process.env,
      SVC_DATA_DIR: dataDir,
      SVC_HTTP_PORT: "0",
      SVC_BATCH_INTERVAL_MS: "200",
      SVC_SANDBOX_BLOCK_MS: "100",
      SVC_POLL_INTERVAL_MS: "100",
      ...settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  const path = join(dataDir, "sandbox.json");
  await until(() => {
    if (child.exitCode !== null)
      throw new Error(`the sandbox ended with status ${child.exitCode}:\n${output}`);
    return existsSync(path);
  }, 30_000);
  return {
    dataDir,
    ...JSON.parse(readFileSync(path, "utf8")),
    output: () => output,
    async stop() {
      await ended(child, "SIGTERM");
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Sends a signal if the process still runs, and waits for its end. */
export function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve) => {
    child.once("close", resolve);
    child.kill(signal);
  });
}

/** Waits until a condition holds, checking every 50 ms. @throws if time runs out. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs: number): Promise<void> {
  for (const deadline = Date.now() + timeoutMs; !(await condition()); await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${condition}`);
  }
}
