/** The parts of a package in order, without the original: docs/formats/evidence.md. Parts that do not exist yet are left out. */
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { issueBatchTimestamp } from "../opentimestamps/issue-batch-timestamp.js";
import { issueHeaders } from "../opentimestamps/issue-headers.js";
import type { ProofRecord, Store } from "../store/store.js";
import { proofCertificateFacts } from "./certificate/proof-certificate-facts.js";
import type { EvidencePart, EvidencePartKind } from "./evidence/evidence-part.js";
import { pemText } from "./evidence/pem-text.js";
import type { DocumentLanguage } from "./language.js";
import type { DocumentMaker } from "./making/document-maker.js";
import type { FactsContext } from "./proof-facts.js";
import { gatherProofFiles, type ProofFiles } from "./proof-files.js";

type PartsStore = Pick<Store, "batches" | "attestations" | "blockHeaders" | "seals" | "witnesses">;

/** A part that is not packed yet. */
interface PartFile {
  readonly kind: EvidencePartKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * Gathers the existing parts and packs them.
 *
 * @throws InconsistentProofError when a part would not verify; also the errors of `documents`.
 */
export async function gatherParts(
  store: PartsStore,
  documents: DocumentMaker,
  proof: ProofRecord,
  language: DocumentLanguage,
  context: FactsContext,
): Promise<EvidencePart[]> {
  const [files, bitcoin] = await Promise.all([
    gatherProofFiles(store, proof, context.networkName),
    bitcoinFiles(store, proof),
  ]);
  const { portableProof, timestamp } = files;
  const beside: PartFile[] = [
    ...(portableProof === null ? [] : [{ kind: "proof", name: "proof.json", bytes: portableProof } as const]),
    ...sealFiles(files),
    ...(timestamp === null
      ? []
      : [{ kind: "bitcoin_original", name: "bitcoin/original.ots", bytes: timestamp } as const]),
    ...bitcoin,
    ...files.witnesses.map(
      ({ chainId, document }): PartFile => ({
        kind: "anchor_witness",
        name: `anchors/${chainId}.json`,
        bytes: document,
      }),
    ),
  ];
  const facts = proofCertificateFacts(proof, files, context);
  const packed = await documents.packed(
    { facts, language },
    beside.map(({ bytes }) => bytes),
  );
  const parts = [{ kind: "certificate", name: "certificate.pdf" } as const, ...beside];
  return parts.map(({ kind, name }, i) => ({ kind, name, content: packed[i]! }));
}

function sealFiles({ seal }: ProofFiles): PartFile[] {
  if (seal === null) return [];
  const certificates = parseTimestampResponse(seal).token?.certificates ?? [];
  const files: PartFile[] = [{ kind: "seal", name: "seal/qualified-timestamp.tsr", bytes: seal }];
  if (certificates.length > 0) {
    const bytes = new TextEncoder().encode(certificates.map(pemText).join(""));
    files.push({ kind: "seal_certificates", name: "seal/tsa-certificates.pem", bytes });
  }
  return files;
}

async function bitcoinFiles(store: PartsStore, { batch }: ProofRecord): Promise<PartFile[]> {
  if (batch === null) return [];
  const [ofBatch, headers] = await Promise.all([
    issueBatchTimestamp(store, batch),
    issueHeaders(store.blockHeaders, batch),
  ]);
  const files: PartFile[] = [];
  if (ofBatch !== null) files.push({ kind: "bitcoin_batch", name: "bitcoin/batch.ots", bytes: ofBatch });
  if (headers !== null) {
    const bytes = new TextEncoder().encode(headers.encode());
    files.push({ kind: "bitcoin_headers", name: "bitcoin/headers.json", bytes });
  }
  return files;
}
