/**
 * What a file in a folder seems to be, by its first bytes and, where these are ambiguous, its name. A file that could be anything is
 * no evidence: a broken original must not be reported as a failed proof. Damaged evidence is evidence, if its name or its parts say so.
 */
import { basename } from "node:path";
import { constants, inflateSync } from "node:zlib";
import { EPOCH_FILE_BYTES, HEADER_BYTES, headerFault, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { isDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import type { EvidenceRole } from "../../arrange/evidence-facts.js";
import { isEpochFile } from "../../bitcoin/headers-at-hand.js";
import { INPUT_LIMITS, type InputType, inputTypeOf } from "../../index.js";
import { MAX_OBJECT_STREAMS, MAX_STRUCTURE_BYTES } from "../../package/pdf/limits.js";
import type { RandomAccess } from "../../package/random-access.js";

/** Enough to recognise each kind. */
export const HEAD_BYTES: number = INPUT_LIMITS["svc-proof/2"] + 1;

/**
 * Archives, PDF files and DER are taken for evidence here; whether they hold any is seen inside.
 *
 * @param head the first `HEAD_BYTES`, or the whole of a smaller file.
 */
export function roleOf(head: Uint8Array, name: string, sizeBytes: number): EvidenceRole {
  if (sizeBytes === EPOCH_FILE_BYTES && isEpochFile(head)) return "headers";
  if (rawHeadersAt(head, name, sizeBytes) !== null) return "headers";
  const type = inputTypeOf(head);
  // Many files begin with a zero byte.
  if (type === "opentimestamps") return isDetachedTimestamp(head) || /\.ots$/i.test(name) ? type : "other";
  if (type === "rfc3161") return sizeBytes <= INPUT_LIMITS.crl ? type : "other";
  if (type !== "svc-proof/2" && type !== "unknown") return type;
  const first = head.find((byte) => !WHITE_SPACE.includes(byte));
  if (first === OPENING_BRACE) return roleOfJson(Buffer.from(head).toString("latin1"), name);
  // Text of hexadecimal digits or PEM. Anything else is not decoded: most originals are something else.
  if (first === undefined || (!isDigit(first) && first !== HYPHEN)) return "other";
  const text = Buffer.from(head).toString("latin1");
  if (/^[0-9]{1,10} [0-9a-f]{160}\s/i.test(text))
    return sizeBytes <= INPUT_LIMITS.headers ? "headers" : "other";
  return text.startsWith("-----BEGIN CERTIFICATE-----") && sizeBytes <= INPUT_LIMITS.certificates
    ? "certificates"
    : "other";
}

const WHITE_SPACE: readonly number[] = [0x20, 0x09, 0x0a, 0x0d];
const OPENING_BRACE = 0x7b;
const HYPHEN = 0x2d;

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Reports and other documents of ours name the format of a proof too, but not as their own. */
function roleOfJson(text: string, name: string): EvidenceRole {
  if (/^\s*\{\s*"format"\s*:\s*"svc-bitcoin-headers\//.test(text)) return "headers";
  return /"schema"\s*:\s*"svc-proof\//.test(text) || name === "proof.json" ? "svc-proof/2" : "other";
}

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

/** The names that the service gives packages and certificates, and the endings of timestamps. */
export function isNamedAsEvidence(path: string): boolean {
  return /^(?:svc-evidencia-.*\.zip|certificado-.*\.pdf|.*\.(?:ots|tsr|tst|asics))$/i.test(basename(path));
}

const NAME = "proof.json";

/** Archives name their files at the start, each with its bytes, and at the end, together. */
const ARCHIVE_PART_BYTES = 262_144;

/** Whether an archive or a PDF file that cannot be read names the file of a proof where it names its files. */
export async function namesProof(file: RandomAccess, role: InputType): Promise<boolean> {
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
