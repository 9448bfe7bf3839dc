import type { Proof } from "../wire/resources.js";
import { checkWaitedState, hasReached } from "./has-reached.js";
import { Looks } from "./looks.js";
import type { WaitedState, WaitOptions } from "./waited-state.js";

export const DEFAULT_INTERVAL_MS = 2_000;

/** @param get reads the proof. */
export async function waitFor(
  get: () => Promise<Proof>,
  state: WaitedState,
  options: WaitOptions,
): Promise<Proof> {
  checkWaitedState(state);
  const {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    intervalMs = DEFAULT_INTERVAL_MS,
    onProgress,
  } = options;
  const looks = new Looks(intervalMs, timeoutMs);
  let before = "";
  for (;;) {
    const proof = await get();
    onProgress?.(proof);
    if (hasReached(proof, state)) return proof;
    if (proof.state !== before) looks.moved();
    before = proof.state;
    await looks.pause(() => [proof.id], signal);
  }
}
