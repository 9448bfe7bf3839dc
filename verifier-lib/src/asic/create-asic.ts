/** Writes a time-stamped ASiC-S container in memory or, in browsers, around a file that stays where it is. */

import { concatBytes, FormatError, isSameBytes } from "@svc-proof/shared/encoding";
import {
  centralHeader,
  crc32,
  type EntryLayout,
  endRecords,
  fileEntryName,
  localHeader,
  STORED,
} from "@svc-proof/shared/zip";
import { MAX_TOTAL_BYTES } from "../archive/codes.js";
import { ASIC_S_MEDIA_TYPE, META_INF, MIMETYPE_NAME, partKey, TIMESTAMP_NAME } from "../archive/names.js";
import { hasPdfHeader, PDF_HEADER_BYTES } from "../archive/zip.js";
import {
  type ContentHashAlgorithm,
  hashOnce,
  isBlob,
  randomAccess,
  type StreamingSha256,
} from "../content/content.js";
import { hashOf } from "../content/hash-of.js";
import { isBareToken, parseTimestampToken } from "../rfc3161/parse-token.js";
import { parseTimestampResponse } from "../rfc3161/response.js";
import type { TimestampCode, TimestampToken } from "../rfc3161/token.js";
import { verifyTimestamp } from "../rfc3161/verify-timestamp.js";
import { Work } from "../work/work.js";
import type { Certificate } from "../x509/certificate.js";
import { parsePemCertificatesPausing } from "../x509/pem.js";
import { ArchiveProbe, type AsicWriteErrorCode, refuseArchive } from "./archive-probe.js";

/**
 * The records of a time-stamped ASiC-S container: ETSI EN 319 162-1, section 4.3.3, in the form of
 * docs/formats/evidence.md. All that surrounds the original, which is stored as it is.
 */
export interface AsicFrame {
  /** Bytes before the original. Their number does not depend on the checksum. */
  head(crc: number): Uint8Array;
  /** Bytes after the original. */
  tail(crc: number): Uint8Array;
}

export interface AsicFrameParameters {
  /** DER of the token. */
  readonly token: Uint8Array;
  /** The time of the entries. */
  readonly genTime: Date;
  /** Name of the file. What a system could not unpack is replaced. */
  readonly name: string;
  /** Size of the original. */
  readonly sizeBytes: number;
}

/**
 * The timestamp stands before the original: a program that reads from the start knows what to hash before it comes. The
 * entry of the original begins beyond the first 1,024 bytes, where programs look for the header of a PDF: else they would
 * take the container of a PDF for a PDF itself.
 *
 * @throws FormatError `asic_name_reserved`, `asic_original_too_large`, `zip_also_pdf`.
 */
export async function encodeAsic(parameters: AsicFrameParameters): Promise<AsicFrame> {
  const { token, genTime, name, sizeBytes } = parameters;
  if (sizeBytes > MAX_TOTAL_BYTES - ASIC_S_MEDIA_TYPE.length - token.length) {
    throw writeError("asic_original_too_large", `expected at most ${MAX_TOTAL_BYTES} bytes`);
  }
  const mediaType = new TextEncoder().encode(ASIC_S_MEDIA_TYPE);
  const mimetype = entryOf(MIMETYPE_NAME, mediaType.length, crc32(mediaType), 0, genTime);
  const start = localHeader(mimetype).length + mediaType.length;
  const unpadded = entryOf(TIMESTAMP_NAME, token.length, crc32(token), start, genTime);
  const ofOriginal = entryOf(objectName(name), sizeBytes, 0, 0, genTime);
  const end = start + localHeader(unpadded).length + token.length;
  const timestamp =
    end < PDF_HEADER_BYTES ? { ...unpadded, paddingBytes: Math.max(4, PDF_HEADER_BYTES - end) } : unpadded;
  const before = concatBytes([localHeader(mimetype), mediaType, localHeader(timestamp), token]);
  const original = { ...ofOriginal, offset: before.length };
  const head = (crc: number) => concatBytes([before, localHeader({ ...original, crc })]);
  const headBytes = head(0).length;
  if (await hasPdfHeader(randomAccess(head(0)))) {
    throw new FormatError("zip_also_pdf", "programs would take the container for a PDF file", 0);
  }
  return {
    head,
    tail(crc) {
      const directory = concatBytes([mimetype, timestamp, { ...original, crc }].map(centralHeader));
      const directoryOffset = headBytes + sizeBytes;
      return concatBytes([
        directory,
        endRecords({ entryCount: 3, directoryOffset, directoryBytes: directory.length }),
      ]);
    },
  };
}

