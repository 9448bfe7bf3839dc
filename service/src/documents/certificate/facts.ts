/** What a certificate says of a proof. */

import { createHash } from "node:crypto";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { proofJsonUrl, verifierProgramUrl, verifierUrl } from "../../http/site.js";
import type { ProofRecord, TrustedListEntry } from "../../records/types.js";
import { type ProofState, proofState } from "../../resources/proof.js";
import {
  type BitcoinFacts,
  type FactsContext,
  type Issuer,
  type ProofFacts,
  proofFacts,
  readableFacts,
} from "../facts.js";
import { encodeTrustedListEntry, type ProofFiles, sealBitcoinFacts } from "../files.js";
import type { DocumentTexts } from "../texts/document-texts.js";
import { hasHarmful, showable } from "../words.js";

/** SHA-256 in hexadecimal of everything that a certificate is made from, except the fonts. */
export function certificateDigest(facts: CertificateFacts, language: Language): string {
  const hash = createHash("sha256");
  const attachments = facts.attachments.map(({ bytes, ...rest }) => ({
    ...rest,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  }));
  hash.update(JSON.stringify([language, { ...facts, attachments }]));
  return hash.digest("hex");
}

/** The content of a certificate, as plain data. A certificate is made from these facts alone. */
export interface CertificateFacts extends ProofFacts {
  /** As the registrant stated it; null when not stated. */
  readonly sizeBytes: number | null;
  readonly state: ProofState;
  /** The seal's own state in Bitcoin; `pending` also when there is no seal. */
  readonly sealBitcoin: BitcoinFacts;
  /** Where someone without an account can verify the proof; also in the QR code. At most 500 characters of ASCII. */
  readonly verifierUrl: string;
  /** Public address of the portable proof. */
  readonly proofJsonUrl: string;
  /** Where the verifier for the command line can be had. */
  readonly programUrl: string;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
  readonly issuer: Issuer & {
    /** Host of the service's site. */
    readonly site: string;
  };
  readonly attachments: readonly CertificateAttachment[];
}

/** A file embedded in the PDF: ISO 32000-1 section 7.11.4. */
export interface CertificateAttachment {
  /** Unique among the attachments; printable ASCII. */
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly kind:
    | "proof"
    | "bitcoin"
    | "seal"
    | "trusted_list_entry"
    | "seal_timestamp"
    | "witness"
    | "witness_timestamp";
  /** ISO 19005-3 section 6.8: the page was made from `Data`; a `Supplement` accompanies it. */
  readonly relationship: "Data" | "Supplement";
}

/** The name under which a certificate is downloaded, and by which its own instructions call it: docs/interface.md, `certificate.pdf`. */
export function certificateFileName(certificateId: string): string {
  return `certificado-${certificateId}.pdf`;
}

/** The facts of a stored proof's certificate. */
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
      name: "timestamp.tsr",
      bytes: seal,
      mimeType: "application/timestamp-reply",
      kind: "seal",
      relationship: "Supplement",
    });
  }
  if (seal !== null && entry !== null) attachments.push(entryAttachment(entry));
  if (sealTimestamp !== null) {
    attachments.push({
      name: "timestamp.tsr.ots",
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

/** The facts with foreign texts made safe to show, and the name in quotes. */
export interface ShownFacts extends CertificateFacts {
  /** Whether characters of the name were replaced by their code points. */
  readonly hasCodePoints: boolean;
}

export function shownFacts(facts: CertificateFacts, texts: DocumentTexts): ShownFacts {
  return {
    ...readableFacts(facts, texts),
    name: texts.quoted(showable(facts.name)),
    hasCodePoints: hasHarmful(facts.name),
  };
}

/** Taken from the facts, not the clock: the same facts must give the same bytes. */
export function latestTime({ receivedAt, anchors, bitcoinTime, seal }: ProofFacts): Date {
  const times = [receivedAt, ...anchors.map(({ blockTime }) => blockTime)];
  if (bitcoinTime !== null) times.push(bitcoinTime);
  if (seal.state === "issued") times.push(seal.time);
  return new Date(Math.max(...times.map(Number)));
}
