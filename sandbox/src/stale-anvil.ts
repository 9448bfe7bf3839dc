/**
 * Ends the anvil that a killed keeper left running. A file records the running anvil, so that the next keeper finds it.
 * Only the holder of the keeper's lock may call these functions.
 */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { anvilBinaryPath } from "./anvil-binary.js";
import { endProcess } from "./end-process.js";

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
