/** Decodes names of entries by their flags, and refuses names that could lead to an unwanted place. */

import { crc32 } from "@svc-proof/shared/zip";
import { MAX_NAME_BYTES, MAX_NAME_PARTS, REMEDY, zipError } from "./codes.js";
import { partKey } from "./names.js";
import { type ExtraField, fieldsOf, UNICODE_PATH_FIELD } from "./zip-fields.js";

/** The properties needed for comparing names. */
interface Named {
  readonly isFolder: boolean;
}

/**
 * Checks that no system treats two names as the same: those of two files, of a file and a folder, or of two
 * folders, whose files would be merged. A folder that only occurs in paths counts too. It may occur in many
 * paths with the same spelling.
 *
 * @param nameOf returns the name, with a trailing `/` for a folder.
 * @param offset position of the directory, for errors.
 * @throws FormatError `zip_name_duplicate`.
 */
export function checkNamesDistinct<Entry extends Named>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
  offset: number,
): void {
  /** Keys of files, and of folders with an entry of their own. */
  const listed = new Set<string>();
  const files = new Set<string>();
  /** The spelling of each folder, by key. */
  const folders = new Map<string, string>();
  for (const entry of entries) {
    const parts = nameOf(entry).replace(/\/$/, "").split("/");
    let path = "";
    let key = "";
    for (const [i, part] of parts.entries()) {
      path += `/${part}`;
      key += `/${partKey(part)}`;
      if (i === parts.length - 1 && !entry.isFolder) break;
      if ((folders.get(key) ?? path) !== path) {
        throw zipError("zip_name_duplicate", "two folders have the same name", offset);
      }
      folders.set(key, path);
    }
    if (listed.has(key)) throw zipError("zip_name_duplicate", "two entries have the same name", offset);
    listed.add(key);
    if (!entry.isFolder) files.add(key);
  }
  for (const key of files) {
    if (folders.has(key)) throw zipError("zip_name_duplicate", "a file has the name of a folder", offset);
  }
}

/** The upper half of IBM's code page 437, the encoding of names without the UTF-8 flag. */
export const CODE_PAGE_437: string =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

export interface EntryName {
  readonly name: string;
  /** The name for programs that ignore the Unicode Path field; the same as `name` without that field. */
  readonly plainName: string;
  /** Both names agree: they end with `/`. */
  readonly isFolder: boolean;
}

/** How the names of an archive are to be read. */
export interface NameForm {
  readonly isUtf8: boolean;
  /** Whether any name in the archive has a `/`. In one without, `\` separates: so .NET wrote until 4.6.1. */
  readonly isSlashed: boolean;
}

/**
 * @param offset position of the name in the archive, for errors.
 * @throws FormatError `zip_name_malformed`, `zip_name_unsafe`, `zip_name_version`, `zip_name_ambiguous`.
 */
export function parseEntryName(
  bytes: Uint8Array,
  { isUtf8, isSlashed }: NameForm,
  fields: readonly ExtraField[],
  offset: number,
): EntryName {
  if (bytes.length > MAX_NAME_BYTES) throw zipError("zip_name_malformed", "a name is too long", offset);
  const plain = isUtf8 ? decodeUtf8(bytes, offset) : decodeCodePage437(bytes);
  // A no-break space in code page 437. `unzip` drops the byte, which changes the name.
  if (bytes.includes(0xff)) throw zipError("zip_name_unsafe", "a name has a byte that unzip drops", offset);
  // Half a character in Shift-JIS, GBK or Big5, and a separator where another code page is used.
  if (!isUtf8 && bytes.some((byte, i) => byte === BACKSLASH && bytes[i - 1]! > 0x80)) {
    throw zipError("zip_name_unsafe", `systems read a name in different code pages: ${REMEDY}`, offset);
  }
  const plainName = asPath(plain, isSlashed);
  const name = asPath(unicodePath(bytes, fields, offset) ?? plain, isSlashed);
  if (name === "" || name.length > MAX_NAME_BYTES) {
    throw zipError("zip_name_malformed", "a name is empty or too long", offset);
  }
  for (const each of name === plainName ? [name] : [name, plainName]) {
    if (each === HERE) continue;
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

const BACKSLASH = 0x5c;
/** The folder that an archive was made of. */
const HERE = "./";

/** The name with `/`, and without the `./` of tools that are given a folder as `.`. */
function asPath(name: string, isSlashed: boolean): string {
  const path = isSlashed || name.includes("/") ? name : name.replaceAll("\\", "/");
  return path === HERE || !path.startsWith(HERE) ? path : path.slice(HERE.length);
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
