/** All downloads. Each is verified before it is returned. */

import { bytesToHex } from "@svc-proof/shared/encoding";
import { hashContent, type PortableProof, parsePortableProof } from "@svc-proof/verifier-lib";
import type { Api } from "./answers.js";
import { ApiError, NotReadyError, VerificationError } from "./errors.js";
import { onAbort } from "./transport.js";
import { type Proof, proofId } from "./types.js";
import {
  type BatchEvidence,
  BatchEvidenceCache,
  type Bundle,
  type BundleFile,
  type Download,
  type DownloadOptions,
  type DownloadToVerify,
  type DownloadVerification,
  dispositionFileName,
  type FileRequest,
  getFile,
  type LanguageOptions,
  MAX_BYTES,
  type ProofReference,
  type Registered,
  safeFileName,
  timestampOfRoot,
  verifyDownload,
  type WitnessOptions,
} from "./verify-download.js";

const HASH = /^[0-9a-f]{64}$/;
/** Evidence of a batch changes when a block comes. */
const KEEP_BATCH_MS = 30_000;
const OCTETS = "application/octet-stream";

export interface DownloadsParameters {
  readonly api: Api;
  readonly verification: DownloadVerification;
  /** Reads a proof; it needs the key. */
  readonly get: (id: string, signal: AbortSignal | undefined) => Promise<Proof>;
  readonly hasKey: boolean;
}

type Bytes = Uint8Array<ArrayBuffer>;

export class Downloads {
  readonly #api: Api;
  readonly #verification: DownloadVerification;
  readonly #get: DownloadsParameters["get"];
  readonly #hasKey: boolean;
  readonly #batches = new BatchEvidenceCache(KEEP_BATCH_MS);

  constructor({ api, verification, get, hasKey }: DownloadsParameters) {
    this.#api = api;
    this.#verification = verification;
    this.#get = get;
    this.#hasKey = hasKey;
  }

