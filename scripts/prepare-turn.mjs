/**
 * A lock on the workspace while it is installed or built: `npm start` and `npm run demo` in two
 * shells of a fresh clone must not install at the same time.
 */
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { root } from "./root.mjs";

const SIGNALS = ["SIGHUP", "SIGINT", "SIGTERM"];
/** Elsewhere a command leads a group of its own, so that a signal also reaches what it started, such as the native compiler. */
const HAS_GROUPS = process.platform !== "win32";
const ROUND_MS = 200;
/** A line every five seconds. */
const ROUNDS_OF_A_LINE = 25;
/** A holder that has not written its number by then died before it could. */
const UNNAMED_MS = 5000;

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
 * Takes the lock, waiting for it.
 * @param path a folder with the process number of the lock's holder, and that of its running command; negative if it means the group.
 */
export async function takeTurn(path) {
  for (let round = 0; ; round++) {
    try {
      mkdirSync(path);
      return new Turn(path);
    } catch (error) {
      if (error.code !== "EEXIST") throw new PrepareError(`${path}: ${error.message}`);
      if (!isHeld(path)) rmSync(path, { recursive: true, force: true });
      else if (round % ROUNDS_OF_A_LINE === 0) {
        process.stderr.write("Another process is preparing the workspace; waiting for it ...\n");
      }
    }
    await sleep(ROUND_MS);
  }
}

/** A signal ends the running command, and then this process. */
class Turn {
  #path;
  #command;
  #signal;

  constructor(path) {
    this.#path = path;
    this.#writeHolders();
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
    this.#writeHolders();
    const { error, status, signal } = await new Promise((resolve) => {
      this.#command.once("error", (error) => resolve({ error }));
      this.#command.once("close", (status, signal) => resolve({ status, signal }));
    });
    // It has ended: what it started goes on only by mistake.
    if (this.#signal !== undefined) this.#signalCommand("SIGKILL");
    this.#command = undefined;
    this.#throwIfStopped();
    this.#writeHolders();
    if (error) throw new PrepareError(`${program}: ${error.message}`);
    if (status !== 0) {
      throw new PrepareError(`"${program} ${words.join(" ")}" ended with ${signal ?? `status ${status}`}.`);
    }
  }

  end() {
    for (const signal of SIGNALS) process.off(signal, this.#stop);
    rmSync(this.#path, { recursive: true, force: true });
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

  #writeHolders() {
    const pid = this.#command?.pid;
    const holders = [process.pid, ...(pid === undefined ? [] : [HAS_GROUPS ? -pid : pid])];
    writeFileSync(join(this.#path, "pid"), holders.join("\n"));
  }
}

/** Whether the holder or its command still runs: a command outlives a killed holder. */
function isHeld(path) {
  try {
    const pids = readFileSync(join(path, "pid"), "utf8").split("\n").filter(Boolean).map(Number);
    if (pids.length > 0) return pids.some(isRunning);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const { mtimeMs = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return Date.now() - mtimeMs < UNNAMED_MS;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
