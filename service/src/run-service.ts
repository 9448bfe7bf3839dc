/**
 * Starts the service and stops it.
 *
 * If it cannot start or continue, it prints the reason to standard error in plain words, and logs it. Exit status: 0
 * stopped by SIGINT or SIGTERM, 1 could not start or continue, 2 wrong settings. A second signal ends the process at
 * once.
 */
import { printableLines } from "@svc-proof/shared/text";
import { ConfigError, type GivenConfig, parseConfig, withDefaults } from "./config/parse-config.js";
import { createLog } from "./log.js";
import { SandboxChainError } from "./sandbox/chain.js";
import { StoreLockedError } from "./sandbox/lock-store.js";
import { Service } from "./service.js";
import { StartError } from "./start-error.js";
import { MongodbUrlError } from "./store/open-store.js";
import { DataDirError } from "./store/sqlite/data-dir.js";
import { LockedError } from "./store/sqlite/exclusive-lock.js";
import { NewerDatabaseError, StoreUnavailableError } from "./store/store.js";

/** Failures that the operator can fix: their message says enough. Other failures are printed with their stack. */
const MENDABLE = [
  ConfigError,
  StartError,
  DataDirError,
  MongodbUrlError,
  StoreLockedError,
  StoreUnavailableError,
  NewerDatabaseError,
  SandboxChainError,
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
function tellEnd(error: unknown, given: GivenConfig | undefined): void {
  const reason = reasonOf(error);
  const { logLevel } = withDefaults(given ?? {}, false);
  console.error(`svc-proof: ${printableLines(reason)}`);
  createLog(logLevel).fatal({ reason }, "the service cannot start or go on");
}

async function main(): Promise<number> {
  const stopSignal = firstSignal();
  let given: GivenConfig | undefined;
  let service: Service | undefined;
  let status = 0;
  try {
    given = parseConfig(process.env);
    service = new Service(given);
    await Promise.race([stopSignal, service.run()]);
  } catch (error) {
    tellEnd(error, given);
    status = error instanceof ConfigError ? 2 : 1;
  }
  await service?.stop();
  return status;
}

// The files of the database and the sandbox are for the owner alone, even in a folder that others can read.
process.umask(0o077);
process.exit(await main());
