/** Compares an anchor with what its witness proves: docs/formats/evm-witness.md, "Verification". */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import type { WitnessedTransaction } from "../evm/witness.js";
import type { CheckCode } from "../report/codes.js";
import type { Evidence } from "../report/report.js";
import type { ReadWitness } from "./witnesses.js";

/** The first block of Ethereum, 2015-07-30: no EVM chain is older. */
const EARLIEST_TIMESTAMP = 1_438_269_973;
/** How far a block's time may be ahead of the verifier's clock: two hours, as in Bitcoin. */
const MAX_AHEAD_SECONDS = 7200;

/** Whether a block can have been made at this time. */
export function isPlausibleTime(timestamp: number, now: Date): boolean {
  return timestamp >= EARLIEST_TIMESTAMP && timestamp <= now.getTime() / 1000 + MAX_AHEAD_SECONDS;
}

export interface WitnessVerdict {
  /** `indeterminate` if the witness agrees with the anchor: whether the block is on the chain is open. */
  readonly status: "failed" | "indeterminate";
  readonly code: CheckCode;
  readonly evidence: Evidence;
}

/** @param calldata the input that the transaction must have: `0x` and lower-case hexadecimal. */
export function judgeWitness(
  anchor: PortableAnchor,
  calldata: string,
  read: ReadWitness,
  now: Date,
): WitnessVerdict {
  if (read.fault !== null) return read.fault;
  const witnessed = read.transaction;
  const evidence = witnessEvidence(witnessed);
  const failed = (code: CheckCode): WitnessVerdict => ({ status: "failed", code, evidence });
  const { block, transaction } = witnessed;
  if (transaction.hash !== anchor.tx_hash) return failed("witness_of_other_transaction");
  if (block.number !== anchor.block_number) return failed("block_number_mismatch");
  if (`0x${bytesToHex(transaction.input)}` !== calldata) return failed("transaction_input_mismatch");
  const code = isPlausibleTime(block.timestamp, now) ? "witness_unconfirmed" : "block_time_implausible";
  return { status: "indeterminate", code, evidence };
}

/** What the report shows of a witness. */
export function witnessEvidence(witnessed: WitnessedTransaction): Evidence {
  const { block, header, transaction, transactionIndex, sender } = witnessed;
  return {
    witness: {
      tx_hash: transaction.hash,
      block_number: block.number,
      block_hash: block.hash,
      block_time: isoTime(block.timestamp),
      header_sha256: bytesToHex(sha256(header)),
      transaction_index: transactionIndex,
      transaction_type: transaction.type,
      transaction_chain_id: transaction.chainId,
      sender,
      recipient: transaction.to,
      value_wei: transaction.value.toString(),
      is_to_itself: transaction.to === sender && transaction.value === 0n,
    },
  };
}

/** Null beyond the year 9999, for which ISO 8601 has no form of four digits. */
function isoTime(seconds: number): string | null {
  return seconds > 253_402_300_799 ? null : new Date(seconds * 1000).toISOString();
}
