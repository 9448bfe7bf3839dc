/**
 * Runs a program until it is told to stop.
 *
 * If it cannot start or continue, it prints the reason to standard error in plain words, and logs it. A second signal ends the
 * process at once.
 */

import { printableLines } from "@svc-proof/shared/text";
import { ConfigError } from "./config/parse.js";
import { SETTINGS } from "./config/settings.js";
import { StartError } from "./errors.js";
import { createLog } from "./log.js";
import { MongodbUrlError } from "./store/open-store.js";
import { DataDirError, LockedError } from "./store/sqlite/data-dir.js";
import { OtherReleaseError, StoreUnavailableError } from "./store/store.js";

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
