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

/** The whole form: a file of another name is someone's own, and may not be left out. */
const NAME = /^\.svc-proof-tmp-[0-9a-f]{8}-[1-9][0-9]{0,9}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isTemporary(path: string): boolean {
  return NAME.test(basename(path));
}

/** Removes what a killed run of this machine has left. */
export function removeIfAbandoned(path: string): void {
  const [machine, pid] = basename(path).slice(PREFIX.length).split("-", 2);
  if (!isTemporary(path) || machine !== MACHINE || isRunning(Number(pid))) return;
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
