/** What a file is: by its first bytes, through armour, or by its JSON. */

import { PROOF_JSON_LIMITS } from "@svc-proof/shared/proof";
import { isMimetypeHeader, MIMETYPE_OFFSET } from "../archive/names.js";
import { startsAsPdf } from "../archive/pdf-header.js";
import type { InputType } from "../report/checks.js";
import type { Recognised } from "../report/look-alike.js";
import { bytesOf, hasAt, isUtf16, recogniseBinary, recogniseDer, recogniseText } from "./forms.js";

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

/** Which JSON document bytes begin, by its first members. Its well-formedness is not checked: a damaged one is recognised too. */
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;

const PROOF_START = ["{", '"schema"', ":", '"svc-proof/'].map(bytesOf);

/**
 * Whether bytes begin as a proof does that is written here. Without a text or a regular expression: thousands of proofs are recognised one
 * after the other.
 */
export function beginsAsProof(start: Uint8Array): boolean {
  let at = 0;
  for (const token of PROOF_START) {
    while (isWhiteSpace(start[at])) at++;
    if (!hasAt(start, at, token)) return false;
    at += token.length;
  }
  return true;
}

/** Null for what is no JSON object, or array. */
export function recogniseJson(start: Uint8Array): Recognised | null {
  let at = hasAt(start, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  while (isWhiteSpace(start[at])) at++;
  if (start[at] === OPENING_BRACKET) return isArray(start, at) ? { looksLike: "json" } : null;
  if (start[at] !== OPENING_BRACE) return null;
  const members = membersOf(start, at);
  if (members.length === 0) return isEmptyObject(start, at) ? { looksLike: "json" } : null;
  const form = FORMS.find(({ name, value, all = [] }) => {
    const has = (asked: string) => members.some((member) => member.name === asked);
    const isNamed =
      name === undefined || members.some((one) => one.name === name && one.value.startsWith(value!));
    return isNamed && all.every(has);
  });
  return form?.is ?? { looksLike: "json" };
}

const BYTE_ORDER_MARK = bytesOf("\u00ef\u00bb\u00bf");

interface JsonForm {
  readonly is: Recognised;
  /** A member, and how its value begins. */
  readonly name?: string;
  readonly value?: string;
  /** Members that are there. */
  readonly all?: readonly string[];
}

/** The first that applies. */
const FORMS: readonly JsonForm[] = [
  { is: "svc-proof/2", name: "schema", value: '"svc-proof/' },
  { is: "evm-witness", name: "format", value: '"svc-evm-witness/' },
  { is: { looksLike: "bitcoin_headers" }, name: "format", value: '"svc-bitcoin-headers/' },
  { is: { looksLike: "trust_list" }, name: "format", value: '"svc-trust' },
  { is: { looksLike: "verification_report" }, name: "format", value: '"svc-verification-' },
  { is: { looksLike: "sigstore_bundle" }, name: "mediaType", value: '"application/vnd.dev.sigstore.' },
  { is: { looksLike: "sigstore_bundle" }, all: ["base64Signature"] },
  { is: { looksLike: "proof_resource" }, all: ["id", "hash", "state", "received_at"] },
  { is: { looksLike: "proof_not_ready" }, name: "ready", value: "false", all: ["state"] },
  { is: { looksLike: "api_error" }, all: ["type", "title", "status"] },
  { is: { looksLike: "api_error" }, all: ["error"] },
  { is: "svc-proof/2", all: ["proof_id", "merkle"] },
  { is: "svc-proof/2", all: ["leaf", "merkle", "content"] },
];

interface Member {
  readonly name: string;
  /** The first characters of its value. */
  readonly value: string;
}

const VALUE_CHARACTERS = 64;

/** The members of the outermost object, as far as the bytes go. */
function membersOf(bytes: Uint8Array, from: number): readonly Member[] {
  const members: Member[] = [];
  let depth = 0;
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === OPENING_BRACE || byte === OPENING_BRACKET) depth++;
    else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
    else if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      let next = end + 1;
      if (depth === 1) {
        while (isWhiteSpace(bytes[next])) next++;
        if (bytes[next] === COLON) {
          do next++;
          while (isWhiteSpace(bytes[next]));
          members.push({
            name: nameIn(characters(bytes, at, end + 1)),
            value: characters(bytes, next, next + VALUE_CHARACTERS),
          });
        }
      }
      at = end;
    }
    if (depth === 0) break;
  }
  return members;
}

/** Where the closing quotation mark is, or the end. */
function endOfString(bytes: Uint8Array, from: number): number {
  let at = from + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return Math.min(at, bytes.length);
}

/** With escapes decoded. */
function nameIn(quoted: string): string {
  if (!quoted.includes("\\")) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

function characters(bytes: Uint8Array, from: number, to: number): string {
  return new TextDecoder("latin1").decode(bytes.subarray(from, to));
}

function isEmptyObject(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isWhiteSpace(bytes[at])) at++;
  return bytes[at] === CLOSING_BRACE;
}

