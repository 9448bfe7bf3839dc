/**
 * Starts the service and stops it.
 *
 * Exit status: 0 stopped by SIGINT or SIGTERM, 1 could not start or go on, 2 wrong settings. A second signal
 * ends the process at once.
 */
import { ConfigError, parseConfig } from "./config/parse-config.js";
import { SandboxChainError } from "./sandbox/chain.js";
import { StoreClaimedError } from "./sandbox/claim-store.js";
import { Service } from "./service.js";
import { StartError } from "./start-error.js";
import { MongodbUrlError } from "./store/open-store.js";
import { DataDirError } from "./store/sqlite/data-dir.js";
import { LockedError } from "./store/sqlite/exclusive-lock.js";
import { NewerDatabaseError, StoreUnavailableError } from "./store/store.js";

/** Failures that whoever runs the service can mend: their message says it all. Others are told with their stack. */
const MENDABLE = [
  ConfigError,
  StartError,
  DataDirError,
  MongodbUrlError,
  StoreClaimedError,
  StoreUnavailableError,
  NewerDatabaseError,
  SandboxChainError,
];

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof LockedError)
    return `SVC_DATA_DIR: another service uses this folder (${error.message})`;
  // A folder that cannot be made, a file that cannot be written: the system's own text.
  if ("syscall" in error || MENDABLE.some((type) => error instanceof type)) return error.message;
  return error.stack ?? error.message;
}

/** Resolves with nothing at the first signal to stop; the second ends the process. */
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

async function main(): Promise<number> {
  const stopSignal = firstSignal();
  let service: Service | undefined;
  let status = 0;
  try {
    service = new Service(parseConfig(process.env));
    await Promise.race([stopSignal, service.run()]);
  } catch (error) {
    console.error(`svc-proof: ${reasonOf(error)}`);
    status = error instanceof ConfigError ? 2 : 1;
  }
  await service?.stop();
  return status;
}

process.exit(await main());
