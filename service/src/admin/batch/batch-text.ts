import type { BatchAnchor, BatchRecord } from "../../records/types.js";
import { timeText } from "../output/time-text.js";

export function anchorText({ state, reopened, inclusion }: BatchAnchor): string {
  const again = reopened ? ", after a reorganisation" : "";
  if (inclusion === null) return `${state}${again}`;
  const { blockNumber, blockTimestamp, txHash } = inclusion;
  return `${state}${again}, block ${blockNumber} of ${timeText(blockTimestamp)}, transaction ${txHash}`;
}

export function bitcoinText({ bitcoin }: BatchRecord): string {
  return bitcoin.blockHeight === null ? bitcoin.state : `${bitcoin.state}, block ${bitcoin.blockHeight}`;
}
