import { printableLines } from "@svc-proof/shared/text";
import type { Log } from "./log.js";

/**
 * Ends the process without acknowledging or saving anything: another process owns the data now, or they are gone. The
 * reason goes to standard error in plain words too, as at any other end.
 */
export function endAtOnce(log: Log, reason: string): never {
  console.error(`svc-proof: ${printableLines(reason)}`);
  log.fatal({}, reason);
  process.exit(1);
}
