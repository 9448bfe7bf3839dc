/** Collections of garbage, which end what is held weakly only. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const GARBAGE_BYTES = 16 * 1024 * 1024;

/** Collects what nobody holds. */
export async function forceCollection(): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  // What is reachable from a pending task stays one turn longer.
  for (let turn = 0; turn < 5; turn++) {
    collect();
    await nextTurn();
  }
}

/** Makes garbage until the engine collects of its own accord. */
export async function awaitCollection(): Promise<void> {
  let hasCollected = false;
  // Not a `WeakRef`, which lives on by being looked at.
  const registry = new FinalizationRegistry(() => {
    hasCollected = true;
  });
  registry.register({}, undefined);
  while (!hasCollected) {
    new Uint8Array(GARBAGE_BYTES).fill(1);
    await nextTurn();
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
