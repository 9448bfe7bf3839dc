/** Resumable uploads. */
import type { Plan } from "../accounts/plans.js";
import { ApiError } from "../errors.js";
import type { RequestBody } from "../http/bodies.js";
import { MAX_BODY_BYTES } from "../http/gateway.js";
import type { ProofRecord } from "../records/types.js";
import { type Custody, fileTooLarge } from "./custody.js";
import {
  BodyTooLargeError,
  Feed,
  type MultipartFile,
  parseMultipartFile,
  type UploadedFile,
} from "./files.js";

// Deposits that arrive in several requests: docs/design/dashboard.md. An upload is one deposit of custody whose bytes are fed
// to it as they come, so it is hashed, encrypted and stored once, and nothing is kept twice. It lives in the instance that
// began it; elsewhere, and after a restart, it begins again.

/** Each holds some pieces of up to 64 KiB. */
const MAX_UPLOADS = 100;
const MAX_UPLOADS_OF_ACCOUNT = 8;
/** Time without a byte after which an upload ends. */
const IDLE_MS = 180_000;

export interface UploadStanding {
  /** Bytes that were taken: where the next request goes on. */
  readonly offset: number;
  readonly sizeBytes: number;
}

/** Where an upload stands after a request, and whether it is over. */
export interface AppendedPart extends UploadStanding {
  readonly outcome: "more" | "stored" | "existing";
}

export interface NewUpload {
  readonly sizeBytes: number;
  readonly fileName: string | null;
  readonly mimeType: string | null;
}

interface Upload {
  readonly accountId: string;
  readonly sizeBytes: number;
  readonly feed: Feed;
  /** Whether custody did not have it before. */
  readonly stored: Promise<boolean>;
  offset: number;
  timer: NodeJS.Timeout | undefined;
  isFailed: boolean;
  /** The request that is being read. */
  reading: { readonly body: Pick<RequestBody, "close">; readonly done: Promise<unknown> } | null;
}

export class ResumableUploads {
  readonly #custody: Pick<Custody, "deposit">;
  readonly #idleMs: number;
  /** By proof. */
  readonly #uploads = new Map<string, Upload>();

  constructor(custody: Pick<Custody, "deposit">, idleMs: number = IDLE_MS) {
    this.#custody = custody;
    this.#idleMs = idleMs;
  }

  /** The unfinished upload of a proof in this instance. */
  find({ id, accountId }: ProofRecord): UploadStanding | null {
    const upload = this.#uploads.get(id);
    if (upload?.accountId !== accountId || upload.isFailed) return null;
    return { offset: upload.offset, sizeBytes: upload.sizeBytes };
  }

