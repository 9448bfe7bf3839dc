/** How many files the system lets this process open. Connections are files, too. It imports nothing, to be asked before anything is loaded. */
import { readFileSync } from "node:fs";

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

/** Why the service cannot start, in one line; null when it can. */
export function tooFewOpenFiles(): string | null {
  const limit = openFilesLimit();
  const expected = OWN_FILES + MIN_CONNECTIONS;
  return limit >= expected
    ? null
    : `the system lets this process open ${limit} files: expected at least ${expected} (ulimit -n, LimitNOFILE)`;
}
