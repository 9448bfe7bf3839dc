/**
 * Reads a time-stamped ASiC-S container of ETSI EN 319 162-1, section 4.3.3: docs/formats/evidence.md. Reads every part
 * without verifying it, except the file itself, which the caller hashes.
 */

import { FormatError } from "@svc-proof/shared/encoding";
import type { AsicErrorCode } from "../archive/codes.js";
import {
  ASIC_E_MEDIA_TYPE,
  ASIC_S_MEDIA_TYPE,
  type AsicPart,
  isOtherPartWhenFolded,
  partOfName,
} from "../archive/names.js";
import { readWhole, type ZipEntry } from "../archive/zip.js";
import type { RandomAccess } from "../content/content.js";
import { MAX_TIMESTAMP_RESPONSE_BYTES } from "../limits.js";
import { isBareToken } from "../rfc3161/parse-token.js";
import { Work } from "../work/work.js";
import { openPackage, withoutLitter } from "./open-package.js";

/** The unverified parts of a container. */
export interface PackedAsic {
  /** Content of the entry `mimetype`; null without one. */
  readonly mediaType: string | null;
  /** The bytes of `META-INF/timestamp.tst`. They start as a bare token does. */
  readonly token: Uint8Array;
  /** The file that was time-stamped. */
  readonly dataObject: ZipEntry;
  /** Names of the parts that no check uses. */
  readonly unchecked: readonly string[];
}

export interface ReadAsicOptions {
  /** Default: the budget of one verification. */
  readonly work?: Work;
}

const TELLING: ReadonlySet<AsicPart> = new Set<AsicPart>([
  "timestamp",
  "signature",
  "manifest",
  "evidenceRecord",
]);

/**
 * Whether an archive has an entry that only ASiC containers have. Many do not name their type: the entry `mimetype` is
 * optional.
 *
 * @throws FormatError with a code of the archive, or `work_limit_exceeded`; UnreadableInputError if the medium fails.
 */
export async function hasAsicParts(file: RandomAccess, work: Work): Promise<boolean> {
  return (await openPackage(file, work)).some(({ name }) => TELLING.has(partOfName(name)));
}

/** A media type is half as long at most: RFC 6838, section 4.2. */
const MAX_MIMETYPE_BYTES = 256;
/** Total size of parts that are read only for their checksum. */
const MAX_UNCHECKED_BYTES = 67_108_864;

/**
 * Reads a container.
 *
 * @throws FormatError with an {@link AsicErrorCode} or a code of the archive, or `work_limit_exceeded`;
 * UnreadableInputError if the medium fails; the abort reason of the work.
 */
export async function readAsic(
  input: Uint8Array | Blob | RandomAccess,
  { work = new Work() }: ReadAsicOptions = {},
): Promise<PackedAsic> {
  const parts = new Map<AsicPart, ZipEntry[]>();
  for (const entry of await openPackage(input, work)) {
    const part = partOfName(entry.name);
    if (part !== partOfName(entry.plainName) || isOtherPartWhenFolded(entry.name)) {
      throw asicError("asic_name_ambiguous", "an entry has names with different meanings");
    }
    parts.set(part, [...(parts.get(part) ?? []), entry]);
  }
  const of = (part: AsicPart) => parts.get(part) ?? [];
  const mediaType = await readMediaType(of("mimetype")[0]);
  checkKind(mediaType, of);
  const dataObjects = withoutLitter(of("dataObject"));
  const [dataObject, second] = dataObjects;
  if (dataObject === undefined) throw asicError("asic_no_data_object", "the container has no file");
  if (second !== undefined) {
    throw asicError("asic_several_data_objects", "the container has more than one file");
  }
  if (of("stray").length > 0) {
    throw asicError("asic_unexpected_entry", "an entry is in a folder other than META-INF");
  }
  const [timestamp] = of("timestamp");
  if (timestamp === undefined) throw asicError("asic_no_timestamp", "the container has no timestamp");
  const token = await readPart(timestamp, MAX_TIMESTAMP_RESPONSE_BYTES);
  if (!isBareToken(token)) {
    throw asicError("asic_timestamp_not_a_token", "the timestamp is not a bare token");
  }
  const litter = of("dataObject").filter((entry) => !dataObjects.includes(entry));
  const unchecked = [...of("other"), ...of("evidenceRecord"), ...litter];
  if (unchecked.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) > MAX_UNCHECKED_BYTES) {
    throw asicError("asic_part_too_large", `unchecked parts: expected at most ${MAX_UNCHECKED_BYTES} bytes`);
  }
  for (const entry of unchecked) for await (const _ of entry.read());
  return { mediaType, token, dataObject, unchecked: unchecked.map(({ name }) => name) };
}

/**
 * Wherever the entry is: programs that pack a container again do not know that it comes first, stored.
 *
 * @throws FormatError if the entry is too large.
 */
async function readMediaType(entry: ZipEntry | undefined): Promise<string | null> {
  if (entry === undefined) return null;
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(await readPart(entry, MAX_MIMETYPE_BYTES));
}

/** @throws FormatError with an `AsicUnsupportedCode` if the container is of another kind. */
function checkKind(mediaType: string | null, of: (part: AsicPart) => readonly ZipEntry[]): void {
  if (mediaType === ASIC_E_MEDIA_TYPE || of("manifest").length > 0) {
    throw asicError("asic_e_unsupported", "the container is an ASiC-E");
  }
  if (mediaType !== null && mediaType !== ASIC_S_MEDIA_TYPE) {
    throw asicError("asic_media_type_unsupported", "the container states another media type");
  }
  if (of("signature").length > 0) throw asicError("asic_signature_unsupported", "the container is signed");
  if (of("timestamp").length === 0 && of("evidenceRecord").length > 0) {
    throw asicError("asic_evidence_record_unsupported", "the container has an evidence record");
  }
}

async function readPart(entry: ZipEntry, maxBytes: number): Promise<Uint8Array> {
  if (entry.sizeBytes > maxBytes) {
    throw asicError("asic_part_too_large", `${entry.name}: expected at most ${maxBytes} bytes`);
  }
  return readWhole(entry);
}

function asicError(code: AsicErrorCode, message: string): FormatError {
  return new FormatError<AsicErrorCode>(code, message, 0);
}
