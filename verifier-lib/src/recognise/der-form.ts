/**
 * Which structure of ASN.1 bytes begin, by its first elements: timestamps, and what people hand in instead. Read as BER, which some
 * authorities write. Lengths are only used to step over elements: a damaged structure is recognised too.
 */
import type { Recognised } from "../report/look-alike.js";
import { bytesOf, hasAt } from "./first-bytes.js";

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
