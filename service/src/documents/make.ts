/** Makes one document. */

import type { Language } from "@svc-proof/ui/language";
import { encodeCertificate } from "./certificate/encode-certificate.js";
import type { CertificateFacts } from "./certificate/facts.js";
import type { CertificateFonts } from "./certificate/fonts.js";
import { type PackedContent, packContent } from "./encode-zip.js";

// Certificates and the packed parts of evidence packages, from plain data. Workers run this.

/** The inputs of a certificate's bytes, besides the fonts and the program. */
export interface CertificateRequest {
  readonly facts: CertificateFacts;
  readonly language: Language;
}

export interface DocumentTask {
  /** The certificate itself if it was made before. */
  readonly certificate: CertificateRequest | Uint8Array;
  /** The other parts of a package; null for a certificate alone. */
  readonly files: readonly Uint8Array[] | null;
}

export interface MadeDocument {
  readonly certificate: Uint8Array;
  /** The certificate, then the files, in the form that an archive stores; empty for a certificate alone. */
  readonly packed: readonly PackedContent[];
}

/** Makes documents somewhere, at some time. */
export type MakeDocument = (task: DocumentTask, accountId: string) => Promise<MadeDocument>;

/** The same task and fonts give the same bytes. */
export async function makeDocument(task: DocumentTask, fonts: CertificateFonts): Promise<MadeDocument> {
  const certificate =
    task.certificate instanceof Uint8Array
      ? task.certificate
      : await encodeCertificate(task.certificate.facts, task.certificate.language, fonts);
  const packed = task.files === null ? [] : [certificate, ...task.files].map((file) => packContent(file));
  return { certificate, packed };
}

const AT = new Date("2026-01-01T00:00:00.000Z");
const ID = "00000000-0000-7000-8000-000000000000";
const HEX = "0123456789abcdef".repeat(4);

/** A sample certificate with every part of a real one, used to warm up a worker. */
export const sampleCertificate: CertificateRequest = {
  language: "en",
  facts: {
    certificateId: ID,
    proofId: ID,
    hash: HEX,
    name: "sample.pdf",
    sizeBytes: 0,
    state: "confirmed",
    receivedAt: AT,
    merkleRoot: HEX,
    anchors: [
      {
        network: "sample",
        chainId: 0,
        state: "confirmed",
        txHash: `0x${HEX}`,
        blockNumber: 0,
        blockTime: AT,
        explorerUrl: "https://sample.invalid/",
      },
    ],
    bitcoin: { state: "confirmed", blockHeight: 0 },
    bitcoinTime: null,
    seal: {
      state: "issued",
      authority: "sample",
      time: AT,
      accuracySeconds: null,
      isDevelopmentAuthority: false,
      serialNumber: "00",
      policyOid: "0.0",
      qualification: null,
    },
    sealBitcoin: { state: "confirmed", blockHeight: 0 },
    verifierUrl: "https://sample.invalid/",
    proofJsonUrl: "https://sample.invalid/",
    programUrl: "https://sample.invalid/",
    localRpcUrl: null,
    issuer: { name: null, address: null, site: "sample.invalid" },
    isDevelopment: true,
    attachments: [],
  },
};
