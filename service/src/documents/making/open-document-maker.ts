import { availableParallelism } from "node:os";
import type { Registry } from "prom-client";
import type { Config } from "../../config/config.js";
import type { Log } from "../../log.js";
import { StartError } from "../../start-error.js";
import { DocumentMaker } from "./document-maker.js";
import { DocumentMetrics } from "./document-metrics.js";
import { DocumentWorkers } from "./document-workers.js";

/**
 * The event loop keeps a processor for itself if there is more than one. More threads would cost memory for little
 * gain.
 */
const MAX_WORKERS = 4;

/**
 * Starts the workers that make documents, as the settings say.
 *
 * @throws StartError naming the font that cannot be read.
 */
export async function openDocumentMaker(
  config: Config,
  registry: Registry,
  log: Log,
): Promise<{ readonly documents: DocumentMaker; close(): Promise<void> }> {
  if (config.certificateFonts.length > 0) await checkFonts(config.certificateFonts);
  const metrics = new DocumentMetrics(registry);
  const workers = new DocumentWorkers({
    workers: config.documentWorkers ?? Math.min(Math.max(availableParallelism() - 1, 1), MAX_WORKERS),
    maxQueueLength: config.documentQueue,
    timeoutMs: config.documentTimeoutMs,
    fontPaths: config.certificateFonts,
    log,
    metrics,
  });
  const documents = new DocumentMaker({
    make: (task, accountId) => workers.make(task, accountId),
    assertRoom: (accountId) => workers.assertRoom(accountId),
    cacheBytes: config.certificateCacheBytes,
    metrics,
  });
  return { documents, close: () => workers.close() };
}

/** Each worker opens the fonts itself. This checks that it can, before anything is served. */
async function checkFonts(paths: readonly string[]): Promise<void> {
  // The programs of fonts are large, and without fonts of the installation only workers need them.
  const { openCertificateFonts } = await import("../certificate/fonts/certificate-fonts.js");
  await openCertificateFonts(paths).catch((error: Error) => {
    throw new StartError(`SVC_CERTIFICATE_FONTS: ${error.message}`);
  });
}
