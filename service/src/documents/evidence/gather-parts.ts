/** The parts of a package in their order, but for the original: DESIGN section 3. What there is not yet is left out. */
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { issueBatchTimestamp } from "../../opentimestamps/issue-batch-timestamp.js";
import { issueHeaders } from "../../opentimestamps/issue-headers.js";
import type { ProofRecord, Store } from "../../store/store.js";
import { type CertificateIssuer, issueCertificate } from "../certificate/issue-certificate.js";
import type { DocumentLanguage } from "../language.js";
import { gatherProofFiles, type ProofFiles } from "../proof-files.js";
import type { EvidencePart } from "./evidence-part.js";
import { pemText } from "./pem-text.js";

export interface PartsDeps extends CertificateIssuer {
  readonly store: Pick<Store, "batches" | "attestations" | "blockHeaders" | "seals">;
}

/** @throws InconsistentProofError when a part would not verify. */
export async function gatherParts(
  deps: PartsDeps,
  proof: ProofRecord,
  language: DocumentLanguage,
): Promise<EvidencePart[]> {
  const files = await gatherProofFiles(deps.store, proof, deps.networkName);
  const { portableProof } = files;
  const [certificate, bitcoin] = await Promise.all([
    issueCertificate(deps, proof, files, language),
    bitcoinParts(deps.store, proof, files),
  ]);
  return [
    { kind: "certificate", name: "certificate.pdf", content: certificate },
    ...(portableProof === null
      ? []
      : [{ kind: "proof", name: "proof.json", content: portableProof } as const]),
    ...sealParts(files),
    ...bitcoin,
  ];
}

function sealParts({ seal }: ProofFiles): EvidencePart[] {
  if (seal === null) return [];
  const certificates = parseTimestampResponse(seal).token?.certificates ?? [];
  const parts: EvidencePart[] = [{ kind: "seal", name: "seal/qualified-timestamp.tsr", content: seal }];
  if (certificates.length > 0) {
    const content = new TextEncoder().encode(certificates.map(pemText).join(""));
    parts.push({ kind: "seal_certificates", name: "seal/tsa-certificates.pem", content });
  }
  return parts;
}

async function bitcoinParts(
  store: PartsDeps["store"],
  { batch }: ProofRecord,
  { timestamp }: ProofFiles,
): Promise<EvidencePart[]> {
  if (batch === null) return [];
  const [ofBatch, headers] = await Promise.all([
    issueBatchTimestamp(store, batch),
    issueHeaders(store.blockHeaders, batch),
  ]);
  const parts: EvidencePart[] = [];
  if (timestamp !== null) {
    parts.push({ kind: "bitcoin_original", name: "bitcoin/original.ots", content: timestamp });
  }
  if (ofBatch !== null) parts.push({ kind: "bitcoin_batch", name: "bitcoin/batch.ots", content: ofBatch });
  if (headers !== null) {
    const content = new TextEncoder().encode(headers.encode());
    parts.push({ kind: "bitcoin_headers", name: "bitcoin/headers.json", content });
  }
  return parts;
}
