/**
 * A bare witness as input: docs/formats/evm-witness.md. It is about the Merkle root in the payload of its transaction or, if the
 * input is no payload, about the transaction.
 */

import { evmChain } from "@svc-proof/shared/chains";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { EVM_WITNESS_FORMAT } from "../evm/witness.js";
import { formatFault, formatPassed, type Reading } from "../reading.js";
import { skippedCheck } from "../report/outcome.js";
import type { Check, Subject } from "../report/report.js";
import type { Work } from "../work/work.js";
import { type AnchorResult, type VerifyAnchorOptions, verifyCalldata } from "./anchor.js";
import { type FaultyWitness, type HoldingWitness, payloadRootOf, readWitness } from "./witnesses.js";

const FORMAT = formatPassed({ format: EVM_WITNESS_FORMAT });
const type = "evm-witness";

export function readWitnessFile(input: Uint8Array, work: Work): Reading {
  let read: HoldingWitness | FaultyWitness;
  try {
    read = readWitness({ content: input, chainId: null, isFound: false }, work);
  } catch (error) {
    return { type, format: formatFault(error), subject: null };
  }
  if (read.fault !== null) return notHolding(read);
  const root = payloadRootOf(read);
  const content: Subject["content"] =
    root === null
      ? { algorithm: "Keccak-256", hash: read.transaction.transaction.hash.slice(2) }
      : { algorithm: "SHA-256", hash: root };
  return { type, format: FORMAT, subject: { proof_id: null, content }, witness: read };
}

function notHolding({ witness, fault }: FaultyWitness): Reading {
  if (witness === null) return { type, format: { id: "format", basis: "computed", ...fault }, subject: null };
  const evidence = { chain_id: witness.chainId, ...fault.evidence };
  const anchor: Check = { id: "anchor", basis: "computed", ...fault, evidence };
  return { type, format: FORMAT, subject: null, checks: [FORMAT, skippedCheck("content"), anchor] };
}

/**
 * Is the transaction of a witness in its block?
 *
 * @throws the reason of the signal if it aborts; nothing else.
 */
export async function verifyWitness(
  witness: HoldingWitness,
  options: Omit<VerifyAnchorOptions, "witness">,
): Promise<AnchorResult> {
  const { block, transaction, chainId } = witness.transaction;
  const anchor = {
    chain_id: chainId,
    network: evmChain(chainId)?.network ?? `chain ${chainId}`,
    tx_hash: transaction.hash,
    block_number: block.number,
    payload: "",
  };
  return verifyCalldata(anchor, `0x${bytesToHex(transaction.input)}`, { ...options, witness });
}
