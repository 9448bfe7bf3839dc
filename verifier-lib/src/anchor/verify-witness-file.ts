/** The protocol for a bare witness: docs/formats/evm-witness.md. */
import { evmChain } from "@svc-proof/shared/chains";
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { type Content, contentNotGiven, verifyContent } from "../content/verify-content.js";
import { EVM_WITNESS_FORMAT } from "../evm/evm-witness.js";
import type { HashContentOptions } from "../hash/hash-content.js";
import { outOfWork } from "../report/out-of-work.js";
import type { Check, Subject } from "../report/report.js";
import { skippedCheck, withSkipped } from "../report/skipped-check.js";
import { isWorkLimit } from "../work/is-work-limit.js";
import type { Work } from "../work/work.js";
import { type FaultyWitness, type HoldingWitness, payloadRootOf, readWitness } from "./read-witnesses.js";
import { type AnchorResult, type VerifyAnchorOptions, verifyCalldata } from "./verify-anchor.js";

export interface WitnessFileResult {
  /** Null if the witness does not hold. */
  readonly subject: Subject | null;
  readonly checks: readonly Check[];
  /** Empty if the witness does not hold. */
  readonly anchors: readonly AnchorResult[];
}

const FORMAT: Check = {
  id: "format",
  status: "passed",
  code: "ok",
  basis: "computed",
  evidence: { format: EVM_WITNESS_FORMAT },
};

/**
 * Verifies a witness alone. It is about the Merkle root in the payload of its transaction or, if the input is no
 * payload, about the transaction.
 *
 * @throws the reason of the signal if it aborts; nothing else.
 */
export async function verifyWitnessFile(
  input: Uint8Array,
  content: Content | undefined,
  options: Omit<VerifyAnchorOptions, "witness"> & HashContentOptions,
  work: Work,
): Promise<WitnessFileResult> {
  let read: HoldingWitness | FaultyWitness;
  try {
    read = readWitness({ bytes: input, chainId: null }, work);
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    return unread(outOfWork("format", error));
  }
  if (read.fault !== null) return notHolding(read);
  const { block, transaction, chainId } = read.transaction;
  const anchor: PortableAnchor = {
    chain_id: chainId,
    network: evmChain(chainId)?.network ?? `chain ${chainId}`,
    tx_hash: transaction.hash,
    block_number: block.number,
    payload: "",
  };
  const subject = subjectOf(read);
  const [contentCheck, result] = await Promise.all([
    subject.content.algorithm === "SHA-256"
      ? verifyContent(content, subject.content.hash, options)
      : contentOfTransaction(content, subject.content.hash),
    verifyCalldata(anchor, `0x${bytesToHex(transaction.input)}`, {
      ...options,
      witness: read,
    }),
  ]);
  return { subject, checks: [FORMAT, contentCheck, result.check], anchors: [result] };
}

function notHolding({ witness, fault: { code, evidence } }: FaultyWitness): WitnessFileResult {
  const failed = { status: "failed", code, basis: "computed" } as const;
  if (witness === null) return unread({ id: "format", ...failed, evidence });
  const anchor: Check = { id: "anchor", ...failed, evidence: { chain_id: witness.chainId, ...evidence } };
  return { subject: null, checks: [FORMAT, skippedCheck("content"), anchor], anchors: [] };
}

function subjectOf(read: HoldingWitness): Subject {
  const { hash } = read.transaction.transaction;
  const root = payloadRootOf(read);
  return {
    proof_id: null,
    content:
      root === null ? { algorithm: "Keccak-256", hash: hash.slice(2) } : { algorithm: "SHA-256", hash: root },
  };
}

/** Originals are hashed with SHA-256, which is not the hash of transactions. */
function contentOfTransaction(content: Content | undefined, stated: string): Check {
  if (content === undefined) return contentNotGiven(stated);
  const evidence = { algorithm: "Keccak-256", stated };
  return { id: "content", status: "indeterminate", code: "file_hash_not_sha256", basis: null, evidence };
}

function unread(format: Check): WitnessFileResult {
  return { subject: null, checks: withSkipped(format, "evm-witness", {}), anchors: [] };
}
