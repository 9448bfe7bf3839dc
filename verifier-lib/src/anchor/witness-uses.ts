/** What became of each witness that was given. */
import type { CheckCode } from "../report/codes.js";
import type { ReadWitness } from "./read-witnesses.js";
import type { AnchorResult } from "./verify-anchor.js";

export interface WitnessUse {
  /** `failed`: it cannot be read, or contradicts its anchor. `unused`: there is no anchor on its chain. */
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
      return one.witness === null && one.fault !== null
        ? { status: "failed", code: one.fault.code }
        : { status: "unused", code: "input_not_applicable" };
    }
    const { code, status } = result.check;
    return { status: status === "failed" && result.witness === null ? "failed" : "checked", code };
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
