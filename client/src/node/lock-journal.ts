/** A lock beside the journal, which names its holder. A holder that was killed holds nothing. */
import { randomUUID } from "node:crypto";
import { link, readdir, readFile, rename, unlink, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { JournalError } from "../errors/journal-error.js";

export interface JournalLock {
  release(): Promise<void>;
}

/** @throws JournalError `journal_in_use`; the file system's error. */
export async function lockJournal(path: string): Promise<JournalLock> {
  const lock = `${path}.lock`;
  const own = JSON.stringify({
    host: hostname(),
    pid: process.pid,
    started: await startOf(process.pid),
    id: randomUUID(),
  });
  for (let tries = 0; tries < 3; tries++) {
    if (await create(lock, own)) {
      await sweep(lock);
      return { release: () => release(lock, own) };
    }
    const found = await readFile(lock, "utf8").catch(orMissing);
    if (found === null) continue;
    if (await isHeld(found)) break;
    if (!(await takeAway(lock, found))) break;
  }
  throw new JournalError("journal_in_use", `${path} is open in another process (${lock})`);
}

/** Whole at once, so that nobody reads half a lock. */
async function create(lock: string, text: string): Promise<boolean> {
  const draft = `${lock}.${randomUUID()}`;
  await writeFile(draft, text, { flag: "wx", mode: 0o600 });
  try {
    await link(draft, lock);
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return false;
    // Whoever got the lock meanwhile took the draft for one that is left, before anything stood in it.
    if (code === "ENOENT") return false;
    // A file system without links.
    if (code !== "EPERM" && code !== "ENOTSUP" && code !== "EOPNOTSUPP") throw error;
    return await writeFile(lock, text, { flag: "wx", mode: 0o600 }).then(
      () => true,
      () => false,
    );
  } finally {
    await unlink(draft).catch(orMissing);
  }
}

/** Removes what runs have left that were killed between a draft and its lock, or while they took one away. */
async function sweep(lock: string): Promise<void> {
  const names = await readdir(dirname(lock));
  for (const name of names.filter((one) => one.startsWith(`${basename(lock)}.`))) {
    const path = join(dirname(lock), name);
    const text = await readFile(path, "utf8").catch(orMissing);
    if (text !== null && !(await isHeld(text))) await unlink(path).catch(orMissing);
  }
}

async function isHeld(text: string): Promise<boolean> {
  let holder: unknown;
  try {
    holder = JSON.parse(text);
  } catch {
    return false;
  }
  const { host, pid, started } = (holder ?? {}) as Readonly<Record<string, unknown>>;
  if (host !== hostname()) return typeof host === "string";
  if (typeof pid !== "number" || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
  }
  // Another process may have got the number since.
  const start = await startOf(pid);
  return start === null || typeof started !== "string" || start === started;
}

/** When a process started, where the system tells: the field `starttime` of Linux. */
async function startOf(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => null);
  // The name of the program, in parentheses, may hold anything.
  return (
    stat
      ?.slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .at(19) ?? null
  );
}

/** Removes a lock that nobody holds. @returns false if somebody was faster. */
async function takeAway(lock: string, text: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await rename(lock, aside);
  } catch (error) {
    return orMissing(error) === null;
  }
  // Whoever got the lock meanwhile may have swept it away.
  const isIt = (await readFile(aside, "utf8").catch(orMissing)) === text;
  if (!isIt) await link(aside, lock).catch(() => undefined);
  await unlink(aside).catch(orMissing);
  return isIt;
}

async function release(lock: string, own: string): Promise<void> {
  if ((await readFile(lock, "utf8").catch(orMissing)) === own) await unlink(lock).catch(orMissing);
}

function orMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
  throw error;
}