  async proof(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const bytes = await this.#proofJson(registered.id, options);
    return this.#verified(registered, { input: bytes }, options, {
      bytes,
      fileName: `svc-${registered.id}.json`,
      mediaType: "application/json",
    });
  }

  async seal(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const bytes = await this.#sealFile(registered.id, options);
    return this.#verified(registered, { input: bytes }, options, {
      bytes,
      fileName: `svc-${registered.id}-qualified-timestamp.tsr`,
      mediaType: "application/timestamp-reply",
    });
  }

  async timestamp(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const { id } = registered;
    const bytes = await this.#timestampFile(id, options);
    const file = { bytes, fileName: `svc-${id}-bitcoin.ots`, mediaType: OCTETS };
    const verified = await this.#verified(registered, { input: bytes }, options, file);
    // By itself it could lead anywhere from the fingerprint. Once there is a proof, it must lead to its batch.
    const quiet = { ...(options.signal && { signal: options.signal }) };
    const proof = await ifThere(this.proof(registered, quiet));
    if (proof !== null) rootTimestamp(bytes, parsePortableProof(proof.bytes).merkle.root, id);
    return verified;
  }

  async sealTimestamp(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const seal = await this.seal(registered, { ...options, onProgress: () => undefined });
    const bytes = await this.#file("/proof/{id}.tsr.ots", registered.id, MAX_BYTES.timestamp, options);
    // What it is about is the seal, which is about the fingerprint.
    const contentHash = await sha256Hex(seal.bytes);
    return this.#verified(registered, { input: bytes, contentHash }, options, {
      bytes,
      fileName: `svc-${registered.id}-qualified-timestamp.tsr.ots`,
      mediaType: OCTETS,
    });
  }

  async headers(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const { signal } = options;
    const bytes = await this.#file("/proof/{id}.headers.json", registered.id, MAX_BYTES.headers, options);
    const input = await this.#timestampFile(registered.id, { ...(signal && { signal }) });
    const toVerify = {
      input,
      evidence: [{ kind: "headers", content: bytes }],
      mustBeUsed: ["headers"],
    } as const;
    return this.#verified(registered, toVerify, options, {
      bytes,
      fileName: `svc-${registered.id}-headers.json`,
      mediaType: "application/json",
    });
  }

  async witness(reference: ProofReference, options: WitnessOptions = {}): Promise<Download> {
    const registered = await this.#registered(reference, options.signal);
    const { signal, chainId } = options;
    const bytes = await this.#witnessFile(registered.id, chainId, options);
    const input = await this.#proofJson(registered.id, { ...(signal && { signal }) });
    const toVerify = {
      input,
      evidence: [{ kind: "witness", content: bytes }],
      mustBeUsed: ["witness"],
    } as const;
    return this.#verified(registered, toVerify, options, {
      bytes,
      fileName: `svc-${registered.id}-witness.json`,
      mediaType: "application/json",
    });
  }

  certificate(reference: ProofReference, options: LanguageOptions = {}): Promise<Download> {
    return this.#document(reference, "/proofs/{id}/certificate.pdf", MAX_BYTES.certificate, options, {
      fileName: "certificate.pdf",
      mediaType: "application/pdf",
    });
  }

  evidence(reference: ProofReference, options: LanguageOptions = {}): Promise<Download> {
    const { maxBytes = MAX_BYTES.large } = options;
    return this.#document(reference, "/proofs/{id}/evidence.zip", maxBytes, options, {
      fileName: "evidence.zip",
      mediaType: "application/zip",
    });
  }

  async original(reference: ProofReference, options: DownloadOptions = {}): Promise<Download> {
    const { id, hash } = await this.#registered(reference, options.signal);
    const { signal, maxBytes = MAX_BYTES.large } = options;
    const { bytes, headers } = await this.#answer("/proofs/{id}/original", id, maxBytes, options);
    const found = bytesToHex(await hashContent(bytes, { ...(signal && { signal }) }));
    if (found !== hash) {
      const message = `the original has the fingerprint ${found}, registered is ${hash} (proof ${id})`;
      throw new VerificationError("other_content", message, null);
    }
    return {
      bytes,
      fileName: safeFileName(dispositionFileName(headers.get("content-disposition")) ?? "", "original"),
      mediaType: mediaTypeOf(headers),
      report: null,
    };
  }

  async bundle(reference: ProofReference, options: DownloadOptions = {}): Promise<Bundle> {
    const registered = await this.#registered(reference, options.signal);
    const { id, hash } = registered;
    const { signal } = options;
    const proofJson = await this.#proofJson(id, options);
    const proof = this.#parsed(proofJson, id);
    const sealed = proof?.attestations.some(({ type }) => type === "rfc3161-qualified-timestamp") ?? false;
    const evidence =
      proof === null
        ? NO_EVIDENCE
        : await unlessAborted(
            this.#batches.of(proof.merkle.root, () => this.#batchEvidence(proof)),
            signal,
          );
    const quiet = { ...(signal && { signal }) };
    const seal = sealed && this.#hasKey ? await ifThere(this.#sealFile(id, quiet)) : null;
    const sealTimestamp =
      seal === null ? null : await ifThere(this.#file("/proof/{id}.tsr.ots", id, MAX_BYTES.timestamp, quiet));
    const parts = [
      { kind: "seal", path: "seal/timestamp.tsr", bytes: seal },
      { kind: "seal_timestamp", path: "seal/timestamp.tsr.ots", bytes: sealTimestamp },
      { kind: "timestamp", path: "bitcoin/batch.ots", bytes: evidence.timestamp },
      { kind: "headers", path: "bitcoin/headers.json", bytes: evidence.headers },
      ...evidence.witnesses.map(({ chainId, bytes }) => ({
        kind: "witness" as const,
        path: `anchors/${chainId}.json`,
        bytes,
      })),
    ] as const;
    const there = parts.flatMap(({ kind, path, bytes }) => (bytes === null ? [] : [{ kind, path, bytes }]));
    const files: BundleFile[] = [
      { path: "proof.json", bytes: proofJson },
      ...there.map(({ path, bytes }) => ({ path, bytes })),
    ];
    const toVerify = {
      input: proofJson,
      evidence: there.map(({ kind, path, bytes }) => ({ kind, content: bytes, name: path })),
    };
    const report = await verifyDownload(registered, toVerify, this.#verification, signal);
    return { id, hash, files, report };
  }

  /** What a file is verified against: its proof's identifier and fingerprint. */
  async #registered(reference: ProofReference, signal: AbortSignal | undefined): Promise<Registered> {
    if (typeof reference === "string") {
      if (!this.#hasKey) throw new TypeError(`without a key a download needs { id, hash }`);
      const { id, hash } = await this.#get(proofId(reference), signal);
      return { id, hash };
    }
    const { id, hash } = reference;
    if (typeof hash !== "string" || !HASH.test(hash)) {
      throw new TypeError(
        `"hash" expected 64 lower-case hexadecimal characters, got ${JSON.stringify(hash)}`,
      );
    }
    return { id: proofId(id), hash };
  }

  async #verified(
    registered: Registered,
    toVerify: DownloadToVerify,
    { signal }: DownloadOptions,
    file: Omit<Download, "report">,
  ): Promise<Download> {
    return { ...file, report: await verifyDownload(registered, toVerify, this.#verification, signal) };
  }

  /** A certificate or a package. Before the proof is anchored it holds no proof, and nothing can be verified. */
  async #document(
    reference: ProofReference,
    route: "/proofs/{id}/certificate.pdf" | "/proofs/{id}/evidence.zip",
    maxBytes: number,
    options: LanguageOptions,
    file: { readonly fileName: string; readonly mediaType: string },
  ): Promise<Download> {
    const { signal, language = "en" } = options;
    const registered = await this.#registered(reference, signal);
    const { bytes, headers } = await this.#answer(route, registered.id, maxBytes, options, {
      lang: language,
    });
    const fileName = safeFileName(
      dispositionFileName(headers.get("content-disposition")) ?? "",
      `svc-${registered.id}-${file.fileName}`,
    );
    try {
      return await this.#verified(registered, { input: bytes }, options, { ...file, bytes, fileName });
    } catch (error) {
      const code = error instanceof VerificationError ? error.report?.checks[0]?.code : undefined;
      if (code !== "pdf_no_proof" && code !== "evidence_no_proof") throw error;
      const { state } = await this.#get(registered.id, signal);
      if (state === "anchored" || state === "confirmed") throw error;
      throw new NotReadyError(state, null);
    }
  }

  async #batchEvidence({ proof_id: id, merkle, anchors }: PortableProof): Promise<BatchEvidence> {
    // No signal: others wait for the same evidence.
    const ots = await ifThere(this.#timestampFile(id, {}));
    const headers = ots && (await ifThere(this.#file("/proof/{id}.headers.json", id, MAX_BYTES.headers, {})));
    const chains = [...new Set(anchors.map(({ chain_id }) => chain_id))];
    const witnesses = await Promise.all(
      chains.map(async (chainId) => ({ chainId, bytes: await ifThere(this.#witnessFile(id, chainId, {})) })),
    );
    return {
      timestamp: ots && rootTimestamp(ots, merkle.root, id),
      headers,
      witnesses: witnesses.flatMap(({ chainId, bytes }) => (bytes === null ? [] : [{ chainId, bytes }])),
    };
  }

  /** Null if it is malformed: the verifier says why. */
  #parsed(bytes: Bytes, id: string): PortableProof | null {
    try {
      const proof = parsePortableProof(bytes);
      return proof.proof_id === id ? proof : null;
    } catch {
      return null;
    }
  }

  #proofJson(id: string, options: DownloadOptions): Promise<Bytes> {
    return this.#file("/proof/{id}.json", id, MAX_BYTES.proof, options);
  }

  #timestampFile(id: string, options: DownloadOptions): Promise<Bytes> {
    return this.#file("/proof/{id}.ots", id, MAX_BYTES.timestamp, options);
  }

  #sealFile(id: string, options: DownloadOptions): Promise<Bytes> {
    return this.#file("/proofs/{id}/qualified.tsr", id, MAX_BYTES.seal, options);
  }

  #witnessFile(id: string, chainId: number | undefined, options: DownloadOptions): Promise<Bytes> {
    const query = chainId === undefined ? undefined : { chain_id: chainId };
    return this.#file("/proof/{id}.witness.json", id, MAX_BYTES.witness, options, query);
  }

  async #file(
    route: FileRequest["route"],
    id: string,
    maxBytes: number,
    options: DownloadOptions,
    query?: FileRequest["query"],
  ): Promise<Bytes> {
    return (await this.#answer(route, id, maxBytes, options, query)).bytes;
  }

  #answer(
    route: FileRequest["route"],
    id: string,
    maxBytes: number,
    { signal, onProgress }: DownloadOptions,
    query?: FileRequest["query"],
  ) {
    return getFile(this.#api, {
      route,
      id,
      ...(query && { query }),
      call: { signal, maxBytes, onReceived: onProgress },
    });
  }
}

