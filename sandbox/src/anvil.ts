/** Anvil, and the state of its chain as a file. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { type BigIntStats, constants, fstatSync, openSync, writeFileSync } from "node:fs";
import { access, link, open, readFile, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
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

/** Of a start on any free port. */
const MAX_TRIES = 5;

/** anvil ended before it answered. */
export class AnvilStartError extends Error {
  override readonly name = "AnvilStartError";
  /** Whether it refused the saved state. */
  readonly isAboutState: boolean;
  /** Whether another process has its port. */
  readonly isAboutPort: boolean;

  constructor(message: string) {
    super(message);
    this.isAboutState = message.includes("--load-state");
    this.isAboutPort = message.includes("Address already in use");
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
    for (let tries = 1; ; tries++) {
      try {
        return await Anvil.#startOn(await freePort(port), statePath, onSpawned);
      } catch (error) {
        // Another process may take a port that was free when it was chosen.
        const isTaken = port === 0 && error instanceof AnvilStartError && error.isAboutPort;
        if (!isTaken || tries === MAX_TRIES) throw error;
      }
    }
  }

  static async #startOn(
    chosen: number,
    statePath: string | null,
    onSpawned?: (pid: number, port: number) => void,
  ): Promise<Anvil> {
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

// Ends the anvil that a killed keeper left running. A file records the running anvil, so that the next keeper finds it.
// Only the holder of the keeper's lock may call these functions.

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

/** The messages between the service and the keeper of its sandbox chain; the first argument is JSON. */
export interface KeeperOptions {
  /** Folder of the service's data. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly blockTimeMs: number;
  /** Empty blocks mined after the last one with a transaction. Then the chain rests. */
  readonly blocksAfterActivity: number;
}

/** One line of JSON on the keeper's standard output. */
export type KeeperMessage =
  /** An anvil was spawned. If the keeper dies, the service must end it. */
  | { readonly event: "spawned"; readonly anvilPid: number }
  | { readonly event: "ready"; readonly port: number }
  | { readonly event: "ended" }
  | { readonly event: "failed"; readonly reason: string };

// The saved sandbox chain: the newest state and the one before it. Each file is replaced atomically, so a crash always
// leaves a valid one. 1.4 KB a block, measured.

const unpack = promisify(gunzip);

export class ChainStateFile {
  readonly #folder: string;
  readonly #identity: string;
  readonly #newest: string;
  readonly #previous: string;

  /** @param folder must exist. It stays open while the process runs, so that no other folder gets its inode number. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#identity = identityOf(fstatSync(openSync(folder, "r"), { bigint: true }));
    this.#newest = join(folder, "state.json");
    this.#previous = join(folder, "state.previous.json");
  }

  /** The files that exist, best first. */
  async candidates(): Promise<readonly string[]> {
    const exist = await Promise.all([this.#newest, this.#previous].map(isThere));
    return [this.#newest, this.#previous].filter((_, i) => exist[i]);
  }

  /**
   * Saves the current chain.
   *
   * @throws Error when the folder was replaced: its files belong to another chain.
   */
  async save(anvil: Anvil): Promise<void> {
    const dump = await anvil.request("anvil_dumpState", [false]);
    if (typeof dump !== "string") throw new Error("anvil_dumpState: got no state");
    // anvil dumps its state compressed but loads it uncompressed.
    const state = await unpack(Buffer.from(dump.slice(2), "hex"));
    await this.#expectSameFolder();
    const temporary = `${this.#newest}.new`;
    const file = await open(temporary, "w");
    try {
      await file.writeFile(state);
      await file.sync();
    } finally {
      await file.close();
    }
    await rm(this.#previous, { force: true });
    await link(this.#newest, this.#previous).catch(() => {
      // There is no state yet, or the file system has no links. Then there is no second copy, and the first one is
      // intact.
    });
    await rename(temporary, this.#newest);
  }

  async #expectSameFolder(): Promise<void> {
    const now = await stat(this.#folder, { bigint: true }).then(identityOf, () => null);
    if (now !== this.#identity) throw new Error(`${this.#folder} was removed or replaced`);
  }

  /** Moves a damaged file out of the way. @returns where it is now. */
  async setAside(path: string): Promise<string> {
    const aside = `${path}.damaged`;
    await rename(path, aside);
    return aside;
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

async function isThere(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
