/**
 * The evidence of several proofs in one archive: docs/design/dashboard.md. Each proof's package is an entry, byte for byte as
 * the API hands it out, and is made when its turn comes, so that memory holds one.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ApiError } from "../api-error.js";
import type { MinuteCount } from "../limits/minute-limiter.js";
import type { AccountRecord, ProofRecord } from "../records/types.js";
import { evidenceFileName } from "./evidence/evidence-file-name.js";
import type { OpenedOriginal } from "./evidence/packed-original.js";
import { type EncodedZip, streamZip, type ZipFile } from "./evidence/zip/encode-zip.js";
import type { DocumentLanguage } from "./language.js";
import { type EvidenceDeps, proofEvidence } from "./proof-evidence.js";

/** Proofs of one archive. Each counts as a document towards the limit a minute, whose default is 60. */
export const MAX_ARCHIVED = 50;

/** While the workers that make documents have no room, an archive under way waits for them. */
const NO_ROOM_WAIT_MS = 500;
const NO_ROOM_TRIES = 60;

export interface WantedArchive {
  /** Of the account, each of a first registrant: at most `MAX_ARCHIVED`. */
  readonly proofs: readonly ProofRecord[];
  readonly account: AccountRecord;
  readonly language: DocumentLanguage;
  readonly signal: AbortSignal;
}

/**
 * Counts the documents, all or none, and returns the archive.
 *
 * @throws ApiError `rate_limited`; `unavailable` when there is no room for documents.
 */
export async function evidenceArchive(
  deps: EvidenceDeps,
  wanted: WantedArchive,
): Promise<AsyncGenerator<Uint8Array>> {
  const { proofs, account } = wanted;
  if (proofs.length > MAX_ARCHIVED)
    throw new RangeError(`expected at most ${MAX_ARCHIVED} proofs, got ${proofs.length}`);
  deps.documents.assertRoom(account.id);
  const counts: MinuteCount[] = [];
  for (const _ of proofs) {
    const count = await deps.limiter.take(account.id);
    if (count instanceof ApiError) {
      await Promise.all(counts.map((taken) => taken.giveBack()));
      throw count;
    }
    counts.push(count);
  }
  const latest = Math.max(...proofs.map(({ receivedAt }) => receivedAt.getTime()));
  return streamZip(packages(deps, wanted), new Date(latest));
}

async function* packages(
  deps: EvidenceDeps,
  { proofs, account, language, signal }: WantedArchive,
): AsyncGenerator<ZipFile> {
  for (const proof of proofs) {
    signal.throwIfAborted();
    let opened: OpenedOriginal | undefined;
    const onOriginal = (original: OpenedOriginal) => {
      opened = original;
    };
    try {
      const wanted = { proof, account, language, isSpent: true, onOriginal };
      const zip = await whenThereIsRoom(() => proofEvidence(deps, wanted), signal);
      const { sizeBytes } = zip;
      yield { name: evidenceFileName(proof.certificateId), content: { sizeBytes, read: () => zip.read() } };
    } finally {
      opened?.close();
    }
  }
}

async function whenThereIsRoom(make: () => Promise<EncodedZip>, signal: AbortSignal): Promise<EncodedZip> {
  for (let tries = 1; ; tries++) {
    try {
      return await make();
    } catch (error) {
      const isFull = error instanceof ApiError && error.code === "unavailable";
      if (!isFull || tries === NO_ROOM_TRIES) throw error;
      await sleep(NO_ROOM_WAIT_MS, undefined, { signal });
    }
  }
}
