/** A worker of the pool: opens the fonts once, then makes one document at a time. */

import { type MessagePort, workerData } from "node:worker_threads";
import { type CertificateFonts, openCertificateFonts } from "./certificate/fonts.js";
import { type DocumentTask, type MadeDocument, makeDocument, sampleCertificate } from "./make.js";

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