/** An array whose first item a JSON document can have. */
function isArray(bytes: Uint8Array, from: number): boolean {
  let at = from + 1;
  while (isWhiteSpace(bytes[at])) at++;
  return /^(?:[[\]{"-]|[0-9]|true|false|null)/.test(characters(bytes, at, at + 5));
}

function isWhiteSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
}

// What a file is, by its first bytes: one of the inputs that can be verified, or something that people hand in instead. Each is recognised
// by what it has, none because it is nothing else, and names never count. Does not check that a file is well-formed.

/** How many first bytes `recognise` needs: members of a JSON document may have any order. */
export const MAGIC_BYTES: number = PROOF_JSON_LIMITS.maxBytes + 1;

/**
 * Recognises a file. What is PEM or base64 of evidence is that evidence: `dearmoured` decodes it.
 *
 * @param start its first `MAGIC_BYTES`, or the whole of a smaller file.
 */
export function recognise(start: Uint8Array): Recognised {
  if (beginsAsProof(start)) return "svc-proof/2";
  const evidence = recogniseEvidence(start);
  if (evidence !== null) return evidence;
  const looksLike = recogniseBinary(start);
  if (looksLike !== null) return { looksLike };
  if (startsAsPdf(start)) return "certificate-pdf";
  return carriedBy(start)?.evidence ?? { looksLike: recogniseText(start) ?? "unknown" };
}

/** The type of an input that starts with these bytes; `unknown` for what is not recognised. */
export function inputTypeOf(start: Uint8Array): InputType {
  const recognised = recognise(start);
  return typeof recognised === "string" ? recognised : "unknown";
}

/** The armour of the evidence that starts with these bytes; null if it has none. */
export function armourOf(start: Uint8Array): Armour | null {
  const isBare = beginsAsProof(start) || recogniseEvidence(start) !== null;
  return isBare ? null : (carriedBy(start)?.armour ?? null);
}

/**
 * The evidence that PEM or base64 carries; else the bytes as they are, as those of a bundle of certificates.
 *
 * @param file the whole of it.
 */
export function dearmoured(file: Uint8Array): { readonly bytes: Uint8Array; readonly armour: Armour | null } {
  const armour = armourOf(file.subarray(0, MAGIC_BYTES));
  const decoded = armour === null ? null : decodeArmour(file, false);
  return decoded ?? { bytes: file, armour: null };
}

function carriedBy(start: Uint8Array): { readonly evidence: Recognised; readonly armour: Armour } | null {
  const decoded = decodeArmour(start, true);
  const evidence = decoded === null ? null : recogniseEvidence(decoded.bytes);
  return evidence === null ? null : { evidence, armour: decoded!.armour };
}

/** Evidence, and what belongs to it: armour may carry these. */
function recogniseEvidence(start: Uint8Array): Recognised | null {
  // A document in UTF-16 is damaged, and it is clear what it is.
  const text = isUtf16(start) ? start.filter((byte) => byte !== 0).subarray(2) : start;
  const recognised = recogniseJson(text) ?? recogniseDer(start) ?? recogniseZip(start);
  if (recognised !== null) return recognised;
  if (isOpenTimestamps(start)) return "opentimestamps";
  return hasAt(start, 0, PDF_START) ? "certificate-pdf" : null;
}

/** An archive starts with an entry or, if it is empty, with its end record. */
const ZIP_ENTRY = bytesOf("PK\x03\x04");
const ZIP_END = bytesOf("PK\x05\x06");
const NAME_OFFSET = 30;
const OFFICE_NAMES = ["[Content_Types].xml", "_rels/.rels", "docProps/"].map(bytesOf);
/** Containers of the other kind too, so that the report can say what they are. */
const ASIC_MEDIA_TYPES = bytesOf("application/vnd.etsi.asic-");
const OPEN_DOCUMENT = bytesOf("application/vnd.oasis.opendocument.");

/** A container that does not name its type is recognised by its entries: `readInput`. */
function recogniseZip(start: Uint8Array): Recognised | null {
  if (!hasAt(start, 0, ZIP_ENTRY)) return hasAt(start, 0, ZIP_END) ? "evidence-zip" : null;
  if (isMimetypeHeader(start)) {
    if (hasAt(start, MIMETYPE_OFFSET, ASIC_MEDIA_TYPES)) return "asic-s";
    if (hasAt(start, MIMETYPE_OFFSET, OPEN_DOCUMENT)) return { looksLike: "office_document" };
  }
  const isOffice = OFFICE_NAMES.some((name) => hasAt(start, NAME_OFFSET, name));
  return isOffice ? { looksLike: "office_document" } : "evidence-zip";
}

const PDF_START = bytesOf("%PDF-");

const OPENTIMESTAMPS_START = bytesOf("\0OpenTimestamps");

/** A damaged file too, and one that a program has saved as text: it is nothing else. */
function isOpenTimestamps(start: Uint8Array): boolean {
  return hasAt(start, 0, OPENTIMESTAMPS_START) || isMangledOpenTimestamps(start);
}

const OPENTIMESTAMPS_NAME = "OpenTimestamps";
/** What may become of a zero byte, behind a byte order mark. */
const MAX_MANGLED_BYTES = 8;

/**
 * Whether bytes are an OpenTimestamps file that a program has opened as text and saved: with a byte order mark, in UTF-16, or with other
 * characters in place of what is none.
 */
export function isMangledOpenTimestamps(start: Uint8Array): boolean {
  const head = new TextDecoder("latin1").decode(start.subarray(0, MANGLED_HEAD_BYTES));
  const narrow = head.replaceAll("\0", "");
  const place = narrow.indexOf(OPENTIMESTAMPS_NAME);
  return (
    place >= 0 && place <= MAX_MANGLED_BYTES && narrow.slice(place).includes("Proof") && !isIntact(start)
  );
}

/** Of UTF-16, twice the 31 bytes of the magic. */
const MANGLED_HEAD_BYTES = 80;

function isIntact(start: Uint8Array): boolean {
  return hasAt(start, 0, bytesOf("\0OpenTimestamps\0\0Proof\0\xbf\x89\xe2\xe8\x84\xe8\x92\x94"));
}
