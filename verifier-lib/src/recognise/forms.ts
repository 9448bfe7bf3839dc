/** What a file is: DER, and forms that hold no evidence. */

import { sha256 } from "@svc-proof/shared/hash";
import type { LookAlike, Recognised } from "../report/look-alike.js";

// Comparing the first bytes of a file.

/** The bytes of a text of the characters 0 to 255. */
export function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

export function hasAt(bytes: Uint8Array, at: number, expected: Uint8Array): boolean {
  for (let i = 0; i < expected.length; i++) if (bytes[at + i] !== expected[i]) return false;
  return true;
}

/** Enough to see what a text is; authorities put some lines before their certificates. */
export const TEXT_START = 4096;

/** The first characters, one for each byte, without a byte order mark and white space before them. */
export function textStart(start: Uint8Array): string {
  return new TextDecoder("latin1")
    .decode(start.subarray(0, TEXT_START))
    .replace(/^(?:\u00ef\u00bb\u00bf)?\s+|^\u00ef\u00bb\u00bf/, "");
}

/**
 * Which structure of ASN.1 bytes begin, by its first elements: timestamps, and what people hand in instead. Read as BER, which some
 * authorities write. Lengths are only used to step over elements: a damaged structure is recognised too.
 */
const TAG = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  oid: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  context1: 0xa1,
  context2: 0xa2,
} as const;

/** 1.2.840.113549.1.7.2 */
const SIGNED_DATA = bytesOf("\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02");
/** 1.2.840.113549.1.9.16.1.4 */
const TST_INFO = bytesOf("\x2a\x86\x48\x86\xf7\x0d\x01\x09\x10\x01\x04");

/** Null for what is none of them. No text begins with these elements. */
export function recogniseDer(start: Uint8Array): Recognised | null {
  if (start[0] !== TAG.sequence) return null;
  const first = childOf(start, elementAt(start, 0));
  switch (first?.tag) {
    case TAG.oid:
      return isValue(start, first, SIGNED_DATA) ? recogniseSignedData(start, first) : null;
    case TAG.sequence:
      return recogniseSequences(start, first);
    case TAG.integer:
      return recogniseVersioned(start, first);
    case TAG.enumerated:
      // The status of an OCSP response: RFC 6960, 4.2.1.
      return first.end - first.from === 1 && start[first.from]! <= 6 ? { looksLike: "ocsp_response" } : null;
    default:
      return null;
  }
}

/** RFC 5652, 5.1: what is signed is a timestamp, or the content of a document. */
function recogniseSignedData(start: Uint8Array, type: Element): Recognised {
  const signedData = childOf(start, nextOf(start, type));
  const version = childOf(start, signedData);
  const content = nextOf(start, nextOf(start, version));
  const contentType = childOf(start, content);
  const isOther =
    contentType?.tag === TAG.oid && contentType.end <= start.length && !isValue(start, contentType, TST_INFO);
  return isOther ? { looksLike: "document_signature" } : "rfc3161";
}

/** A response with its status (RFC 3161, 2.4.2), or what is signed of a certificate or revocation list (RFC 5280, 4.1, 5.1). */
function recogniseSequences(start: Uint8Array, inner: Element): Recognised | null {
  const first = childOf(start, inner);
  if (first === null) return null;
  // The basic response alone, as signatures embed it: RFC 6960, 4.2.1.
  const responder = first.tag === TAG.context0 ? nextOf(start, first) : first;
  if (responder?.tag === TAG.context1 || responder?.tag === TAG.context2) {
    return nextOf(start, responder)?.tag === TAG.generalizedTime ? { looksLike: "ocsp_response" } : null;
  }
  if (first.tag === TAG.context0) {
    return childOf(start, first)?.tag === TAG.integer ? { looksLike: "certificates" } : null;
  }
  if (first.tag === TAG.sequence) return isAlgorithm(start, first) ? recogniseIssued(start, first) : null;
  if (first.tag !== TAG.integer) return null;
  const second = first.end < inner.end ? nextOf(start, first) : null;
  if (second?.tag !== TAG.sequence) return "rfc3161";
  if (isAlgorithm(start, second)) return recogniseIssued(start, second);
  return childOf(start, second)?.tag === TAG.set ? null : "rfc3161";
}

/** Behind the algorithm and the issuer a certificate has a period, a revocation list a time. */
function recogniseIssued(start: Uint8Array, algorithm: Element): Recognised | null {
  const third = nextOf(start, nextOf(start, algorithm));
  if (third?.tag === TAG.utcTime || third?.tag === TAG.generalizedTime) return { looksLike: "crl" };
  return third?.tag === TAG.sequence ? { looksLike: "certificates" } : null;
}

/** A request (RFC 3161, 2.4.1) has an imprint behind its version, an evidence record (RFC 4998, 3.1) a list of algorithms. */
function recogniseVersioned(start: Uint8Array, version: Element): Recognised | null {
  const second = nextOf(start, version);
  if (second?.tag !== TAG.sequence) return null;
  const algorithm = childOf(start, second);
  if (algorithm === null || !isAlgorithm(start, algorithm)) return null;
  const third = algorithm.end < second.end ? nextOf(start, algorithm) : null;
  if (third?.tag === TAG.octetString) return { looksLike: "timestamp_request" };
  return third === null || isAlgorithm(start, third) ? { looksLike: "evidence_record" } : null;
}

function isAlgorithm(start: Uint8Array, element: Element): boolean {
  return element.tag === TAG.sequence && childOf(start, element)?.tag === TAG.oid;
}

interface Element {
  readonly tag: number;
  /** Where its content begins, and ends; infinity for an indefinite length. */
  readonly from: number;
  readonly end: number;
}

/** Null behind the end of the bytes. */
function elementAt(bytes: Uint8Array, at: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  if (first < 0x80) return { tag, from: at + 2, end: at + 2 + first };
  if (first === 0x80) return { tag, from: at + 2, end: Number.POSITIVE_INFINITY };
  const count = first & 0x7f;
  if (count > 8) return null;
  let length = 0;
  for (let i = 0; i < count; i++) length = length * 256 + (bytes[at + 2 + i] ?? 0);
  return { tag, from: at + 2 + count, end: at + 2 + count + length };
}

function childOf(bytes: Uint8Array, element: Element | null): Element | null {
  return element === null || element.from >= element.end ? null : elementAt(bytes, element.from);
}

function nextOf(bytes: Uint8Array, element: Element | null): Element | null {
  return element === null ? null : elementAt(bytes, element.end);
}

function isValue(bytes: Uint8Array, { from, end }: Element, value: Uint8Array): boolean {
  return end - from === value.length && hasAt(bytes, from, value);
}

// Files that are no evidence, by the first bytes that their formats prescribe, and texts.

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

/** The first that applies to the beginning of a text without white space before it. A page that holds this may have no comment in it. */
const TEXTS: readonly (readonly [LookAlike, RegExp])[] = [
  [
    "email",
    /^(?:Received|Return-Path|Delivered-To|From|Date|Message-ID|MIME-Version): [\s\S]*^MIME-Version: /im,
  ],
  ["html", /^(?:<!-{2}[^>]*-{2}>\s*)*<(?:!doctype html|html|head|body)[\s>]/i],
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
  if (text === "") return start.length > TEXT_START ? "text" : "empty";
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
