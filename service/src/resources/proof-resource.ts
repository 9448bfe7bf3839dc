/** A proof as the API shows it: docs/interface.md, "Proof" and "Anchor". Field names and their order are the interface's. */

import type { BatchRecord, OriginalRecord, ProofRecord } from "../records/types.js";
import { type Addresses, proofJsonUrl } from "../site/addresses.js";
import { type NetworkNames, networkName } from "../site/network-name.js";
import { transactionUrl } from "../site/transaction-url.js";
import { type OriginalResource, originalResource } from "./original-resource.js";
import { type SealResource, sealResource } from "./seal-resource.js";

export type ProofState = "queued" | "batched" | "anchored" | "confirmed";

export interface AnchorResource {
  readonly network: string;
  readonly chain_id: number;
  readonly state: "anchored" | "confirmed";
  readonly tx_hash: string;
  readonly block_number: number;
  readonly block_timestamp: string;
  readonly explorer_url: string;
}

export interface ProofResource {
  readonly id: string;
  /** On answers of `POST /proofs` only. */
  readonly created?: boolean;
  readonly hash: string;
  readonly algorithm: "SHA-256";
  readonly name: string;
  readonly state: ProofState;
  readonly received_at: string;
  readonly anchors: readonly AnchorResource[];
  readonly bitcoin: { readonly state: "pending" | "confirmed"; readonly block_height: number | null };
  readonly qualified: SealResource | null;
  readonly original: OriginalResource | null;
  readonly urls: {
    readonly self: string;
    readonly proof_json: string;
    readonly certificate: string | null;
    readonly certificate_pdf: string | null;
    readonly evidence_zip: string | null;
  };
  /** Absent when the proof has its own certificate. */
  readonly limitations?: readonly ["hash_registered_by_another_account"];
}

/** The inputs of a proof's resource besides its record. */
export interface ProofContext {
  readonly addresses: Addresses;
  /** Names of chains that are not known by name. */
  readonly networkName: NetworkNames;
}

/** State of a proof, read through its batch. */
export function proofState(proof: ProofRecord): ProofState {
  return proof.batch?.state ?? "queued";
}

/**
 * @param original the original in custody; null if there is none.
 * @param created whether the request created the proof; undefined if the answer has no such field.
 */
export function proofResource(
  proof: ProofRecord,
  context: ProofContext,
  original: OriginalRecord | null,
  created?: boolean,
): ProofResource {
  const { baseUrl, siteUrl } = context.addresses;
  const self = `${baseUrl}/proofs/${proof.id}`;
  const certified = proof.firstRegistrant;
  return {
    id: proof.id,
    ...(created === undefined ? {} : { created }),
    hash: proof.hash,
    algorithm: "SHA-256",
    name: proof.name,
    state: proofState(proof),
    received_at: proof.receivedAt.toISOString(),
    anchors: proof.batch === null ? [] : anchorsOf(proof.batch, context),
    bitcoin: bitcoinOf(proof.batch),
    qualified: proof.seal && sealResource(proof.seal, baseUrl),
    original: original && originalResource(original, context.addresses),
    urls: {
      self,
      proof_json: proofJsonUrl(context.addresses, proof.id),
      certificate: certified ? `${siteUrl}/certificate/${proof.certificateId}` : null,
      certificate_pdf: certified ? `${self}/certificate.pdf` : null,
      evidence_zip: certified ? `${self}/evidence.zip` : null,
    },
    ...(certified ? {} : { limitations: ["hash_registered_by_another_account"] as const }),
  };
}

/** A submission is `pending` too, because the interface has no state for it. */
function bitcoinOf(batch: BatchRecord | null): ProofResource["bitcoin"] {
  if (batch?.bitcoin.state !== "confirmed") return { state: "pending", block_height: null };
  return { state: "confirmed", block_height: batch.bitcoin.blockHeight };
}

function anchorsOf(batch: BatchRecord, context: ProofContext): readonly AnchorResource[] {
  return batch.anchors.flatMap(({ chainId, state, inclusion }) =>
    state === "batched" || inclusion === null
      ? []
      : [
          {
            network: networkName(chainId, context.networkName),
            chain_id: chainId,
            state,
            tx_hash: inclusion.txHash,
            block_number: inclusion.blockNumber,
            block_timestamp: inclusion.blockTimestamp.toISOString(),
            explorer_url: transactionUrl(context.addresses, chainId, inclusion.txHash),
          },
        ],
  );
}
