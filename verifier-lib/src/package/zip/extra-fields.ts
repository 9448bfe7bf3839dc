/** Extra fields of headers: APPNOTE.TXT 6.3.10 section 4.5. Unknown fields are ignored. */
import { MAX_EXTRA_FIELDS } from "./limits.js";
import { zipError } from "./zip-error.js";

const ZIP64_FIELD = 0x0001;
/** Info-ZIP Unicode Path, section 4.6.9. */
export const UNICODE_PATH_FIELD = 0x7075;

/**
 * Fields that give some programs another name or place than the header: ZipIt's for the Macintosh (Info-ZIP's
 * extrafld.txt), Xceed's original location and Unicode name, and the language encoding of APPNOTE.TXT section
 * 4.6.
 */
const OTHER_NAMES: ReadonlySet<number> = new Set([0x2605, 0x2705, 0x2805, 0x4f4c, 0x554e, 0x0008]);

export interface ExtraField {
  readonly id: number;
  readonly bytes: Uint8Array;
}

/**
 * Parses the fields in order.
 *
 * @param offset position of the first field in the archive, for errors.
 * @throws FormatError if a field does not fit, there are more than 64, Zip64 values occur twice, or a field
 * gives an entry another name in an unsupported way.
 */
export function parseExtraFields(bytes: Uint8Array, offset: number): readonly ExtraField[] {
  const fields: ExtraField[] = [];
  for (let at = 0; at < bytes.length; ) {
    if (fields.length === MAX_EXTRA_FIELDS) {
      throw zipError("zip_extra_field_malformed", `more than ${MAX_EXTRA_FIELDS} extra fields`, offset + at);
    }
    const [id, length] = [u16(bytes, at), u16(bytes, at + 2)];
    const end = at + 4 + length;
    if (end > bytes.length) {
      throw zipError("zip_extra_field_malformed", "an extra field does not fit", offset + at);
    }
    if (id === ZIP64_FIELD && fields.some((field) => field.id === id)) {
      throw zipError("zip_extra_field_malformed", "Zip64 values occur twice", offset + at);
    }
    if (OTHER_NAMES.has(id)) {
      throw zipError("zip_extra_field_unsupported", "an extra field gives another name", offset + at);
    }
    fields.push({ id, bytes: bytes.subarray(at + 4, end) });
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

/** Bytes past the end count as 0. A field whose header lies there does not fit, whatever it says. */
function u16(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8);
}