  /**
   * Begins an upload. A former one of the proof ends.
   *
   * @throws ApiError `file_too_large`, `unavailable`.
   */
  async begin(proof: ProofRecord, plan: Plan, { sizeBytes, fileName, mimeType }: NewUpload): Promise<void> {
    const { id, accountId } = proof;
    if (sizeBytes > plan.custodyFileBytes) throw fileTooLarge(plan.custodyFileBytes);
    // Another request may have begun one while the former one ended. One that is not in the map would never end.
    while (this.#uploads.has(id)) await this.#drop(id);
    const ofAccount = [...this.#uploads.values()].filter((upload) => upload.accountId === accountId);
    if (ofAccount.length >= MAX_UPLOADS_OF_ACCOUNT || this.#uploads.size >= MAX_UPLOADS)
      throw new ApiError("unavailable", "too many uploads are under way: try again later");
    const feed = new Feed();
    const file = { minBytes: sizeBytes, maxBytes: sizeBytes, fileName, mimeType, content: feed };
    const stored = this.#custody.deposit(proof, plan, file);
    const upload: Upload = {
      accountId,
      sizeBytes,
      feed,
      stored,
      offset: 0,
      timer: undefined,
      reading: null,
      isFailed: false,
    };
    this.#uploads.set(id, upload);
    this.#await(id, upload);
    // Kept until the next request, which is told of the failure.
    stored.catch((error: unknown) => {
      upload.isFailed = true;
      feed.fail(error);
    });
  }

  /**
   * Adds the bytes of a request, as far as they come, and completes the upload with the last one.
   *
   * @throws ApiError `conflict` when the upload is not here or stands elsewhere; those of `Custody.deposit`, and of reading
   * the body, after which the upload goes on from where it stands.
   */
  async append(proof: ProofRecord, offset: number, body: RequestBody): Promise<AppendedPart> {
    const { id, accountId } = proof;
    const upload = this.#uploads.get(id);
    if (upload?.accountId !== accountId) throw elsewhere();
    // A request whose connection was cut may still be waiting for bytes.
    upload.reading?.body.close();
    await upload.reading?.done.catch(() => {});
    if (upload.reading !== null || this.#uploads.get(id) !== upload || upload.offset !== offset) {
      body.close();
      throw elsewhere();
    }
    const done = this.#read(id, upload, body);
    upload.reading = { body, done };
    try {
      await done;
    } catch (error) {
      if (upload.isFailed) this.#forget(id, upload);
      throw error;
    } finally {
      upload.reading = null;
    }
    const standing = { offset: upload.offset, sizeBytes: upload.sizeBytes };
    if (upload.offset < upload.sizeBytes) return { ...standing, outcome: "more" };
    upload.feed.end();
    try {
      return { ...standing, outcome: (await upload.stored) ? "stored" : "existing" };
    } finally {
      this.#forget(id, upload);
    }
  }

  /** Ends all uploads. */
  async close(): Promise<void> {
    await Promise.all([...this.#uploads.keys()].map((id) => this.#drop(id)));
  }

  async #read(id: string, upload: Upload, body: RequestBody): Promise<void> {
    for await (const piece of body) {
      if (upload.offset + piece.length > upload.sizeBytes) {
        upload.feed.fail(new ApiError("invalid_request", "the upload has more bytes than it said"));
      }
      await upload.feed.write(piece);
      upload.offset += piece.length;
      this.#await(id, upload);
    }
  }

  #await(id: string, upload: Upload): void {
    clearTimeout(upload.timer);
    if (this.#uploads.get(id) !== upload) return;
    upload.timer = setTimeout(() => void this.#drop(id), this.#idleMs).unref();
  }

  async #drop(id: string): Promise<void> {
    const upload = this.#uploads.get(id);
    if (upload === undefined) return;
    this.#forget(id, upload);
    upload.reading?.body.close();
    upload.feed.fail(new ApiError("invalid_request", "the upload ended early"));
    // Custody removes what it wrote.
    await upload.stored.catch(() => {});
  }

  #forget(id: string, upload: Upload): void {
    clearTimeout(upload.timer);
    if (this.#uploads.get(id) === upload) this.#uploads.delete(id);
  }
}

function elsewhere(): ApiError {
  return new ApiError("conflict", "the upload does not stand there");
}

// The file in the body of a deposit (docs/interface.md, `PUT /proofs/{id}/original`): the body itself, or the field
// `file` of a `multipart/form-data` body. It is a stream, so a malformed body may only be noticed while it is read.

/**
 * Starts to read a body. The caller must close it, because it may never be read.
 *
 * @throws ApiError `invalid_request` when the body is malformed; also any error of reading it.
 */
export async function openUploadedFile(
  body: RequestBody,
): Promise<UploadedFile & Pick<MultipartFile, "fields">> {
  const { headers } = body;
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding !== "identity") {
    throw new ApiError(
      "invalid_request",
      "the header Content-Encoding is not supported: send the file as it is",
    );
  }
  const length = headers["content-length"];
  const bodyBytes = length === undefined ? null : Number(length);
  if (bodyBytes === 0) throw new ApiError("invalid_request", "the file is empty");
  const type = headers["content-type"] ?? null;
  const content = boundedBody(body);
  if (type !== null && /^multipart\/form-data(?:[;\s]|$)/i.test(type)) {
    const file = await parseMultipartFile(content, type);
    return { ...file, minBytes: 1, maxBytes: bodyBytes ?? MAX_BODY_BYTES };
  }
  return {
    minBytes: bodyBytes ?? 1,
    maxBytes: bodyBytes ?? MAX_BODY_BYTES,
    fileName: null,
    mimeType: type,
    content,
    fields: new Map(),
  };
}

async function* boundedBody(body: RequestBody): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const piece of body) {
    length += piece.length;
    if (length > MAX_BODY_BYTES)
      throw new BodyTooLargeError(`expected a body of at most ${MAX_BODY_BYTES} bytes`);
    yield piece;
  }
}
