/** Decodes names of entries by their flags, and refuses names that could lead to an unwanted place. */

import { crc32 } from "@svc-proof/shared/zip";
import { CODE_PAGE_437 } from "./code-page-437.js";
import { type ExtraField, fieldsOf, UNICODE_PATH_FIELD } from "./extra-fields.js";
import { MAX_NAME_BYTES, MAX_NAME_PARTS } from "./limits.js";
import { zipError } from "./zip-error.js";

export interface EntryName {
  readonly name: string;
  /** The name for programs that ignore the Unicode Path field; the same as `name` without that field. */
  readonly plainName: string;
  /** Both names agree: they end with `/`. */
  readonly isFolder: boolean;
}

/**
 * @param offset position of the name in the archive, for errors.
 * @throws FormatError `zip_name_malformed`, `zip_name_unsafe`, `zip_name_version`, `zip_name_ambiguous`.
 */
export function parseEntryName(
  bytes: Uint8Array,
  isUtf8: boolean,
  fields: readonly ExtraField[],
  offset: number,
): EntryName {
  if (bytes.length > MAX_NAME_BYTES) throw zipError("zip_name_malformed", "a name is too long", offset);
  const plainName = isUtf8 ? decodeUtf8(bytes, offset) : decodeCodePage437(bytes);
  // A no-break space in code page 437. `unzip` drops the byte, which changes the name.
  if (bytes.includes(0xff)) throw zipError("zip_name_unsafe", "a name has a byte that unzip drops", offset);
  const name = unicodePath(bytes, fields, offset) ?? plainName;
  if (name === "" || name.length > MAX_NAME_BYTES) {
    throw zipError("zip_name_malformed", "a name is empty or too long", offset);
  }
  for (const each of name === plainName ? [name] : [name, plainName]) {
    const parts = each.replace(/\/$/, "").split("/");
    if (parts.length > MAX_NAME_PARTS) {
      throw zipError("zip_name_malformed", `expected at most ${MAX_NAME_PARTS} parts of a name`, offset);
    }
    if (!isSafe(each, parts)) {
      throw zipError("zip_name_unsafe", "a name is unsafe on some system", offset);
    }
    if (parts.some((part) => VMS_VERSION.test(part))) {
      throw zipError("zip_name_version", "a name ends with a version, which some programs drop", offset);
    }
  }
  const isFolder = name.endsWith("/");
  if (isFolder !== plainName.endsWith("/")) {
    throw zipError("zip_name_ambiguous", "an entry is a folder by only one of its names", offset);
  }
  return { name, plainName, isFolder };
}

/**
 * The name from the fields, if they have version 1 and were made for this name. Otherwise a program that
 * changed the name left the field behind: section 4.6.9.
 */
function unicodePath(raw: Uint8Array, fields: readonly ExtraField[], offset: number): string | null {
  const names = new Set<string>();
  for (const bytes of fieldsOf(fields, UNICODE_PATH_FIELD)) {
    if (bytes.length < 6 || bytes[0] !== 1) continue;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    if (view.getUint32(1, true) === crc32(raw)) names.add(decodeUtf8(bytes.subarray(5), offset));
  }
  if (names.size > 1)
    throw zipError("zip_extra_field_malformed", "extra fields give an entry two names", offset);
  const [name = null] = names;
  return name;
}

function decodeUtf8(bytes: Uint8Array, offset: number): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw zipError("zip_name_malformed", "a name is not UTF-8", offset, cause);
  }
}

/** The encoding of names without a flag: appendix D. */
function decodeCodePage437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : CODE_PAGE_437[byte - 0x80],
  ).join("");
}

/** A VMS file version. Info-ZIP's `unzip` drops it on every system, with or without a number. */
const VMS_VERSION = /;[0-9]*$/;

/** The short alias Windows gives a file whose name is too long for DOS. It leads to that file. */
const SHORT_ALIAS = /^(?=[^.]{1,8}(?:\.|$))[^.]*~[0-9]+(?:\.[^.]{0,3})?$/;

/** Whether a name leads to one place inside the target folder, on every system. */
function isSafe(name: string, parts: readonly string[]): boolean {
  // C0 and C1: unzip drops those that it cannot print.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (/[\\\u0000-\u001f\u007f-\u009f]|^[A-Za-z]:/.test(name)) return false;
  return parts.every(
    (part) => part !== "" && part !== "." && part !== ".." && part !== "__proto__" && !SHORT_ALIAS.test(part),
  );
}
