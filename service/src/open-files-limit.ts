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