/** @throws FormatError `asic_name_reserved`. */
function objectName(fileName: string): string {
  const name = fileEntryName(fileName);
  if ([MIMETYPE_NAME, META_INF].some((reserved) => partKey(reserved) === partKey(name))) {
    throw writeError("asic_name_reserved", `the container has a part named ${name}`);
  }
  return name;
}

function entryOf(
  name: string,
  sizeBytes: number,
  crc: number,
  offset: number,
  modifiedAt: Date,
): EntryLayout {
  const shape = { method: STORED, flags: 0, crc, sizeBytes, compressedBytes: sizeBytes } as const;
  return { name: new TextEncoder().encode(name), modifiedAt, offset, ...shape };
}

function writeError(code: AsicWriteErrorCode, message: string): FormatError {
  return new FormatError<AsicWriteErrorCode>(code, message, 0);
}

/** The token inside a seal, ready to be put into a container. */
export interface PreparedSeal {
  /** DER, byte for byte as in the seal. */
  readonly token: Uint8Array;
  /** The hash by which the original was time-stamped. */
  readonly algorithm: ContentHashAlgorithm;
  readonly genTime: Date;
  /** @throws FormatError `imprint_mismatch` if the token was not made over a digest. */
  expect(digest: Uint8Array): void;
}

/**
 * Reads a seal and checks that nothing of it is wrong, whoever signed it.
 *
 * @param seal DER of a response or a bare token.
 * @param certificates PEM texts, for a token without the certificate of its signer.
 * @throws FormatError with a `TimestampCode`: that of a malformation or of a failed check such as `signature_invalid`;
 * `timestamp_not_granted`; `signer_certificate_missing`, `signer_certificate_unreadable`; `hash_too_weak` or `algorithm_unsupported` if the original was not time-stamped by SHA-256,
 * SHA-384 or SHA-512. `work_limit_exceeded`. The abort reason of the work.
 */
export async function prepareSeal(
  seal: Uint8Array,
  certificates: readonly string[],
  work: Work,
): Promise<PreparedSeal> {
  const { der: token, tstInfo } = readToken(seal, work);
  const { algorithm, algorithmOid, digest: stamped } = tstInfo.imprint;
  if (algorithm === "SHA-1") throw refused("hash_too_weak", "the timestamp uses SHA-1");
  if (algorithm === null) throw refused("algorithm_unsupported", `the hash ${algorithmOid} is not known`);
  // Whom to trust is for the reader of the container: without anchors a sound token is indeterminate.
  const imprint = { algorithm, digest: stamped };
  const intermediates: Certificate[] = [];
  for (const pem of certificates) intermediates.push(...(await parsePemCertificatesPausing(pem, { work })));
  const question = { token, imprint, anchors: [], intermediates, work };
  const { status, code, message } = await verifyTimestamp(question);
  if (status === "failed" || UNSOUND.has(code)) throw refused(code, message);
  return {
    token,
    algorithm,
    genTime: tstInfo.genTime,
    expect(digest) {
      if (isSameBytes(digest, stamped)) return;
      throw refused("imprint_mismatch", "the timestamp was made over another file");
    },
  };
}

