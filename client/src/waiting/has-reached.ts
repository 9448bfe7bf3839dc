import type { Proof } from "../wire/resources.js";
import type { WaitedState } from "./waited-state.js";

const ORDER = ["queued", "batched", "anchored", "confirmed"] as const;
const WAITED: ReadonlySet<string> = new Set<WaitedState>([...ORDER, "bitcoin", "sealed"]);

/** Whether a proof is in a state or beyond it. */
export function hasReached(proof: Proof, state: WaitedState): boolean {
  if (state === "bitcoin") return proof.bitcoin.state === "confirmed";
  if (state === "sealed") return proof.qualified?.state === "issued";
  return ORDER.indexOf(proof.state) >= ORDER.indexOf(state);
}

/** @throws TypeError if it is no state. */
export function checkWaitedState(state: WaitedState): void {
  if (!WAITED.has(state)) throw new TypeError(`"state" expected one of ${[...WAITED].join(", ")}`);
}
