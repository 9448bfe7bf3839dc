/**
 * The records of a time-stamped ASiC-S container: ETSI EN 319 162-1, section 4.3.3, in the form of
 * docs/formats/asic-s.md. All that surrounds the original, which is stored as it is.
 */

import { concatBytes, FormatError } from "@svc-proof/shared/encoding";
import {
  centralHeader,
  crc32,
  type EntryLayout,
  endRecords,
  fileEntryName,
  localHeader,
  STORED,
} from "@svc-proof/shared/zip";
import { ASIC_S_MEDIA_TYPE, META_INF, MIMETYPE_NAME, TIMESTAMP_NAME } from "../package/asic/asic-names.js";
import { partKey } from "../package/name-key.js";
import { randomAccess } from "../package/random-access.js";
import { hasPdfHeader, PDF_HEADER_BYTES } from "../package/zip/has-pdf-header.js";
import { MAX_TOTAL_BYTES } from "../package/zip/limits.js";
import type { AsicWriteErrorCode } from "./error-code.js";

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
