/** The facts of a stored proof's certificate, with the files that it carries, each checked before it is handed out. */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { issueTimestamp } from "../../attesting/issue-timestamp.js";
import { issuePortableProof } from "../../proofs/issue-portable-proof.js";
import { type ProofContext, proofResource } from "../../proofs/proof-resource.js";
import { verifierUrl } from "../../site/addresses.js";
import type { ProofRecord, Store } from "../../store/store.js";
import type { BitcoinFacts, CertificateAttachment, CertificateFacts } from "./certificate-facts.js";

export interface CertificateContext extends ProofContext {
  readonly sandbox: boolean;
}

/** @throws InconsistentProofError when a file would not verify. */
export async function gatherCertificateFacts(
  store: Pick<Store, "batches" | "attestations">,
  proof: ProofRecord,
  context: CertificateContext,
): Promise<CertificateFacts> {
  const resource = proofResource(proof, context);
  const { batch } = proof;
  const [portableProof, timestamp] = await Promise.all([
    issuePortableProof(store.batches, proof, context.networkName),
    issueTimestamp(store, proof),
  ]);
  return {
    certificateId: proof.certificateId,
    proofId: proof.id,
    hash: proof.hash,
    name: proof.name,
    sizeBytes: proof.size,
    state: resource.state,
    receivedAt: proof.receivedAt,
    merkleRoot: batch?.root ?? null,
    anchors: resource.anchors.map((anchor) => ({
      network: anchor.network,
      chainId: anchor.chain_id,
      state: anchor.state,
      txHash: anchor.tx_hash,
      blockNumber: anchor.block_number,
      blockTime: new Date(anchor.block_timestamp),
      explorerUrl: anchor.explorer_url,
    })),
    bitcoin: bitcoinFacts(proof),
    seal: { state: "none" },
    verifierUrl: verifierUrl(context.addresses, proof.id),
    proofJsonUrl: resource.urls.proof_json,
    issuer: new URL(context.addresses.siteUrl).host,
    isDevelopment: context.sandbox || batch?.chainId === DEVELOPMENT_CHAIN_ID,
    attachments: [
      ...(portableProof === null ? [] : [proofAttachment(portableProof)]),
      ...(timestamp === null ? [] : [timestampAttachment(timestamp)]),
    ],
  };
}

function bitcoinFacts({ batch }: ProofRecord): BitcoinFacts {
  const { state, blockHeight } = batch?.bitcoin ?? { state: "pending", blockHeight: null };
  if (state !== "confirmed") return { state };
  if (blockHeight === null) throw new RangeError("a batch that is confirmed in Bitcoin has no height");
  return { state, blockHeight };
}

function proofAttachment(text: string): CertificateAttachment {
  return {
    name: "proof.json",
    bytes: new TextEncoder().encode(text),
    mimeType: "application/json",
    kind: "proof",
    relationship: "Data",
  };
}

function timestampAttachment(bytes: Uint8Array): CertificateAttachment {
  return {
    name: "bitcoin.ots",
    bytes,
    mimeType: "application/octet-stream",
    kind: "bitcoin",
    relationship: "Supplement",
  };
}
