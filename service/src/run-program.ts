/** The process of a program. */

import { readFileSync } from "node:fs";
import { printableLines } from "@svc-proof/shared/text";
import { ConfigError } from "./config/parse.js";
import { SETTINGS } from "./config/settings.js";
import { StartError } from "./errors.js";
import { createLog } from "./log.js";
import { MongodbUrlError } from "./store/open-store.js";
import { DataDirError, LockedError } from "./store/sqlite/data-dir.js";
import { OtherReleaseError, StoreUnavailableError } from "./store/store.js";

// Runs a program until it is told to stop.
//
// If it cannot start or continue, it prints the reason to standard error in plain words, and logs it. A second signal ends the
// process at once.

export interface Program {
  /** Starts and runs everything. Never resolves; rejects when the program cannot start or continue. */
  run(): Promise<never>;
  /** Ends what was started, however far `run` has come. */
  stop(): Promise<void>;
}

/** Failures that the operator can fix: their message says enough. Other failures are printed with their stack. */
const MENDABLE = [
  ConfigError,
  StartError,
  DataDirError,
  MongodbUrlError,
  StoreUnavailableError,
  OtherReleaseError,
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof LockedError)
    return `SVC_DATA_DIR: another service uses this folder (${error.message})`;
  // The system's own text explains a folder that cannot be created or a file that cannot be written.
  if ("syscall" in error || MENDABLE.some((type) => error instanceof type)) return error.message;
  return error.stack ?? error.message;
}

/** Resolves at the first signal to stop; the second ends the process. */
function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    let stopping = false;
    for (const signal of ["SIGINT", "SIGTERM"] as const) {
      process.on(signal, () => {
        if (stopping) process.exit(1);
        stopping = true;
        resolve();
      });
    }
  });
}

/** Prints the reason as a plain line for people, and as a line of the log. */
function tellEnd(error: unknown): void {
  const reason = reasonOf(error);
  const { name, format, default: usual } = SETTINGS.logLevel;
  console.error(`svc-proof: ${printableLines(reason)}`);
  createLog(format.parse(process.env[name] ?? usual) ?? usual).fatal(
    { reason },
    "the service cannot start or go on",
  );
}

/**
 * Runs a program with this process's environment and signals, and ends the process with its status: 0 stopped by SIGINT or
 * SIGTERM, 1 could not start or continue, 2 wrong settings.
 *
 * @param open makes the program of environment variables. @throws ConfigError
 */
export async function runProgram(
  open: (environment: Readonly<Record<string, string | undefined>>) => Program,
): Promise<never> {
  // The files of the database are for the owner alone, even in a folder that others can read.
  process.umask(0o077);
  const stopSignal = firstSignal();
  let program: Program | undefined;
  let status = 0;
  try {
    program = open(process.env);
    await Promise.race([stopSignal, program.run()]);
  } catch (error) {
    tellEnd(error);
    status = error instanceof ConfigError ? 2 : 1;
  }
  await program?.stop();
  process.exit(status);
}

// How many files the system lets this process open. Connections are files, too. It imports nothing, to be asked before anything is loaded.

/** For everything but connections: some 300 at once while the service loads, and fewer later. */
const OWN_FILES = 512;
const MIN_CONNECTIONS = 128;

/** Node takes all that it may have at its start. Infinite where the system does not say. */
function openFilesLimit(): number {
  try {
    const limits = readFileSync("/proc/self/limits", "utf8");
    return Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Number.POSITIVE_INFINITY);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Connections that leave enough files for all else: one too many would fail in the middle of another request. */
export function connectionsByOpenFiles(): number {
  return openFilesLimit() - OWN_FILES;
}

/** Loads and runs a program, or says in one line why it cannot be loaded and ends with status 1. */
export async function whenFilesSuffice(load: () => Promise<unknown>): Promise<void> {
  const limit = openFilesLimit();
  const expected = OWN_FILES + MIN_CONNECTIONS;
  if (limit >= expected) await load();
  else {
    console.error(
      `svc-proof: the system lets this process open ${limit} files: expected at least ${expected} (ulimit -n, LimitNOFILE)`,
    );
    process.exit(1);
  }
}