const NO_EVIDENCE: BatchEvidence = { timestamp: null, headers: null, witnesses: [] };

/** @throws VerificationError if the file does not lead to the root. */
function rootTimestamp(ots: Bytes, root: string, id: string): Bytes {
  const message = `the OpenTimestamps file does not lead to the batch (proof ${id})`;
  let found: Bytes | null;
  try {
    found = timestampOfRoot(ots, root);
  } catch (error) {
    throw new VerificationError("not_verified", `${message}: ${(error as Error).message}`, null);
  }
  if (found === null) throw new VerificationError("not_verified", message, null);
  return found;
}

/** Null if there is no such file, or none yet. */
async function ifThere<File>(file: Promise<File>): Promise<File | null> {
  try {
    return await file;
  } catch (error) {
    if (error instanceof NotReadyError) return null;
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  }
}

/** A promise that others wait for too. @throws the reason of the signal as soon as it aborts. */
function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return value;
  return new Promise((resolve, reject) => {
    const forget = onAbort(signal, () => reject(signal.reason));
    value.then(resolve, reject).finally(forget);
  });
}

async function sha256Hex(bytes: Bytes): Promise<string> {
  return bytesToHex(await hashContent(bytes));
}

/** Without parameters; `application/octet-stream` if it is malformed. */
function mediaTypeOf(headers: Headers): string {
  const type = (headers.get("content-type") ?? "").split(";")[0]!.trim().toLowerCase();
  return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(type) ? type : OCTETS;
}
