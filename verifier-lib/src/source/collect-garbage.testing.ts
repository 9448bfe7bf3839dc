/** Triggers garbage collections, which free weakly held objects. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const GARBAGE_BYTES = 16 * 1024 * 1024;

/** Forces a full collection. */
export async function forceCollection(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // Objects reachable from a pending task survive one more turn.
  for (let turn = 0; turn < 5; turn++) {
    collect();
    await nextTurn();
  }
}

/** Allocates until the engine collects by itself. */
export async function awaitCollection(): Promise<void> {
  let hasCollected = false;
  // Not a `WeakRef`: reading it keeps its target alive.
  const registry = new FinalizationRegistry(() => {
    hasCollected = true;
  });
  const token = {};
  registry.register({}, undefined, token);
  while (!hasCollected) {
    new Uint8Array(GARBAGE_BYTES).fill(1);
    await nextTurn();
  }
  // Used to the end: a registry that was collected itself tells nobody.
  registry.unregister(token);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
