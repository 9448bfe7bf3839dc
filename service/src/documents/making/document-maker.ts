/**
 * Makes the documents of proofs. Certificates are cached by everything that their bytes depend on. The cache lives in
 * the process, so program and fonts are the same for all entries.
 */
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import { certificateDigest } from "../certificate/certificate-digest.js";
import type { PackedContent } from "../evidence/zip/pack-content.js";
import type { DocumentMetrics } from "./document-metrics.js";
import type { CertificateRequest, MadeDocument, MakeDocument } from "./make-document.js";

export interface DocumentMakerOptions {
  readonly make: MakeDocument;
  /** @throws ApiError when no document can be made now. */
  readonly assertRoom?: (accountId: string) => void;
  /** Total size of the cached certificates; 0 disables the cache. */
  readonly cacheBytes: number;
  readonly metrics: DocumentMetrics;
}

export interface Certificate {
  readonly bytes: Uint8Array;
  /** Strong entity tag, unique to these bytes. */
  readonly tag: string;
}

/** The overhead of a cache entry besides its bytes: key, tag and bookkeeping. */
const ENTRY_BYTES = 512;

export class DocumentMaker {
  readonly #options: DocumentMakerOptions;
  readonly #certificates: LRUCache<string, Certificate> | null;
  /** Certificates in progress, so that concurrent requests share one. */
  readonly #making = new Map<string, Promise<MadeDocument>>();

  constructor(options: DocumentMakerOptions) {
    const { cacheBytes } = options;
    this.#options = options;
    this.#certificates =
      cacheBytes === 0
        ? null
        : new LRUCache({ maxSize: cacheBytes, sizeCalculation: ({ bytes }) => bytes.length + ENTRY_BYTES });
  }

  /** @throws what `make` throws. */
  async certificate(request: CertificateRequest, accountId: string): Promise<Certificate> {
    const key = certificateDigest(request.facts, request.language);
    const kept = this.#find(key);
    if (kept !== undefined) return kept;
    const { certificate } = await this.#makeOnce(key, () =>
      this.#options.make({ certificate: request, files: null }, accountId),
    );
    return this.#keep(key, certificate);
  }

  /**
   * The certificate, then the files, in the form that an archive stores.
   *
   * @throws what `make` throws.
   */
  async packed(
    request: CertificateRequest,
    files: readonly Uint8Array[],
    accountId: string,
  ): Promise<readonly PackedContent[]> {
    const key = certificateDigest(request.facts, request.language);
    const certificate = this.#find(key)?.bytes ?? request;
    const made = await this.#options.make({ certificate, files }, accountId);
    if (certificate === request) this.#keep(key, made.certificate);
    return made.packed;
  }

  /** Call it before reading much data for a document. @throws ApiError when none can be made now. */
  assertRoom(accountId: string): void {
    this.#options.assertRoom?.(accountId);
  }

  #find(key: string): Certificate | undefined {
    const kept = this.#certificates?.get(key);
    this.#options.metrics.certificates.inc({ source: kept === undefined ? "worker" : "cache" });
    return kept;
  }

  #keep(key: string, bytes: Uint8Array): Certificate {
    const kept = this.#certificates?.get(key);
    if (kept !== undefined) return kept;
    const tag = createHash("sha256").update(bytes).digest("base64url");
    const certificate = { bytes, tag };
    this.#certificates?.set(key, certificate);
    return certificate;
  }

  async #makeOnce(key: string, make: () => Promise<MadeDocument>): Promise<MadeDocument> {
    const underWay = this.#making.get(key);
    if (underWay !== undefined) return underWay;
    const making = make();
    this.#making.set(key, making);
    try {
      return await making;
    } finally {
      this.#making.delete(key);
    }
  }
}
