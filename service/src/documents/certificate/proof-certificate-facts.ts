/** The facts of a stored proof's certificate. */

import { proofJsonUrl, verifierProgramUrl, verifierUrl } from "../../http/site.js";
import type { ProofRecord, TrustedListEntry } from "../../records/types.js";
import { proofState } from "../../resources/proof.js";
import { type FactsContext, proofFacts } from "../facts.js";
import { encodeTrustedListEntry, type ProofFiles, sealBitcoinFacts } from "../files.js";
import type { CertificateAttachment, CertificateFacts } from "./certificate-facts.js";

export function proofCertificateFacts(
  proof: ProofRecord,
  files: ProofFiles,
  context: FactsContext,
): CertificateFacts {
  const { addresses, localRpcUrl } = context;
  return {
    ...proofFacts(proof, files, context),
    sizeBytes: proof.size,
    state: proofState(proof),
    sealBitcoin: sealBitcoinFacts(files),
    verifierUrl: verifierUrl(addresses, proof.id),
    proofJsonUrl: proofJsonUrl(addresses, proof.id),
    programUrl: verifierProgramUrl(addresses),
    localRpcUrl,
    issuer: { ...context.issuer, site: new URL(addresses.siteUrl).host },
    attachments: attachmentsOf(files, proof.seal?.token?.qualification?.entry ?? null),
  };
}

function attachmentsOf(
  { portableProof, timestamp, seal, sealTimestamp, witnesses }: ProofFiles,
  entry: TrustedListEntry | null,
): CertificateAttachment[] {
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
  if (seal !== null && entry !== null) attachments.push(entryAttachment(entry));
  if (sealTimestamp !== null) {
    attachments.push({
      name: "qualified-timestamp.tsr.ots",
      bytes: sealTimestamp.bytes,
      mimeType: "application/octet-stream",
      kind: "seal_timestamp",
      relationship: "Supplement",
    });
  }
  for (const { chainId, document, timestamp: ofHeader } of witnesses) {
    attachments.push({
      name: `anchor-${chainId}.json`,
      bytes: document,
      mimeType: "application/json",
      kind: "witness",
      relationship: "Supplement",
    });
    if (ofHeader === null) continue;
    attachments.push({
      name: `anchor-${chainId}.ots`,
      bytes: ofHeader.bytes,
      mimeType: "application/octet-stream",
      kind: "witness_timestamp",
      relationship: "Supplement",
    });
  }
  return attachments;
}

export function entryAttachment(entry: TrustedListEntry): CertificateAttachment {
  return {
    name: "trusted-list-entry.json",
    bytes: encodeTrustedListEntry(entry),
    mimeType: "application/json",
    kind: "trusted_list_entry",
    relationship: "Supplement",
  };
}
