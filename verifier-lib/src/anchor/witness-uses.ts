/** What became of each witness that was given. */
import type { CheckCode } from "../report/codes.js";
import type { ReadWitness } from "./read-witnesses.js";
import type { AnchorResult } from "./verify-anchor.js";

export interface WitnessUse {
  /** `failed`: it does not hold, or contradicts its anchor. `unused`: there is no anchor on its chain. */
  readonly status: "checked" | "failed" | "unused";
  /** Of the check. */
  readonly code: CheckCode;
}

/**
 * @param assigned the witness of each anchor, as `assignWitnesses` finds them.
 * @param anchors the results, in the same order.
 */
export function witnessUses(
  witnesses: readonly ReadWitness[],
  assigned: readonly (ReadWitness | null)[],
  anchors: readonly AnchorResult[],
): readonly WitnessUse[] {
  return witnesses.map((one) => {
    const at = assigned.findIndex((other) => other !== null && isSame(one, other));
    const result = anchors[at];
    if (result === undefined) {
      return one.fault !== null
        ? { status: "failed", code: one.fault.code }
        : { status: "unused", code: "input_not_applicable" };
    }
    const { code, status } = result.check;
    // The name of a network is the proof's own fault.
    return { status: status === "failed" && code !== "network_mismatch" ? "failed" : "checked", code };
  });
}

/** The same block can be shown twice. */
function isSame(a: ReadWitness, b: ReadWitness): boolean {
  if (a === b) return true;
  if (a.transaction === null || b.transaction === null) return false;
  return (
    a.transaction.chainId === b.transaction.chainId &&
    a.transaction.block.hash === b.transaction.block.hash &&
    a.transaction.transaction.hash === b.transaction.transaction.hash
  );
}
