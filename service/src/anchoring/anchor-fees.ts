/**
 * Fees of an anchor's replacement: docs/design/anchoring.md.
 */
import type { AnchorFees } from "../clients/chain/chain.js";

/**
 * A replacement must raise both fees by a tenth (geth, core/txpool/legacypool: PriceBump 10) or an eighth
 * (Nethermind, Erigon and others at 12.5 %); an eighth, rounded up, satisfies them all.
 */
export const MIN_RAISE_PERMILLE = 125;

/** A halted chain sets no price: never offer more than ten times what it asks. */
const MAX_MULTIPLE_OF_ASKED = 10n;

/** How fees are raised. */
export interface FeePolicy {
  /** By how much, in thousandths; at least 125. */
  readonly raisePermille: number;
  /** Most that is offered for one unit of gas, in wei; null for no limit besides the cost of an anchor. */
  readonly maxFeePerGasWei: bigint | null;
}

/**
 * The fees of the next attempt with the same nonce.
 *
 * @param last the fees of the latest attempt.
 * @param asked the chain's current fees.
 * @returns null to wait: the offer is already far above what the chain asks, or as high as it may be.
 */
export function raisedFees(last: AnchorFees, asked: AnchorFees, policy: FeePolicy): AnchorFees | null {
  const raise = (fee: bigint) => fee + (fee * BigInt(policy.raisePermille) + 999n) / 1_000n;
  const raised = {
    maxFeePerGas: max(raise(last.maxFeePerGas), asked.maxFeePerGas),
    maxPriorityFeePerGas: max(raise(last.maxPriorityFeePerGas), asked.maxPriorityFeePerGas),
  };
  if (raised.maxFeePerGas > MAX_MULTIPLE_OF_ASKED * asked.maxFeePerGas) return null;
  return policy.maxFeePerGasWei !== null && raised.maxFeePerGas > policy.maxFeePerGasWei ? null : raised;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
