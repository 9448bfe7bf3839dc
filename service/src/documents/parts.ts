/** Gathers them; many proofs in one archive. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Request } from "@hapi/hapi";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import { ApiError } from "../errors.js";
import type { MinuteCount, MinuteLimiter } from "../http/limits.js";
import { type Addresses, type NetworkNames, verifierSiteUrl } from "../http/site.js";
import { headerDocuments } from "../opentimestamps/header-files.js";
import { issueBatchTimestamp } from "../opentimestamps/routes.js";
import type { ProofStore, Records } from "../records/records.js";
import type { AccountRecord, ProofRecord } from "../records/types.js";
import { ownProof } from "../resources/proof.js";
import { proofCertificateFacts } from "./certificate/facts.js";
import { type EncodedZip, streamZip, type ZipFile } from "./encode-zip.js";
import { encodeEvidence } from "./evidence.js";
import { type BitcoinFacts, type FactsContext, type Issuer, type ProofFacts, proofFacts } from "./facts.js";
import {
  type EvidencePart,
  type EvidencePartKind,
  encodeTrustedListEntry,
  evidenceFileName,
  gatherProofFiles,
  type OfferedVerifier,
  type OpenedOriginal,
  type OpenOriginal,
  type ProofFiles,
  type ProofWitness,
  pemText,
  sealBitcoinFacts,
} from "./files.js";
import type { DocumentMaker } from "./workers.js";

/** The parts of a package in order, without the original: docs/formats/evidence.md. Parts that do not exist yet are left out. */
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
  language: Language,
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
  const files: PartFile[] = [{ kind: "seal", name: "seal/timestamp.tsr", bytes: seal }];
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
    files.push({ kind: "seal_timestamp", name: "seal/timestamp.tsr.ots", bytes });
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

/** What the routes of documents share. */
export interface DocumentRouteDeps {
  readonly store: Records;
  readonly documents: DocumentMaker;
  /** Of documents, of an account. */
  readonly limiter: MinuteLimiter;
  readonly addresses: () => Addresses;
  /** Names of chains that are not known by name. */
  readonly networkName: NetworkNames;
  readonly rehearsal: () => boolean;
  readonly issuer: Issuer;
  /** Endpoint of a development chain on this machine; null if there is none. */
  readonly localRpcUrl: string | null;
}

export function factsContext(deps: DocumentRouteDeps): FactsContext {
  const { addresses, networkName, rehearsal, issuer, localRpcUrl } = deps;
  return { addresses: addresses(), networkName, rehearsal: rehearsal(), issuer, localRpcUrl };
}

/** The evidence package of a proof, for the API, and for the archive of many. */
export interface EvidenceDeps extends DocumentRouteDeps {
  readonly openOriginal: OpenOriginal;
  readonly verifier: OfferedVerifier;
}

export interface WantedEvidence {
  /** Of a first registrant. */
  readonly proof: ProofRecord;
  readonly account: AccountRecord;
  readonly language: Language;
  /** False for an answer without a body: no download is spent. */
  readonly isSpent: boolean;
  /** Told of an original that was opened, which must be closed. */
  readonly onOriginal: (original: OpenedOriginal) => void;
}

/** Gathers the evidence that exists now. Reads the original only with the package. */
export async function proofEvidence(
  deps: EvidenceDeps,
  { proof, account, language, isSpent, onOriginal }: WantedEvidence,
): Promise<EncodedZip> {
  const { store, documents, openOriginal, verifier, localRpcUrl } = deps;
  const context = factsContext(deps);
  return encodeEvidence({
    proof,
    language,
    ...(await gatherParts(store, documents, proof, language, context)),
    openOriginal: async () => {
      const original = await openOriginal(proof, account, isSpent);
      if (typeof original !== "string") onOriginal(original);
      return original;
    },
    siteUrl: verifierSiteUrl(context.addresses),
    verifier,
    localRpcUrl,
  });
}

/**
 * The caller's proof that the path names, if it has documents of its own.
 *
 * @throws ApiError `not_found`; `conflict` when another account registered the bytes first.
 */
export async function certifiedProof(proofs: ProofStore, request: Request): Promise<ProofRecord> {
  const proof = await ownProof(proofs, request);
  if (proof.firstRegistrant) return proof;
  throw new ApiError(
    "conflict",
    "another account registered the same bytes first: this proof has no certificate",
  );
}

// The evidence of several proofs in one archive: docs/design/dashboard.md. Each proof's package is an entry, byte for byte as
// the API hands it out, and is made when its turn comes, so that memory holds one.

/** Proofs of one archive. Each counts as a document towards the limit a minute, whose default is 60. */
export const MAX_ARCHIVED = 50;

/** While the workers that make documents have no room, an archive under way waits for them. */
const NO_ROOM_WAIT_MS = 500;
const NO_ROOM_TRIES = 60;

export interface WantedArchive {
  /** Of the account, each of a first registrant: at most `MAX_ARCHIVED`. */
  readonly proofs: readonly ProofRecord[];
  readonly account: AccountRecord;
  readonly language: Language;
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
