/** Files that are no evidence, by the first bytes that their formats prescribe, and texts. */
import { sha256 } from "@svc-proof/shared/hash";
import type { LookAlike } from "../report/look-alike.js";
import { bytesOf, hasAt, textStart } from "./first-bytes.js";

/** Bytes at a place. */
type Magic = readonly [at: number, bytes: Uint8Array];
type Form = readonly [LookAlike, ...Magic[]];

const at = (place: number, text: string): Magic => [place, bytesOf(text)];

/** The first of which all bytes are there. Sources: the formats' own documents, and `file` 5.45. */
const FORMS: readonly Form[] = [
  ["http_answer", at(0, "HTTP/1.")],
  ["http_answer", at(0, "HTTP/2 ")],
  ["http_answer", at(0, "HTTP/3 ")],
  ["apple_double", at(0, "\0\x05\x16\x07")],
  ["apple_double", at(0, "\0\x05\x16\0")],
  ["folder_settings", at(0, "\0\0\0\x01Bud1")],
  ["office_document", at(0, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")],
  ["office_document", at(0, "{\\rtf")],
  ["image", at(0, "\x89PNG\r\n\x1a\n")],
  ["image", at(0, "\xff\xd8\xff")],
  ["image", at(0, "GIF87a")],
  ["image", at(0, "GIF89a")],
  ["image", at(0, "RIFF"), at(8, "WEBP")],
  ["image", at(0, "II*\0")],
  ["image", at(0, "MM\0*")],
  ["image", at(0, "BM"), at(6, "\0\0\0\0")],
  ["image", at(0, "\0\0\x01\0"), at(5, "\0")],
  ["image", at(4, "ftypheic")],
  ["image", at(4, "ftypheix")],
  ["image", at(4, "ftypmif1")],
  ["image", at(4, "ftypavif")],
  ["image", at(0, "\xff\x0a")],
  ["audio", at(4, "ftypM4A")],
  ["video", at(4, "ftyp")],
  ["video", at(4, "moov")],
  ["video", at(4, "mdat")],
  ["video", at(0, "\x1aE\xdf\xa3")],
  ["video", at(0, "RIFF"), at(8, "AVI ")],
  ["video", at(0, "\0\0\x01\xba")],
  ["video", at(0, "\0\0\x01\xb3")],
  ["video", at(0, "FLV\x01")],
  ["audio", at(0, "RIFF"), at(8, "WAVE")],
  ["audio", at(0, "ID3")],
  ["audio", at(0, "\xff\xfb")],
  ["audio", at(0, "fLaC")],
  ["audio", at(0, "OggS")],
  ["audio", at(0, "#!AMR")],
  ["archive", at(0, "7z\xbc\xaf\x27\x1c")],
  ["archive", at(0, "Rar!\x1a\x07")],
  ["archive", at(0, "\x1f\x8b\x08")],
  ["archive", at(0, "BZh"), at(4, "1AY&SY")],
  ["archive", at(0, "\xfd7zXZ\0")],
  ["archive", at(0, "\x28\xb5\x2f\xfd")],
  ["archive", at(0, "MSCF\0\0\0\0")],
  ["archive", at(257, "ustar")],
  // A signature of OpenPGP, version 4, of a document: RFC 9580, 5.2, with a length of one or two bytes.
  ["document_signature", at(0, "\x88"), at(2, "\x04\0")],
  ["document_signature", at(0, "\x89"), at(3, "\x04\0")],
  ["document_signature", at(0, "\xc2"), at(2, "\x04\0")],
];

/** Null for what is none of them. */
export function recogniseBinary(start: Uint8Array): LookAlike | null {
  for (const [looksLike, ...magics] of FORMS) {
    if (magics.every(([place, bytes]) => hasAt(start, place, bytes))) return looksLike;
  }
  return isBlockHeader(start) ? "bitcoin_headers" : null;
}

const HEADER_BYTES = 80;

/** Whether the first 80 bytes are a header of Bitcoin: then their hash ends with the zeros of its work. */
function isBlockHeader(start: Uint8Array): boolean {
  // The exponent of the target of every block so far, and of the easiest one.
  const exponent = start[75];
  if (exponent === undefined || start.length < HEADER_BYTES || exponent < 0x10 || exponent > 0x1d)
    return false;
  const hash = sha256(sha256(start.subarray(0, HEADER_BYTES)));
  return hash.subarray(-4).every((byte) => byte === 0);
}

/** The first that applies to the beginning of a text without white space before it. */
const TEXTS: readonly (readonly [LookAlike, RegExp])[] = [
  [
    "email",
    /^(?:Received|Return-Path|Delivered-To|From|Date|Message-ID|MIME-Version): [\s\S]*^MIME-Version: /im,
  ],
  ["html", /^(?:<!-{2}[^>]*-->\s*)*<(?:!doctype html|html|head|body)[\s>]/i],
  ["certificates", /-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----/],
  ["crl", /-----BEGIN X509 CRL-----/],
  ["document_signature", /-----BEGIN (?:PGP (?:SIGNATURE|SIGNED MESSAGE|MESSAGE)|SSH SIGNATURE)-----/],
  ["document_signature", /^untrusted comment:/],
  ["bitcoin_headers", /^(?:#[^\n]*\n\s*)*[0-9]{1,10}[ \t]+[0-9a-fA-F]{160}(?:\s|$)/],
  [
    "trust_list",
    /^<[\s\S]*<(?:[\w.-]+:)?TrustServiceStatusList[\s>]|^<(?:[\w.-]+:)?TrustServiceStatusList[\s>]/,
  ],
  ["evidence_record", /^<[\s\S]*urn:ietf:params:xml:ns:ers/],
  ["document_signature", /^<[\s\S]*http:\/\/www\.w3\.org\/2000\/09\/xmldsig#/],
  ["image", /^<(?:\?xml[\s\S]*<)?svg[\s>]/],
  ["html", /^<\?xml[\s\S]*<html[\s>]/],
  ["xml", /^<(?:\?xml\s|!--|!DOCTYPE\s|[A-Za-z_][\w.:-]*[\s/>])/],
];

/** Null for what is no text. */
export function recogniseText(start: Uint8Array): LookAlike | null {
  if (start.length === 0) return "empty";
  if (isUtf16(start)) return "text";
  const text = textStart(start);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text has them.
  if (/[\0-\x08\x0e-\x1a\x1c-\x1f\x7f]/.test(text)) return null;
  if (text === "") return "empty";
  return TEXTS.find(([, form]) => form.test(text))?.[0] ?? (isUtf8(start) ? "text" : null);
}

const UTF_16_LE = bytesOf("\xff\xfe");
const UTF_16_BE = bytesOf("\xfe\xff");

/** Whether a text begins as Windows PowerShell writes the output of a program. */
export function isUtf16(start: Uint8Array): boolean {
  return hasAt(start, 0, UTF_16_LE) || hasAt(start, 0, UTF_16_BE);
}

/** The last character of a longer text may be cut. Older encodings are not told from other bytes. */
function isUtf8(start: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(start, { stream: true });
    return true;
  } catch {
    return false;
  }
}
