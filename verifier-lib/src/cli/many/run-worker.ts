/** A thread that looks at files and verifies evidence, part by part. */
import { parentPort, workerData } from "node:worker_threads";
import { parseArguments } from "../arguments.js";
import { Examiner } from "./examiner.js";
import type { Order, WorkerSetup } from "./examiner-pool.js";

/** Runs until the main thread ends it. */
export async function runWorker(): Promise<void> {
  const { words } = workerData as WorkerSetup;
  const args = parseArguments(words);
  // The main thread has parsed the same words before.
  if (typeof args === "string") throw new TypeError(`expected arguments, got "${args}"`);
  const examiner = await Examiner.open(args);
  parentPort!.on("message", async ({ kind, items }: Order) => {
    // What is thrown ends the thread, and with it the run: the main thread says why.
    parentPort!.postMessage(await examiner.run(kind, items as never));
  });
}
