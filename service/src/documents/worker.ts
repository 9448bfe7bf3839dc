/** Makes documents from plain data. This is the module of the pool's workers. */

import { type MessagePort, workerData } from "node:worker_threads";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { encodeCertificate } from "./certificate/encode-certificate.js";
import type { CertificateFacts } from "./certificate/facts.js";
import { type CertificateFonts, openCertificateFonts } from "./certificate/fonts.js";
import { type PackedContent, packContent } from "./encode-zip.js";

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
      certificateEnd: null,
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

// A worker of the pool: opens the fonts once, then makes one document at a time.

/** What the pool gives each of its workers. */
export interface DocumentWorkerData {
  readonly fontPaths: readonly string[];
}

export interface WorkerTask {
  readonly task: DocumentTask;
  /** Is told when the worker, which may have had to start, begins the document. */
  readonly begun: MessagePort;
}

let fonts: Promise<CertificateFonts> | undefined;

/**
 * Opens the fonts and makes a sample document, once, so that no document's time counts what only the first one takes.
 *
 * @throws Error, naming the font that cannot be read.
 */
export function warmUp(): Promise<CertificateFonts> {
  fonts ??= openAndTry().catch((error: unknown) => {
    // The file may exist again when the next document is requested.
    fonts = undefined;
    throw error;
  });
  return fonts;
}

async function openAndTry(): Promise<CertificateFonts> {
  const opened = await openCertificateFonts((workerData as DocumentWorkerData).fontPaths);
  await makeDocument({ certificate: sampleCertificate, files: [] }, opened);
  return opened;
}

export async function make({ task, begun }: WorkerTask): Promise<MadeDocument> {
  const opened = await warmUp();
  begun.postMessage(null);
  return makeDocument(task, opened);
}
