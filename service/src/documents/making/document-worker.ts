/** A worker of the pool: opens the fonts once, then makes one document at a time. */
import { workerData } from "node:worker_threads";
import { type CertificateFonts, openCertificateFonts } from "../certificate/fonts/certificate-fonts.js";
import { type DocumentTask, type MadeDocument, makeDocument } from "./make-document.js";
import { sampleCertificate } from "./sample-certificate.js";

/** What the pool gives each of its workers. */
export interface DocumentWorkerData {
  readonly fontPaths: readonly string[];
}

let fonts: Promise<CertificateFonts> | undefined;

function openFonts(): Promise<CertificateFonts> {
  fonts ??= openCertificateFonts((workerData as DocumentWorkerData).fontPaths).catch((error: unknown) => {
    // The file may exist again when the next document is requested.
    fonts = undefined;
    throw error;
  });
  return fonts;
}

/**
 * Makes a sample document as a warm-up, so that the first requested one is not slow.
 *
 * @throws Error, naming the font that cannot be read.
 */
export async function warmUp(): Promise<void> {
  const opened = await openFonts();
  await makeDocument({ certificate: sampleCertificate, files: [] }, opened);
}

export async function make(task: DocumentTask): Promise<MadeDocument> {
  return makeDocument(task, await openFonts());
}
