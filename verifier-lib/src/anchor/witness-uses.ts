/** What became of each witness that was given. */
import type { CheckCode } from "../report/codes.js";
import type { HoldingWitness, ReadWitness, WitnessesOfAnchor } from "./read-witnesses.js";
import type { AnchorResult } from "./verify-anchor.js";

export interface WitnessUse {
  /** `failed`: it does not hold, or contradicts its anchor. `unused`: there is no anchor on its chain. */
  readonly status: "checked" | "failed" | "unused";
  /** Of the check. */
  readonly code: CheckCode;
}

/**
 * @param stated the witnesses that were stated with the proof.
 * @param assigned what the witnesses say of each anchor, as `assignWitnesses` finds it.
 * @param anchors the results, in the same order, then those of other transactions with the payload.
 */
export function witnessUses(
  stated: readonly ReadWitness[],
  assigned: readonly WitnessesOfAnchor[],
  anchors: readonly AnchorResult[],
): readonly WitnessUse[] {
  return stated.map((one) => {
    if (one.fault !== null) return { status: "failed", code: one.fault.code };
    const at = assigned.findIndex(({ against, holding }) =>
      [...(against === null ? [] : [against]), ...holding].some((other) => isSame(one, other)),
    );
    const result = anchors[at] ?? anchors.find((other) => isShownBy(other, one));
    if (result === undefined) return { status: "unused", code: "input_not_applicable" };
    // Another witness of the same transaction was confirmed, in another block.
    const { block } = result;
    if (block !== null && block.hash !== one.transaction.block.hash && result.witness !== null) {
      return { status: "failed", code: "block_off_chain" };
    }
    const { code, status } = result.check;
    // The name of a network is the proof's own fault.
    return { status: status === "failed" && code !== "network_mismatch" ? "failed" : "checked", code };
  });
}

/** Whether a witness of a transaction that the proof does not name was confirmed. */
function isShownBy({ block, witness }: AnchorResult, one: HoldingWitness): boolean {
  return block !== null && witness !== null && isSame(one, witness);
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
