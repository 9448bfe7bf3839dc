/** The parts of a package in order, without the original: docs/formats/evidence.md. Parts that do not exist yet are left out. */
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { headerDocuments } from "../opentimestamps/header-documents.js";
import { issueBatchTimestamp } from "../opentimestamps/issue-batch-timestamp.js";
import type { Records } from "../records/records.js";
import type { ProofRecord } from "../records/types.js";
import { proofCertificateFacts } from "./certificate/proof-certificate-facts.js";
import type { EvidencePart, EvidencePartKind } from "./evidence/evidence-part.js";
import { pemText } from "./evidence/pem-text.js";
import { encodeTrustedListEntry } from "./evidence/trusted-list-entry.js";
import type { DocumentLanguage } from "./language.js";
import type { DocumentMaker } from "./making/document-maker.js";
import { type BitcoinFacts, type FactsContext, type ProofFacts, proofFacts } from "./proof-facts.js";
import { gatherProofFiles, type ProofFiles, type ProofWitness, sealBitcoinFacts } from "./proof-files.js";

type PartsStore = Pick<
  Records,
  "batches" | "attestations" | "blockHeaders" | "seals" | "stamps" | "witnesses" | "revocation"
>;

/** A part that is not packed yet. */
interface PartFile {
  readonly kind: EvidencePartKind;
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface GatheredParts {
  readonly facts: ProofFacts;
  readonly parts: readonly EvidencePart[];
  /** The seal's own state in Bitcoin; `pending` also when there is no seal. */
  readonly sealBitcoin: BitcoinFacts;
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
): Promise<GatheredParts> {
  const [files, ofBatch] = await Promise.all([
    gatherProofFiles(store, proof, context.networkName),
    proof.batch && issueBatchTimestamp(store, proof.batch),
  ]);
  const { portableProof, timestamp } = files;
  const beside: PartFile[] = [
    ...(portableProof === null ? [] : [{ kind: "proof", name: "proof.json", bytes: portableProof } as const]),
    ...sealFiles(files, proof),
    ...(timestamp === null
      ? []
      : [{ kind: "bitcoin_original", name: "bitcoin/original.ots", bytes: timestamp } as const]),
    ...(ofBatch === null
      ? []
      : [{ kind: "bitcoin_batch", name: "bitcoin/batch.ots", bytes: ofBatch } as const]),
    ...(await headerFiles(store, [
      proof.batch?.bitcoin.blockHeight,
      files.sealTimestamp?.blockHeight,
      ...files.witnesses.map(({ timestamp: ofHeader }) => ofHeader?.blockHeight),
    ])),
    ...files.witnesses.flatMap(witnessFiles),
  ];
  const certificateFacts = proofCertificateFacts(proof, files, context);
  const packed = await documents.packed(
    { facts: certificateFacts, language },
    beside.map(({ bytes }) => bytes),
    proof.accountId,
  );
  const parts = [{ kind: "certificate", name: "certificate.pdf" } as const, ...beside];
  return {
    facts: proofFacts(proof, files, context),
    parts: parts.map(({ kind, name }, i) => ({ kind, name, content: packed[i]! })),
    sealBitcoin: sealBitcoinFacts(files),
  };
}

function sealFiles({ seal, sealTimestamp, revocation }: ProofFiles, proof: ProofRecord): PartFile[] {
  if (seal === null) return [];
  const certificates = parseTimestampResponse(seal).token?.certificates ?? [];
  const files: PartFile[] = [{ kind: "seal", name: "seal/qualified-timestamp.tsr", bytes: seal }];
  if (certificates.length > 0) {
    const bytes = new TextEncoder().encode(certificates.map(pemText).join(""));
    files.push({ kind: "seal_certificates", name: "seal/tsa-certificates.pem", bytes });
  }
  const entry = proof.seal?.token?.qualification?.entry ?? null;
  if (entry !== null) {
    const bytes = encodeTrustedListEntry(entry);
    files.push({ kind: "trusted_list_entry", name: "seal/trusted-list-entry.json", bytes });
  }
  if (sealTimestamp !== null) {
    const { bytes } = sealTimestamp;
    files.push({ kind: "seal_timestamp", name: "seal/qualified-timestamp.tsr.ots", bytes });
  }
  for (const [i, { kind, bytes }] of revocation.entries()) {
    files.push({ kind: "seal_revocation", name: `seal/revocation/${i + 1}.${kind}`, bytes });
  }
  return files;
}

function witnessFiles({ chainId, document, timestamp }: ProofWitness): PartFile[] {
  const files: PartFile[] = [{ kind: "anchor_witness", name: `anchors/${chainId}.json`, bytes: document }];
  if (timestamp !== null) {
    files.push({ kind: "anchor_timestamp", name: `anchors/${chainId}.ots`, bytes: timestamp.bytes });
  }
  return files;
}

/** One document is enough for blocks of one epoch. A seal may be bought years after its proof. */
async function headerFiles(
  { blockHeaders }: PartsStore,
  heights: readonly (number | null | undefined)[],
): Promise<PartFile[]> {
  const documents = await headerDocuments(
    blockHeaders,
    heights.filter((height) => height != null),
  );
  return documents.map(({ firstHeight, json }, i) => ({
    kind: "bitcoin_headers",
    name: i === 0 ? "bitcoin/headers.json" : `bitcoin/headers-${firstHeight}.json`,
    bytes: new TextEncoder().encode(json),
  }));
}
