/** Names of outputs that are not whole yet. */
import { createHash, randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";

const PREFIX = ".svc-proof-tmp-";

/** A folder may be shared with other machines, whose processes this one cannot see. */
const MACHINE = createHash("sha256").update(hostname()).digest("hex").slice(0, 8);

/** A new name beside a path, for what will be renamed to it. A name has 255 bytes at most, so that it does not contain the other. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `${PREFIX}${MACHINE}-${process.pid}-${randomUUID()}`);
}

export function isTemporary(path: string): boolean {
  return basename(path).startsWith(PREFIX);
}

/** Removes what a killed run of this machine has left. */
export function removeIfAbandoned(path: string): void {
  const [machine, pid] = basename(path).slice(PREFIX.length).split("-", 2);
  if (machine !== MACHINE || !/^[1-9][0-9]{0,9}$/.test(pid ?? "") || isRunning(Number(pid))) return;
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // It is in nobody's way.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}
