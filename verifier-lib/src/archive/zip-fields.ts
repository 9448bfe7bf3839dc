/** Extra fields of headers: APPNOTE.TXT 6.3.10 section 4.5. Unknown fields are ignored. */
import { MAX_EXTRA_FIELDS, REMEDY, zipError } from "./codes.js";

// Checks that every program treats an entry as the same type, file or folder. External attributes state the
// type (APPNOTE.TXT sections 4.4.2 and 4.4.15). Programs interpret those of several systems: the upper half
// as Unix's mode, whatever system is named (Info-ZIP, 7-Zip), and the lower half as DOS attributes. If the
// upper half is empty, extra fields may state the type. `unzip` creates symbolic links from entries marked as
// such: the contents read here would then be the link's target.

/** Systems whose attributes differ from Unix's and DOS's: section 4.4.2.2. */
const AMIGA = 1;

/** `S_IFMT` and its values: POSIX. BeOS, Atari, VMS, QDOS, Acorn, Tandem, AtheOS and Theos use the same two. */
const UNIX_TYPE = 0xf000;
const UNIX_FILE = 0x8000;
const UNIX_FOLDER = 0x4000;

/** Info-ZIP's `AMI_IFMT`. */
const AMIGA_TYPE = 0x0c00;
const AMIGA_FILE = 0x0400;
const AMIGA_FOLDER = 0x0800;

/** Windows' FILE_ATTRIBUTE_DIRECTORY, and the attributes of non-files: volume label and DEVICE. */
const DOS_FOLDER = 0x10;
const DOS_NO_FILE = 0x08 | 0x40;
/** Windows' FILE_ATTRIBUTE_REPARSE_POINT. Files of OneDrive have it; 7-Zip makes links of some that have it. */
const DOS_REPARSE_POINT = 0x400;

/** PKWARE's Unix field, section 4.5.7: 12 bytes, then device numbers or the target of a link. */
const PKWARE_UNIX = 0x000d;
const PKWARE_UNIX_BYTES = 12;
/** ASi's Unix field, section 4.6.4 of version 6.3.10: checksum, mode, size of the link or device, owner, group, target. */
const ASI_UNIX = 0x756e;
const ASI_UNIX_BYTES = 14;
/** QDOS, by Info-ZIP's extrafld.txt: an eight-byte name, then SMSQ's header, whose sixth byte is the type. */
const QDOS = 0xfb4a;

export interface TypedEntry {
  readonly isFolder: boolean;
  /** The upper byte of "version made by". */
  readonly host: number;
  /** 32 bits. */
  readonly externalAttributes: number;
}

/**
 * @param offset position of the header, for errors.
 * @throws FormatError `zip_entry_not_regular`, `zip_entry_type_mismatch`, `zip_extra_field_malformed`.
 */
export function checkEntryType(entry: TypedEntry, fields: readonly ExtraField[], offset: number): void {
  const { isFolder, host, externalAttributes } = entry;
  const upper = externalAttributes >>> 16;
  checkUnixMode(upper, isFolder, offset);
  if (host === AMIGA) checkType(upper & AMIGA_TYPE, AMIGA_FILE, AMIGA_FOLDER, isFolder, offset);
  if ((externalAttributes & DOS_NO_FILE) !== 0) throw notRegular("by its DOS attributes", offset);
  if ((externalAttributes & DOS_REPARSE_POINT) !== 0) {
    throw notRegular(`for Windows, as files of OneDrive: ${REMEDY}`, offset);
  }
  if ((externalAttributes & DOS_FOLDER) !== 0 && !isFolder) throw mismatch(offset);
  checkTypeFields(fields, isFolder, offset);
}

/**
 * Checks the types stated by extra fields, of the central directory or of the local header.
 *
 * @throws FormatError as {@link checkEntryType}.
 */
