/** Reads the files and calls the library's `verify`. The page shows the library's report unchanged. */

import { createDigest, expectReadable, readBytes, UnreadableFileError } from "@svc-proof/ui/hashing";
import {
  type HeadersInput,
  INPUT_LIMITS,
  type Report,
  type StreamingSha256,
  type VerifyOptions,
  verify,
} from "@svc-proof/verifier-lib";
import type { FoundEvidence } from "@svc-proof/verifier-lib/evidence";
import type { EvidenceFiles } from "../model/evidence-files.js";
import { named } from "./named.js";
import { pemOf } from "./pem-of.js";

export interface VerifyEvidenceOptions extends Pick<VerifyOptions, "sources" | "bitcoinSources"> {
  readonly signal: AbortSignal;
  /** Bytes hashed so far, of an original inside a package. */
  readonly onProgress: (doneBytes: number) => void;
}

/** @throws UnreadableFileError; the reason of an abort. */
export async function verifyEvidence(
  evidence: EvidenceFiles,
  options: VerifyEvidenceOptions,
): Promise<Report> {
  const { contentHash, isOriginalHashed, beside, snapshot } = evidence;
  const { sources, bitcoinSources, signal, onProgress } = options;
  const report = await verify(evidence.input, {
    signal,
    onProgress,
    ...named(evidence.input),
    ...(contentHash !== null && { contentHash, isOriginalHashed }),
    ...(snapshot !== null && { trustList: await (await import("./snapshots.js")).openSnapshot(snapshot) }),
    ...(beside.length > 0 && { found: await gathered(beside, signal) }),
    headers: await Promise.all(evidence.rawHeaders.map(headersOf)),
    trust: await Promise.all(evidence.trust.map(pemOf)),
    ...(sources && { sources }),
    ...(bitcoinSources && { bitcoinSources }),
    ...(evidence.input.size > MAX_DOCUMENT_BYTES && { createHash: await prepareHash() }),
  });
  // A read error says nothing about the proof.
  const unreadable = report.checks.find(({ code }) => code === "input_unreadable");
  if (unreadable !== undefined) throw new UnreadableFileError(`${unreadable.evidence["reason"]}`);
  // Nor does what was read of a file while it was written to.
  await expectReadable(evidence.input);
  if (beside.length === 0) return report;
  const { faultOf, statesSomething, withBeside } = await import("@svc-proof/verifier-lib/evidence");
  const told = beside.map(async ({ file, kind }) => ({
    name: file.name,
    kind,
    // Without a source: this asks what is false by itself.
    fault: statesSomething({ kind }) ? faultOf(await verify(await readBytes(file), { signal })) : null,
  }));
  return withBeside(report, await Promise.all(told));
}

async function gathered(beside: EvidenceFiles["beside"], signal: AbortSignal): Promise<FoundEvidence> {
  const { gatherEvidence } = await import("@svc-proof/verifier-lib/evidence");
  return gatherEvidence(await Promise.all(beside.map(({ file }) => readBytes(file))), { signal });
}

/** A larger file is a package and may contain an original. */
const MAX_DOCUMENT_BYTES: number = INPUT_LIMITS.rfc3161;

/** The library creates hashes synchronously, so the module has to be loaded before. */
async function prepareHash(): Promise<() => StreamingSha256> {
  const prepared = await createDigest("SHA-256");
  let isFresh = true;
  return () => {
    if (!isFresh) throw new Error("expected one original in a package");
    isFresh = false;
    return prepared;
  };
}

/** A file of raw headers is not read here: the library reads the part of it that it needs. */
async function headersOf(file: File): Promise<HeadersInput> {
  const { rawHeadersHeight } = await import("./raw-headers-height.js");
  const height = await rawHeadersHeight(file);
  return height === null ? readBytes(file) : { height, file };
}
