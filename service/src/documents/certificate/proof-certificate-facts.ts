/** The facts of a stored proof's certificate. */
import { DEVELOPMENT_CHAIN_ID } from "@svc-proof/shared/chains";
import { type ProofContext, proofResource } from "../../proofs/proof-resource.js";
import { verifierUrl } from "../../site/addresses.js";
import type { ProofRecord } from "../../store/store.js";
import type { ProofFiles } from "../proof-files.js";
import type {
  BitcoinFacts,
  CertificateAttachment,
  CertificateFacts,
  SealFacts,
} from "./certificate-facts.js";

export interface CertificateContext extends ProofContext {
  readonly sandbox: boolean;
}

export function proofCertificateFacts(
  proof: ProofRecord,
  files: ProofFiles,
  context: CertificateContext,
): CertificateFacts {
  const resource = proofResource(proof, context);
  const { batch } = proof;
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
    seal: sealFacts(proof),
    verifierUrl: verifierUrl(context.addresses, proof.id),
    proofJsonUrl: resource.urls.proof_json,
    issuer: new URL(context.addresses.siteUrl).host,
    isDevelopment: context.sandbox || batch?.chainId === DEVELOPMENT_CHAIN_ID,
    attachments: attachmentsOf(files),
  };
}

function bitcoinFacts({ batch }: ProofRecord): BitcoinFacts {
  const { state, blockHeight } = batch?.bitcoin ?? { state: "pending", blockHeight: null };
  if (state !== "confirmed") return { state };
  if (blockHeight === null) throw new RangeError("a batch that is confirmed in Bitcoin has no height");
  return { state, blockHeight };
}

function sealFacts({ seal }: ProofRecord): SealFacts {
  if (seal === null) return { state: "none" };
  if (seal.token === null) return { state: "pending" };
  const { authority, genTime, serialNumber, policyOid } = seal.token;
  return { state: "issued", authority, time: genTime, serialNumber, policyOid };
}

function attachmentsOf({ portableProof, timestamp, seal }: ProofFiles): CertificateAttachment[] {
  const attachments: CertificateAttachment[] = [];
  if (portableProof !== null) {
    attachments.push({
      name: "proof.json",
      bytes: portableProof,
      mimeType: "application/json",
      kind: "proof",
      relationship: "Data",
    });
  }
  if (timestamp !== null) {
    attachments.push({
      name: "bitcoin.ots",
      bytes: timestamp,
      mimeType: "application/octet-stream",
      kind: "bitcoin",
      relationship: "Supplement",
    });
  }
  if (seal !== null) {
    attachments.push({
      name: "qualified-timestamp.tsr",
      bytes: seal,
      mimeType: "application/timestamp-reply",
      kind: "seal",
      relationship: "Supplement",
    });
  }
  return attachments;
}