export function checkTypeFields(fields: readonly ExtraField[], isFolder: boolean, offset: number): void {
  for (const bytes of fieldsOf(fields, PKWARE_UNIX)) {
    if (bytes.length < PKWARE_UNIX_BYTES) {
      throw zipError("zip_extra_field_malformed", "a Unix field is too short", offset);
    }
    if (bytes.length > PKWARE_UNIX_BYTES)
      throw notRegular("because it has a link target or a device", offset);
  }
  for (const bytes of fieldsOf(fields, ASI_UNIX)) {
    if (bytes.length < ASI_UNIX_BYTES) {
      throw zipError("zip_extra_field_malformed", "a Unix field is too short", offset);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    checkUnixMode(view.getUint16(4, true), isFolder, offset);
    if (bytes.length > ASI_UNIX_BYTES || view.getUint32(6, true) !== 0) {
      throw notRegular("because it has a link target or a device", offset);
    }
  }
  for (const bytes of fieldsOf(fields, QDOS)) {
    if (!isFolder && bytes[8 + 5] === 0xff) throw mismatch(offset);
  }
}

function checkUnixMode(mode: number, isFolder: boolean, offset: number): void {
  checkType(mode & UNIX_TYPE, UNIX_FILE, UNIX_FOLDER, isFolder, offset);
}

/** Type 0 states nothing. */
function checkType(type: number, file: number, folder: number, isFolder: boolean, offset: number): void {
  if (type !== 0 && type !== file && type !== folder) throw notRegular("by its mode", offset);
  if (type !== 0 && (type === folder) !== isFolder) throw mismatch(offset);
}

function notRegular(why: string, offset: number): Error {
  return zipError("zip_entry_not_regular", `an entry is neither a file nor a folder ${why}`, offset);
}

function mismatch(offset: number): Error {
  return zipError(
    "zip_entry_type_mismatch",
    "an entry is a folder by only its name or its attributes",
    offset,
  );
}

const ZIP64_FIELD = 0x0001;
/** Info-ZIP Unicode Path, section 4.6.9. */
export const UNICODE_PATH_FIELD = 0x7075;

/**
 * Fields that give some programs another name or place than the header: ZipIt's for the Macintosh (Info-ZIP's
 * extrafld.txt), Xceed's original location and Unicode name, and the language encoding of APPNOTE.TXT section
 * 4.6.
 */
const OTHER_NAMES: ReadonlySet<number> = new Set([0x2605, 0x2705, 0x2805, 0x4f4c, 0x554e, 0x0008]);

const HEADER_BYTES = 4;

export interface ExtraField {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/**
 * Parses the fields in order. What follows the last one and is shorter than a field's header is padding, as of `zipalign`.
 *
 * @param offset position of the first field in the archive, for errors.
 * @throws FormatError if a field does not fit, there are more than 64, Zip64 values occur twice, or a field
 * gives an entry another name in an unsupported way.
 */
export function parseExtraFields(bytes: Uint8Array, offset: number): readonly ExtraField[] {
  const fields: ExtraField[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at + HEADER_BYTES <= bytes.length; ) {
    if (fields.length === MAX_EXTRA_FIELDS) {
      throw zipError("zip_extra_field_malformed", `more than ${MAX_EXTRA_FIELDS} extra fields`, offset + at);
    }
    const id = view.getUint16(at, true);
    const end = at + HEADER_BYTES + view.getUint16(at + 2, true);
    if (end > bytes.length) {
      throw zipError("zip_extra_field_malformed", "an extra field does not fit", offset + at);
    }
    if (id === ZIP64_FIELD && fields.some((field) => field.id === id)) {
      throw zipError("zip_extra_field_malformed", "Zip64 values occur twice", offset + at);
    }
    if (OTHER_NAMES.has(id)) {
      throw zipError(
        "zip_extra_field_unsupported",
        `an extra field gives another name: ${REMEDY}`,
        offset + at,
      );
    }
    fields.push({ id, bytes: bytes.subarray(at + HEADER_BYTES, end) });
    at = end;
  }
  return fields;
}

/** The contents of the fields of one kind. */
export function fieldsOf(fields: readonly ExtraField[], wanted: number): readonly Uint8Array[] {
  return fields.filter(({ id }) => id === wanted).map(({ bytes }) => bytes);
}

/** Sizes and offsets that exceed 32 bits, read in the order of the field: section 4.5.3. */
export class Zip64Values {
  readonly #field: Uint8Array | undefined;
  readonly #offset: number;
  #at = 0;

  constructor(fields: readonly ExtraField[], offset: number) {
    this.#field = fields.find(({ id }) => id === ZIP64_FIELD)?.bytes;
    this.#offset = offset;
  }

  /** The value, taken from the Zip64 field if the header says so. @throws FormatError */
  take(value: number): number {
    if (value !== 0xffffffff) return value;
    const field = this.#field;
    if (field === undefined) return value;
    if (this.#at + 8 > field.length) {
      throw zipError("zip_zip64_malformed", "a Zip64 value is missing", this.#offset);
    }
    const view = new DataView(field.buffer, field.byteOffset, field.length);
    this.#at += 8;
    return Number(view.getBigUint64(this.#at - 8, true));
  }
}
