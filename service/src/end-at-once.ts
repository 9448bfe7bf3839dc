import type { Log } from "./log.js";

/** Ends the process without acknowledging or saving anything: another process owns the data now. */
export function endAtOnce(log: Log, reason: string): never {
  log.fatal({}, reason);
  process.exit(1);
}
