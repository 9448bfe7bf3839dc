/**
 * The keeper of the sandbox's anvil, a program: it starts anvil, mines, saves the chain, restarts anvil when it exits,
 * and ends it when standard input closes, that is, when the service exits.
 *
 * It does not use anvil's `--state`, because anvil overwrites that file in place: if it is killed meanwhile, it refuses
 * to start with the truncated file. It also mines only while someone waits for blocks. By itself, anvil would mine an
 * empty block of 1.6 KB every second forever.
 *
 * Arguments: `KeeperOptions` as JSON. Output: `KeeperMessage`s, one a line. Log: JSON lines on standard error.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createLog } from "@svc-proof/service/log";
import { acquireExclusiveLock, LockedError } from "@svc-proof/service/store/sqlite/data-dir";
import {
  Anvil,
  AnvilStartError,
  ChainStateFile,
  endFormerAnvil,
  forgetAnvil,
  type KeeperMessage,
  type KeeperOptions,
  recordAnvil,
} from "./anvil.js";
import { ChainMiner } from "./chain.js";

/** How long a former keeper may take to save its chain and exit. */
const LOCK_WAIT_MS = 20_000;
/**
 * The pause after a save is this many times its duration: a chain that takes 100 ms to save is saved at most once a
 * second.
 */
const SAVE_PAUSE_FACTOR = 9;

const options = JSON.parse(process.argv[2] ?? "{}") as KeeperOptions;
const log = createLog("info");
const stopping = new AbortController();
let savingFails = false;

/** Resolves after the delay, or at once when the keeper must stop. */
function pause(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      stopping.signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, delayMs);
    stopping.signal.addEventListener("abort", end, { once: true });
    if (stopping.signal.aborted) end();
  });
}

function tell(message: KeeperMessage): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

const folder = join(options.dataDir, "chain");

function onSpawned(anvilPid: number, port: number): void {
  recordAnvil(folder, anvilPid, port);
  tell({ event: "spawned", anvilPid });
}

/** Starts anvil with the newest state that it accepts. */
async function startAnvil(state: ChainStateFile, port: number): Promise<Anvil> {
  for (const path of await state.candidates()) {
    try {
      return await Anvil.start(port, path, onSpawned);
    } catch (error) {
      if (!(error instanceof AnvilStartError) || !error.isAboutState) throw error;
      const aside = await state.setAside(path);
      log.error(
        { path, movedTo: aside, reason: error.message },
        "the saved sandbox chain is damaged; it was set aside",
      );
    }
  }
  log.info({}, "starting a new sandbox chain");
  return Anvil.start(port, null, onSpawned);
}

/** Saves the chain. Reports the first failure and the recovery. @returns whether it is saved. */
async function save(anvil: Anvil, state: ChainStateFile): Promise<boolean> {
  try {
    await state.save(anvil);
  } catch (error) {
    if (!anvil.hasEnded && !savingFails) {
      savingFails = true;
      log.error(
        { reason: (error as Error).message },
        "the sandbox chain cannot be saved; a stop would lose everything since the last save",
      );
    }
    return false;
  }
  if (savingFails) log.info({}, "the sandbox chain is saved again");
  savingFails = false;
  return true;
}

/** Mines and saves until anvil ends or the keeper must stop. */
async function tend(anvil: Anvil, state: ChainStateFile): Promise<void> {
  const miner = new ChainMiner(anvil, options.blocksAfterActivity);
  let nextSaveAt = 0;
  let saved = true;
  while (!stopping.signal.aborted && !anvil.hasEnded) {
    const startedAt = performance.now();
    try {
      if (await miner.mineIfNeeded()) saved = false;
      if (!saved && performance.now() >= nextSaveAt) {
        const savingAt = performance.now();
        saved = await save(anvil, state);
        nextSaveAt = performance.now() + SAVE_PAUSE_FACTOR * (performance.now() - savingAt);
      }
    } catch (error) {
      if (!anvil.hasEnded) log.warn({ reason: (error as Error).message }, "the sandbox chain did not answer");
    }
    await pause(Math.max(0, options.blockTimeMs - (performance.now() - startedAt)));
  }
  if (!anvil.hasEnded) await save(anvil, state);
}

async function keep(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const lock = await acquireExclusiveLock(join(folder, "keeper.lock"), LOCK_WAIT_MS);
  const orphanPid = await endFormerAnvil(folder);
  if (orphanPid !== null) log.warn({ pid: orphanPid }, "ended an anvil process whose keeper had been killed");
  const state = new ChainStateFile(folder);
  let { port } = options;
  while (!stopping.signal.aborted) {
    const anvil = await startAnvil(state, port);
    port = anvil.port;
    tell({ event: "ready", port });
    try {
      await tend(anvil, state);
    } finally {
      await anvil.end();
      await forgetAnvil(folder);
      tell({ event: "ended" });
    }
    if (!stopping.signal.aborted) log.warn({}, "the sandbox chain stopped unexpectedly; restarting it");
  }
  lock.release();
}

process.stdin.on("end", () => stopping.abort());
process.stdin.on("error", () => stopping.abort());
process.stdin.resume();
// Writes fail once the service is gone.
process.stdout.on("error", () => {});

try {
  await keep();
  process.exit(0);
} catch (error) {
  const reason =
    error instanceof LockedError ? "another service uses this sandbox chain" : (error as Error).message;
  tell({ event: "failed", reason });
  log.error({ reason }, "the sandbox chain cannot be kept running");
  process.exitCode = 1;
  process.stdin.destroy();
}
