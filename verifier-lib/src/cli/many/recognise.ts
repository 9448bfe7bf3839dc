/**
 * What a file in a folder seems to be, by its first bytes. Names decide in one case alone: that of raw headers of Bitcoin ends with the
 * height of the first, as an option does.
 */

import { constants, inflateSync } from "node:zlib";
import { EPOCH_FILE_BYTES, HEADER_BYTES, headerFault, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import type { EvidenceRole } from "../../arrange/evidence-facts.js";
import type { RandomAccess } from "../../content/random-access.js";
import { INPUT_LIMITS } from "../../index.js";
import { isEpochFile } from "../../judge/headers.js";
import { MAX_OBJECT_STREAMS, MAX_STRUCTURE_BYTES } from "../../limits.js";
import { recognise } from "../../recognise/recognise.js";
import type { LookAlike } from "../../report/look-alike.js";

export interface Role {
  readonly role: EvidenceRole;
  /** What a file looks like that is not evidence to verify; null for the others. */
  readonly looksLike: LookAlike | null;
}

/**
 * Archives and PDF files are taken for evidence here; whether they hold any is seen inside.
 *
 * @param head the first `MAGIC_BYTES`, or the whole of a smaller file.
 */
export function roleOf(head: Uint8Array, name: string, sizeBytes: number): Role {
  const isHeaders =
    (sizeBytes === EPOCH_FILE_BYTES && isEpochFile(head)) || rawHeadersAt(head, name, sizeBytes) !== null;
  if (isHeaders) return { role: "headers", looksLike: "bitcoin_headers" };
  const recognised = recognise(head);
  if (typeof recognised === "string") return { role: recognised, looksLike: null };
  const { looksLike } = recognised;
  const [role, maxBytes] = OFFERED[looksLike] ?? (["other", 0] as const);
  return { role: sizeBytes <= maxBytes ? role : "other", looksLike };
}

/** What other evidence may rest on. */
const OFFERED: Readonly<Partial<Record<LookAlike, readonly [EvidenceRole, maxBytes: number]>>> = {
  bitcoin_headers: ["headers", INPUT_LIMITS.headers],
  certificates: ["certificates", INPUT_LIMITS.certificates],
  crl: ["crl", INPUT_LIMITS.crl],
  ocsp_response: ["ocsp", INPUT_LIMITS.ocspResponse],
};

/**
 * The height of the first header in a file of raw ones, whose name ends with it as an option would: `blockchain_headers@0`,
 * `headers@822528.bin`. Null for other files.
 */
export function rawHeadersAt(head: Uint8Array, name: string, sizeBytes: number): number | null {
  const height = Number(/@([0-9]{1,10})(?:\.[a-z]{1,8})?$/i.exec(name)?.[1] ?? Number.NaN);
  if (!(height < 2 ** 31) || sizeBytes < HEADER_BYTES || sizeBytes % HEADER_BYTES !== 0) return null;
  const first = head.slice(0, HEADER_BYTES);
  // Eighty zeros are a header that a wallet has not fetched.
  if (first.every((byte) => byte === 0)) return height;
  return headerFault({ height, header: parseBlockHeader(first) }) === null ? height : null;
}

const NAME = "proof.json";

/** Archives name their files at the start, each with its bytes, and at the end, together. */
const ARCHIVE_PART_BYTES = 262_144;

/** Whether an archive or a PDF file that cannot be read names the file of a proof where it names its files. */
export async function namesProof(file: RandomAccess, role: EvidenceRole): Promise<boolean> {
  const { sizeBytes } = file;
  if (role === "certificate-pdf") {
    const bytes = await file.read(0, Math.min(sizeBytes, INPUT_LIMITS["certificate-pdf"]));
    return partsOfPdf(Buffer.from(bytes)).some((part) => part.includes(NAME));
  }
  if (role !== "evidence-zip") return false;
  const length = Math.min(sizeBytes, ARCHIVE_PART_BYTES);
  const parts = [await file.read(0, length), await file.read(sizeBytes - length, length)];
  return parts.some((bytes) => Buffer.from(bytes).includes(NAME));
}

const PDF_TAIL_BYTES = 1024;
/** An end record, and the longest comment. */
const ZIP_TAIL_BYTES = 22 + 65_535;

/** Whether an archive or a PDF file lacks its end, as a download that broke off does. */
export async function isCutOff(file: RandomAccess, role: EvidenceRole): Promise<boolean> {
  const isPdf = role === "certificate-pdf";
  const length = Math.min(file.sizeBytes, isPdf ? PDF_TAIL_BYTES : ZIP_TAIL_BYTES);
  const tail = await file.read(file.sizeBytes - length, length);
  return !Buffer.from(tail).includes(isPdf ? "%%EOF" : "PK\u0005\u0006");
}

/** The file as it is, and what its object streams decompress to: certificates name their attachments in these. */
function partsOfPdf(bytes: Buffer): readonly Buffer[] {
  const parts = [bytes];
  let at = 0;
  for (let count = 0; count < MAX_OBJECT_STREAMS; count++) {
    at = bytes.indexOf("/ObjStm", at + 1);
    if (at < 0) break;
    const start = /stream\r?\n/.exec(bytes.toString("latin1", at, at + MAX_DICTIONARY_BYTES));
    if (start !== null) parts.push(inflated(bytes.subarray(at + start.index + start[0].length)));
  }
  return parts;
}

/** What may stand between the type of an object stream and its bytes. */
const MAX_DICTIONARY_BYTES = 1024;

/** As far as it goes. */
function inflated(data: Buffer): Buffer {
  try {
    return inflateSync(data, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MAX_STRUCTURE_BYTES });
  } catch {
    return Buffer.alloc(0);
  }
}
