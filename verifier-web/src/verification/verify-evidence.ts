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
  const { contentHash, isOriginalHashed, seal, snapshot } = evidence;
  const { sources, bitcoinSources, signal, onProgress } = options;
  const report = await verify(evidence.input, {
    signal,
    onProgress,
    ...named(evidence.input),
    ...(contentHash !== null && { contentHash, isOriginalHashed }),
    ...(seal !== null && { seal: await readBytes(seal) }),
    ...(snapshot !== null && { trustList: await (await import("./snapshots.js")).openSnapshot(snapshot) }),
    ...(await lists(evidence)),
    ...(sources && { sources }),
    ...(bitcoinSources && { bitcoinSources }),
    ...(evidence.input.size > MAX_DOCUMENT_BYTES && { createHash: await prepareHash() }),
  });
  // A read error says nothing about the proof.
  const unreadable = report.checks.find(({ code }) => code === "input_unreadable");
  if (unreadable !== undefined) throw new UnreadableFileError(`${unreadable.evidence["reason"]}`);
  // Nor does what was read of a file while it was written to.
  await expectReadable(evidence.input);
  return report;
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

async function lists(evidence: EvidenceFiles) {
  const { timestamps, headers, sealTimestamps, witnesses, witnessTimestamps } = evidence;
  const { certificates, trust, crls, ocspResponses } = evidence;
  return {
    timestamps: await Promise.all(timestamps.map(readBytes)),
    headers: await Promise.all(headers.map(headersOf)),
    sealTimestamps: await Promise.all(sealTimestamps.map(readBytes)),
    witnesses: await Promise.all(witnesses.map(readBytes)),
    witnessTimestamps: await Promise.all(witnessTimestamps.map(readBytes)),
    certificates: await Promise.all(certificates.map(pemOf)),
    trust: await Promise.all(trust.map(pemOf)),
    crls: await Promise.all(crls.map(readBytes)),
    ocspResponses: await Promise.all(ocspResponses.map(readBytes)),
  };
}

/** A file of raw headers is not read here: the library reads the part of it that it needs. */
async function headersOf(file: File): Promise<HeadersInput> {
  const { rawHeadersHeight } = await import("./raw-headers-height.js");
  const height = await rawHeadersHeight(file);
  return height === null ? readBytes(file) : { height, file };
}
