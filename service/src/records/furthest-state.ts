import type { BatchAnchor, BatchState } from "./types.js";

const ORDER: readonly BatchState[] = ["batched", "anchored", "confirmed"];

/** The state of a batch: that of its furthest anchor. One anchor is enough for a proof. */
export function furthestState(anchors: readonly Pick<BatchAnchor, "state">[]): BatchState {
  return ORDER[Math.max(0, ...anchors.map(({ state }) => ORDER.indexOf(state)))]!;
}
