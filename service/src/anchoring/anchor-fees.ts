/**
 * Fees of an anchor's replacement: docs/design/anchoring.md.
 */
import type { AnchorFees } from "../clients/chain/chain.js";

/**
 * A replacement must raise both fees by a tenth (geth, core/txpool/legacypool: PriceBump 10) or an eighth
 * (Nethermind, Erigon and others at 12.5 %); an eighth, rounded up, satisfies them all.
 */
const RAISE_DIVISOR = 8n;

/** A halted chain sets no price: never offer more than ten times what it asks. */
const MAX_MULTIPLE_OF_ASKED = 10n;

/**
 * The fees of the next attempt with the same nonce.
 *
 * @param last the fees of the latest attempt.
 * @param asked the chain's current fees.
 * @returns null to wait: the offer is already far above what the chain asks.
 */
export function raisedFees(last: AnchorFees, asked: AnchorFees): AnchorFees | null {
  const raised = {
    maxFeePerGas: max(raise(last.maxFeePerGas), asked.maxFeePerGas),
    maxPriorityFeePerGas: max(raise(last.maxPriorityFeePerGas), asked.maxPriorityFeePerGas),
  };
  return raised.maxFeePerGas > MAX_MULTIPLE_OF_ASKED * asked.maxFeePerGas ? null : raised;
}

function raise(fee: bigint): bigint {
  return fee + (fee + RAISE_DIVISOR - 1n) / RAISE_DIVISOR;
}

function max(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}