/** Of a token whose signature could not be checked. */
const UNSOUND: ReadonlySet<TimestampCode> = new Set<TimestampCode>([
  "algorithm_unsupported",
  "hash_too_weak",
  "key_too_weak",
  "signer_certificate_missing",
  "signer_certificate_unreadable",
  "work_limit_exceeded",
]);

function readToken(seal: Uint8Array, work: Work): TimestampToken {
  if (isBareToken(seal)) return parseTimestampToken(seal, { work });
  const { token, status } = parseTimestampResponse(seal, { work });
  if (token === null) throw refused("timestamp_not_granted", `the authority answered ${status}`);
  return token;
}

function refused(code: TimestampCode, message: string): FormatError {
  return new FormatError(code, message, 0);
}

/** Parameters of `createAsic`. */
export interface CreateAsicParameters {
  /** The file that was time-stamped. */
  readonly original: Uint8Array | Blob;
  /** Its name, not a path. What a system could not unpack is replaced by `_`. */
  readonly name: string;
  /** Its timestamp: an RFC 3161 response (`.tsr`) or a bare token, in DER. */
  readonly seal: Uint8Array;
  /** PEM texts of certificates, for a token without the certificate of its signer. Default: none. */
  readonly certificates?: readonly string[];
  /** Hash to use for the original. Default: portable ones. */
  readonly createHash?: (algorithm: ContentHashAlgorithm) => StreamingSha256;
  /** Called after each piece with the bytes of the original read so far. */
  readonly onProgress?: (readBytes: number) => void;
  readonly signal?: AbortSignal;
}

/**
 * An ETSI EN 319 162-1 container (`.asics`) with one file and its timestamp. The original is read once; a `Blob` is not
 * copied. The same file, name and timestamp give the same bytes.
 *
 * The timestamp must be of this file, and nothing of it may be wrong. Whether its authority can be trusted is not checked.
 *
 * @returns a `Blob` of the type `application/vnd.etsi.asic-s+zip`.
 * @throws FormatError if the container must not be written: a `TimestampCode` such as `imprint_mismatch`,
 * `asic_name_reserved`, `asic_original_archive`, `asic_original_too_large`, `zip_also_pdf`, `work_limit_exceeded`;
 * TypeError if a parameter has a wrong type; what reading the original throws; the reason of `signal` if it aborts.
 *
 * @example
 * const container = await createAsic({ original: file, name: file.name, seal });
 */
export async function createAsic(parameters: CreateAsicParameters): Promise<Blob> {
  const { original, name, seal, certificates = [], createHash = hashOf, onProgress, signal } = parameters;
  if (!(original instanceof Uint8Array) && !isBlob(original)) {
    throw new TypeError(`"original" expected Uint8Array or Blob`);
  }
  if (typeof name !== "string") throw new TypeError(`"name" expected string, got ${typeof name}`);
  if (!(seal instanceof Uint8Array)) throw new TypeError(`"seal" expected Uint8Array`);
  signal?.throwIfAborted();
  const prepared = await prepareSeal(seal, certificates, new Work({ signal }));
  const sizeBytes = isBlob(original) ? original.size : original.length;
  const frame = await encodeAsic({ ...prepared, name, sizeBytes });
  let crc = 0;
  const probe = new ArchiveProbe();
  const digest = await hashOnce(original, {
    createHash() {
      const hash = createHash(prepared.algorithm);
      return {
        update(piece) {
          hash.update(piece);
          crc = crc32(piece, crc);
          probe.update(piece);
        },
        digest: () => hash.digest(),
      };
    },
    ...(onProgress && { onProgress }),
    ...(signal && { signal }),
  });
  prepared.expect(digest);
  refuseArchive(probe);
  const parts = [frame.head(crc), original, frame.tail(crc)] as BlobPart[];
  return new Blob(parts, { type: ASIC_S_MEDIA_TYPE });
}
