/** Triggers garbage collections, which free weakly held objects. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Some megabytes. */
const GARBAGE_OBJECTS = 100_000;
const KEPT_TURNS = 20;

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

/**
 * Allocates until the engine collects the old generation by itself. What is allocated is kept for some turns: what dies young
 * never fills the old generation, and the collection may then take minutes to come.
 */
export async function awaitCollection(): Promise<void> {
  let hasCollected = false;
  // Not a `WeakRef`: reading it keeps its target alive.
  const registry = new FinalizationRegistry(() => {
    hasCollected = true;
  });
  const token = {};
  registry.register({}, undefined, token);
  let kept: object[][] = [];
  while (!hasCollected) {
    kept.push(Array.from({ length: GARBAGE_OBJECTS }, () => ({})));
    if (kept.length > KEPT_TURNS) kept = [];
    await nextTurn();
  }
  // Used to the end: a registry that was collected itself tells nobody.
  registry.unregister(token);
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1));
}
