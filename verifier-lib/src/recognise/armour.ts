/** PEM (RFC 7468) and base64 (RFC 4648), in which mail and terminals carry binary files. */

export type Armour = "pem" | "base64";

/** Characters that are decoded, at most: more than the largest file that is read whole takes. */
export const MAX_ARMOUR_CHARACTERS = 12_582_912;

const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/;
const BASE64_START = /^[A-Za-z0-9+/_-]*={0,2}/;
const PEM_BEGIN = /-----BEGIN ([A-Z0-9][A-Z0-9 ]{0,63})-----/;
const DATA_URL = /^data:[^,\s]{0,200};base64,/;

/** What starts in another way is not looked at. */
const SNIFFED_CHARACTERS = 4096;

/**
 * What armour carries; null for what is none. PEM has one block, and text before it.
 *
 * @param isStart whether `bytes` are the first of a longer file: then as much is decoded as is there.
 */
export function decodeArmour(
  bytes: Uint8Array,
  isStart: boolean,
): { readonly bytes: Uint8Array; readonly armour: Armour } | null {
  if (bytes.length > MAX_ARMOUR_CHARACTERS || !isPlain(bytes)) return null;
  const text = new TextDecoder("latin1").decode(isStart ? bytes.subarray(0, SNIFFED_CHARACTERS) : bytes);
  const begin = PEM_BEGIN.exec(text.slice(0, SNIFFED_CHARACTERS));
  const armour = begin === null ? "base64" : "pem";
  const carried =
    begin === null
      ? text
          .replace(/^\u00ef\u00bb\u00bf/, "")
          .trimStart()
          .replace(DATA_URL, "")
      : blockOf(text, begin, isStart);
  const decoded = carried === null ? null : decodeBase64(carried, isStart);
  return decoded === null ? null : { bytes: decoded, armour };
}

/** Most files are binary. */
function isPlain(bytes: Uint8Array): boolean {
  for (let at = 0; at < Math.min(bytes.length, SNIFFED_CHARACTERS); at++) {
    const byte = bytes[at]!;
    if (byte < 0x09 || (byte > 0x0d && byte < 0x20)) return false;
  }
  return true;
}

function blockOf(text: string, begin: RegExpExecArray, isStart: boolean): string | null {
  const from = begin.index + begin[0].length;
  const end = text.indexOf(`-----END ${begin[1]}-----`, from);
  if (end < 0) return isStart ? text.slice(from) : null;
  return text.includes("-----BEGIN ", end) ? null : text.slice(from, end);
}

function decodeBase64(text: string, isStart: boolean): Uint8Array | null {
  const bare = text.replace(/\s+/g, "");
  // A fault farther on does not hide what it is.
  const base64 = isStart ? BASE64_START.exec(bare)![0] : bare;
  const whole = isStart ? base64.slice(0, base64.length - (base64.length % 4)) : base64;
  const last = whole.length % 4;
  if (!BASE64.test(whole) || last === 1 || (last !== 0 && whole.endsWith("="))) return null;
  const binary = atob(whole.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

const DER_SEQUENCE = 0x30;

/** A file of certificates as PEM: one in DER, too. PEM is ASCII, but the text between its blocks may have any encoding. */
export function certificatesText(file: Uint8Array): string {
  const text = new TextDecoder("latin1").decode(file);
  if (file[0] !== DER_SEQUENCE) return text;
  const binary = Array.from(file, (byte) => String.fromCharCode(byte)).join("");
  return `-----BEGIN CERTIFICATE-----\n${btoa(binary)}\n-----END CERTIFICATE-----\n`;
}
