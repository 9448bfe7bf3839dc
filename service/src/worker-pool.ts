/** Pools of worker threads for work that would hold up the event loop. */
import { Piscina } from "piscina";

/** With fewer processors than threads, requests take precedence; workers get a third of a share. */
const NICE_INCREMENT = 5;

/**
 * A pool of piscina whose idle workers wait in their event loops. By default they wait in `Atomics.wait`, where Node
 * 24.21 and 26.10 can lose `terminate()`: then neither the thread ends, nor the service that stops.
 */
export function openWorkerPool(options: ConstructorParameters<typeof Piscina>[0]): Piscina {
  return new Piscina({ ...options, niceIncrement: NICE_INCREMENT, atomics: "disabled" });
}
