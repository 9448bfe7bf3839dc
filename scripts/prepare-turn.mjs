/**
 * A lock on the workspace while it is installed or built: `npm start` and `npm run demo` in two
 * shells of a fresh clone must not install at the same time.
 */
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./workspaces.mjs";

const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"];
/** Elsewhere a command leads a group of its own, so that a signal also reaches what it started, such as the native compiler. */
const HAS_GROUPS = process.platform !== "win32";
const ROUND_MS = 200;
/** A line every five seconds. */
const ROUNDS_OF_A_LINE = 25;
/** What renaming a folder to the name of one with entries ends in; the last on Windows. */
const TAKEN = ["EEXIST", "ENOTEMPTY", ...(HAS_GROUPS ? [] : ["EPERM"])];
/** What removing a folder ends in that another process removed, or filled, meanwhile. */
const OTHERS_NOW = ["ENOENT", ...TAKEN];

/** Why the workspace cannot be prepared, for people. */
export class PrepareError extends Error {}

/** A signal came while the workspace was prepared. */
export class StoppedError extends Error {
  constructor(signal) {
    super(signal);
    /** As shells report it. */
    this.exitStatus = 128 + constants.signals[signal];
  }
}

/**
 * Takes the lock, waiting for it. No process ever sees it without its holder, nor removes another's: the folder gets its name when
 * the holder's entry is in it, and every entry has a name that is never used again.
 * @param path a folder with one entry for each process that holds it: the holder, and its running command.
 */
export async function takeTurn(path) {
  for (let round = 0; ; round++) {
    const entries = entriesOf(path);
    if (!entries.some(isRunning)) {
      remove(path, entries);
      const turn = tryToTake(path);
      if (turn) return turn;
    } else if (round % ROUNDS_OF_A_LINE === 0) {
      process.stderr.write("Another process is preparing the workspace; waiting for it ...\n");
    }
    await sleep(ROUND_MS);
  }
}

/** @returns undefined if another was faster. */
function tryToTake(path) {
  const entry = entryFor(process.pid);
  const named = `${path}-${entry}`;
  try {
    mkdirSync(named);
    writeFileSync(join(named, entry), "");
    renameSync(named, path);
  } catch (error) {
    rmSync(named, { recursive: true, force: true });
    if (TAKEN.includes(error.code)) return undefined;
    throw new PrepareError(`${path}: ${error.message}`);
  }
  return new Turn(path, entry);
}

/** A signal ends the running command, and then this process. */
class Turn {
  #path;
  #entry;
  #command;
  #signal;

  constructor(path, entry) {
    this.#path = path;
    this.#entry = entry;
    for (const signal of SIGNALS) process.on(signal, this.#stop);
  }

  /** Runs a command with its output on standard error: standard output belongs to the started program. */
  async run(program, words) {
    this.#throwIfStopped();
    const shell = process.platform === "win32" && program === "npm";
    this.#command = spawn(program, words, {
      cwd: root,
      stdio: ["ignore", 2, 2],
      shell,
      detached: HAS_GROUPS,
    });
    const { pid } = this.#command;
    const entry = pid === undefined ? undefined : join(this.#path, entryFor(HAS_GROUPS ? -pid : pid));
    if (entry !== undefined) writeFileSync(entry, "");
    const { error, status, signal } = await new Promise((resolve) => {
      this.#command.once("error", (error) => resolve({ error }));
      this.#command.once("close", (status, signal) => resolve({ status, signal }));
    });
    // It has ended: what it started goes on only by mistake.
    if (this.#signal !== undefined) this.#signalCommand("SIGKILL");
    this.#command = undefined;
    if (entry !== undefined) rmSync(entry, { force: true });
    this.#throwIfStopped();
    if (error) throw new PrepareError(`${program}: ${error.message}`);
    if (status !== 0) {
      throw new PrepareError(`"${program} ${words.join(" ")}" ended with ${signal ?? `status ${status}`}.`);
    }
  }

  end() {
    for (const signal of SIGNALS) process.off(signal, this.#stop);
    remove(this.#path, [this.#entry]);
  }

  /** A command that ignores the first signal does not survive the second. */
  #stop = (signal) => {
    this.#signalCommand(this.#signal === undefined ? signal : "SIGKILL");
    this.#signal ??= signal;
  };

  #signalCommand(signal) {
    const pid = this.#command?.pid;
    if (pid === undefined) return;
    try {
      process.kill(HAS_GROUPS ? -pid : pid, signal);
    } catch (error) {
      if (error.code !== "ESRCH") throw error;
    }
  }

  #throwIfStopped() {
    if (this.#signal !== undefined) throw new StoppedError(this.#signal);
  }
}

/** @param pid number of a process; negative if it means the group. */
function entryFor(pid) {
  return `${pid}.${randomUUID()}`;
}

function entriesOf(path) {
  try {
    return readdirSync(path);
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}

/** Removes the entries, and the folder if it has no others. */
function remove(path, entries) {
  for (const entry of entries) rmSync(join(path, entry), { force: true });
  try {
    rmdirSync(path);
  } catch (error) {
    if (!OTHERS_NOW.includes(error.code)) throw error;
  }
}

/** Whether the process of an entry still runs: a command outlives a killed holder. */
function isRunning(entry) {
  const pid = Number.parseInt(entry, 10);
  if (Number.isNaN(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
