import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { networkName } from "../../site/network-name.js";
import type { BatchRecord, ProofRecord } from "../../store/store.js";
import type { EvidencePart } from "./evidence-part.js";
import type { OriginalAbsence } from "./packed-original.js";
import type { ReadmeAnchor, ReadmeBitcoin, ReadmeFacts } from "./readme/readme-text.js";

export interface ReadmeContext {
  /** Name of the chain, for chains that are not known by name. */
  readonly networkName: string | null;
  readonly sandbox: boolean;
}

/** What the instructions say of a stored proof and of the parts that its package has. */
export function readmeFacts(
  proof: ProofRecord,
  parts: readonly EvidencePart[],
  originalAbsence: OriginalAbsence | null,
  { networkName: configuredName, sandbox }: ReadmeContext,
): ReadmeFacts {
  const { batch } = proof;
  return {
    proofId: proof.id,
    certificateId: proof.certificateId,
    fileName: proof.name,
    hash: proof.hash,
    receivedAt: proof.receivedAt,
    anchor: batch === null ? null : anchorOf(batch, configuredName),
    bitcoin: bitcoinOf(batch),
    isDevelopment: sandbox || batch?.chainId === DEVELOPMENT_CHAIN_ID,
    parts: parts.map(({ kind, name }) => ({ kind, name })),
    originalAbsence,
  };
}

function anchorOf(batch: BatchRecord, configuredName: string | null): ReadmeAnchor | null {
  const { chainId, inclusion, state, root } = batch;
  if (state === "batched" || inclusion === null) return null;
  return {
    network: networkName(chainId, configuredName),
    chainId,
    txHash: inclusion.txHash,
    blockNumber: inclusion.blockNumber,
    blockTime: inclusion.blockTimestamp,
    isConfirmed: state === "confirmed",
    merkleRoot: root,
  };
}

function bitcoinOf(batch: BatchRecord | null): ReadmeBitcoin {
  const { state, blockHeight } = batch?.bitcoin ?? { state: "pending", blockHeight: null };
  if (state !== "confirmed") return { state };
  if (blockHeight === null) throw new RangeError("a batch that is confirmed in Bitcoin has no height");
  return { state, blockHeight };
}
