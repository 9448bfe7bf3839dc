/** Anvil: its process, its binary, its remains. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { retry } from "@svc-proof/verifier-lib/source";

// Finds the anvil binary of this platform.

/**
 * The path of the binary itself, because the package's script would be an extra process in between.
 *
 * @throws Error when the package of this platform is not installed.
 */
export function anvilBinaryPath(): string {
  const arch = process.arch === "x64" ? "amd64" : process.arch;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`;
  // The platform's package is a dependency of the main one, so it is resolved from there.
  const require = createRequire(import.meta.url);
  const requireFromMain = createRequire(require.resolve("@foundry-rs/anvil/package.json"));
  try {
    return requireFromMain.resolve(`${name}/bin/anvil${suffix}`);
  } catch (error) {
    throw new Error(`${name} is not installed: the sandbox needs it, unless SVC_RPC_URL is given`, {
      cause: error,
    });
  }
}

// One running anvil process, from the npm package of this platform.

/** It answers within 50 ms, even with a state of 2,000 blocks, measured. The rest is for slow disks. */
const START_TIMEOUT_MS = 15_000;
const START_POLL_MS = 10;
/** For one answer. Saving is slowest: 45 ms for 4,000 blocks. */
const REQUEST_TIMEOUT_MS = 10_000;
/** States of past blocks that it keeps in memory. It would write older ones to the home folder. */
const KEPT_STATES = 128;

/** anvil ended before it answered. */
export class AnvilStartError extends Error {
  override readonly name = "AnvilStartError";
  /** Whether it refused the saved state. */
  readonly isAboutState: boolean;

  constructor(message: string) {
    super(message);
    this.isAboutState = message.includes("--load-state");
  }
}

export class Anvil {
  readonly port: number;
  readonly #process: ChildProcess;

  private constructor(child: ChildProcess, port: number) {
    this.#process = child;
    this.port = port;
  }

  /**
   * Starts anvil and waits until it answers. It mines only on request.
   *
   * @param port 0 takes a free one.
   * @param statePath file that `anvil_dumpState` gave, unpacked; null begins a new chain.
   * @param onSpawned called with the process id and the port before anything else happens.
   * @throws AnvilStartError when it ends instead, or takes too long.
   */
  static async start(
    port: number,
    statePath: string | null,
    onSpawned?: (pid: number, port: number) => void,
  ): Promise<Anvil> {
    const chosen = await freePort(port);
    const child = spawn(anvilBinaryPath(), argumentsFor(chosen, statePath), {
      stdio: ["ignore", "ignore", "pipe"],
    });
    if (child.pid !== undefined) onSpawned?.(child.pid, chosen);
    let complaint = "";
    child.stderr.on("data", (bytes: Buffer) => {
      if (complaint.length < 2_000) complaint += bytes.toString();
    });
    child.on("error", (error) => {
      complaint += error.message;
    });
    const anvil = new Anvil(child, chosen);
    const deadline = performance.now() + START_TIMEOUT_MS;
    while (performance.now() < deadline && !anvil.hasEnded && child.pid !== undefined) {
      if (await anvil.request("eth_chainId", []).then(isDevelopmentChain, () => false)) {
        if (!anvil.hasEnded) return anvil;
      }
      await sleep(START_POLL_MS);
    }
    await anvil.end();
    throw new AnvilStartError(complaint.trim().replaceAll(/\s+/g, " ") || "anvil did not answer in time");
  }

  get hasEnded(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  /** Sends a JSON-RPC request. @throws Error when anvil does not answer or answers with an error. */
  async request(method: string, params: readonly unknown[]): Promise<unknown> {
    const patience = { timeoutMs: REQUEST_TIMEOUT_MS, retries: 0 };
    const answer = await retry(method, patience, async (signal) => {
      const response = await fetch(`http://127.0.0.1:${this.port}`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        signal,
      });
      return (await response.json()) as { result?: unknown; error?: { message?: string } };
    });
    if (answer.error !== undefined) throw new Error(`${method}: ${answer.error.message}`);
    return answer.result;
  }

  /** Kills anvil: the keeper saves its state. */
  async end(): Promise<void> {
    if (this.#process.pid === undefined || this.hasEnded) return;
    const exit = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await exit;
  }
}

function argumentsFor(port: number, statePath: string | null): string[] {
  return [
    ...["--host", "127.0.0.1", "--port", `${port}`, "--chain-id", `${DEVELOPMENT_CHAIN_ID}`],
    ...["--accounts", "1", "--no-mining", "--prune-history", `${KEPT_STATES}`, "--quiet"],
    ...(statePath === null ? [] : ["--load-state", statePath]),
  ];
}

function isDevelopmentChain(chainId: unknown): boolean {
  return chainId === `0x${DEVELOPMENT_CHAIN_ID.toString(16)}`;
}

/**
 * A free port: the given one, or any. Checked before the start, because another node on the port would answer in place
 * of this one.
 */
async function freePort(port: number): Promise<number> {
  const server = createServer();
  server.listen(port, "127.0.0.1");
  try {
    await once(server, "listening");
  } catch {
    throw new AnvilStartError(`port ${port} of 127.0.0.1 is in use`);
  }
  const { port: free } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return free;
}

/** Kills a process that is not a child of this one. */
export function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended already.
  }
}

/**
 * Ends the anvil that a killed keeper left running. A file records the running anvil, so that the next keeper finds it.
 * Only the holder of the keeper's lock may call these functions.
 */
const run = promisify(execFile);

const PS_TIMEOUT_MS = 5_000;
/** SIGKILL takes some milliseconds, more on a busy machine. */
const END_TIMEOUT_MS = 5_000;
const END_POLL_MS = 10;

const recordPath = (folder: string) => join(folder, "anvil.pid");

/** Records an anvil. Synchronous, so that nothing can happen before the record is written. */
export function recordAnvil(folder: string, pid: number, port: number): void {
  writeFileSync(recordPath(folder), `${pid} ${port}\n`);
}

/** Removes the record of an anvil that has ended. */
export async function forgetAnvil(folder: string): Promise<void> {
  await rm(recordPath(folder), { force: true });
}

/** Ends the recorded anvil if it still runs. @returns its process id, or null when there is nothing to end. */
export async function endFormerAnvil(folder: string): Promise<number | null> {
  const record = await readFile(recordPath(folder), "utf8").catch(() => "");
  const [, pid, port] = /^([1-9]\d{0,9}) (\d{1,5})\n$/.exec(record) ?? [];
  if (pid === undefined || port === undefined || !(await isAnvil(pid, port))) return null;
  endProcess(Number(pid));
  const deadline = performance.now() + END_TIMEOUT_MS;
  while (performance.now() < deadline && (await isAnvil(pid, port))) await sleep(END_POLL_MS);
  await forgetAnvil(folder);
  return Number(pid);
}

/** The process id may belong to another process by now, so the command line is checked. */
async function isAnvil(pid: string, port: string): Promise<boolean> {
  // Without a POSIX `ps` this is unknown, and no process is killed.
  const ps = await run("ps", ["-o", "args=", "-p", pid], { timeout: PS_TIMEOUT_MS }).catch(() => null);
  const command = ps?.stdout.trim() ?? "";
  return command.startsWith(`${anvilBinaryPath()} `) && command.includes(` --port ${port} `);
}
