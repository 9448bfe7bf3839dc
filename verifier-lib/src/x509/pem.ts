/** Bundles of certificates. */

import { FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { readBer } from "../asn1/ber.js";
import { contextConstructed, type DerElement, TAG } from "../asn1/der.js";
import { DerFields, onlyChild, readObjectIdentifier } from "../asn1/values.js";
import { CERTIFICATE_LIMITS, MAX_PEM_CERTIFICATES, MAX_PEM_CHARACTERS } from "../limits.js";
import { isWorkLimit, runSteps, runStepsPausing, type Work } from "../work/work.js";
import type { Certificate } from "./certificate.js";
import type { ParseOptions, X509ErrorCode } from "./codes.js";
import { parseCertificate } from "./parse-certificate.js";

/** Parses PEM bundles of certificates: RFC 7468. */
const BEGIN = "-----BEGIN CERTIFICATE-----";
const END = "-----END CERTIFICATE-----";

/** Searching and decoding base64 take about 10 ns per character. */
const CHARACTERS_PER_UNIT = 24;

/**
 * Parses every certificate in a PEM text, in order. Text between blocks is ignored. Blocks of another kind
 * are an error: a bundle that contains a private key is a mistake.
 *
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`). For PEM codes, the offset counts characters.
 *
 * @example
 * const anchors = parsePemCertificates(await readFile("roots.pem", "latin1"));
 */
export function parsePemCertificates(text: string, options: ParseOptions = {}): Certificate[] {
  return runSteps(pemSteps(text, options));
}

/**
 * As `parsePemCertificates`, with pauses: a thousand certificates take about 200 ms.
 *
 * @throws FormatError, as `parsePemCertificates`; the abort reason of `work`.
 */
export function parsePemCertificatesPausing(
  text: string,
  { work }: { readonly work: Work },
): Promise<Certificate[]> {
  return runStepsPausing(pemSteps(text, { work }), work);
}

/** The certificates of a bundle that can be read, and the others. */
export interface PemBundle {
  readonly certificates: readonly Certificate[];
  readonly unreadable: readonly UnreadableCertificate[];
}

/** A certificate of a PEM text that could not be read. */
export interface UnreadableCertificate {
  /** Its place among the certificates of the text, from 1. */
  readonly number: number;
  readonly code: X509ErrorCode;
}

/**
 * As `parsePemCertificates`, but leaves out certificates that cannot be read, and says which: public bundles have some that
 * are not DER.
 *
 * @throws FormatError if the text is not a bundle of certificates, or has none that can be read (the error of the first);
 * `work_limit_exceeded`.
 */
export function readPemBundle(text: string, options: ParseOptions = {}): PemBundle {
  return runSteps(bundleSteps(text, options));
}

/**
 * As `readPemBundle`, with pauses.
 *
 * @throws FormatError, as `readPemBundle`; the abort reason of `work`.
 */
export function readPemBundlePausing(text: string, { work }: { readonly work: Work }): Promise<PemBundle> {
  return runStepsPausing(bundleSteps(text, { work }), work);
}

function* pemSteps(text: string, { work = new WorkBudget() }: ParseOptions): Generator<void, Certificate[]> {
  const certificates: Certificate[] = [];
  for (const { base64, at } of blocks(text, work)) {
    yield;
    certificates.push(parseCertificate(decodeBase64(base64, at), { work }));
  }
  return certificates;
}

function* bundleSteps(text: string, { work = new WorkBudget() }: ParseOptions): Generator<void, PemBundle> {
  const certificates: Certificate[] = [];
  const unreadable: UnreadableCertificate[] = [];
  let first: FormatError | null = null;
  let number = 0;
  for (const { base64, at } of blocks(text, work)) {
    yield;
    number++;
    try {
      certificates.push(parseCertificate(decodeBase64(base64, at), { work }));
    } catch (error) {
      if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
      first ??= error;
      unreadable.push({ number, code: error.code as X509ErrorCode });
    }
  }
  if (certificates.length === 0 && first !== null) throw first;
  return { certificates, unreadable };
}

interface PemBlock {
  readonly base64: string;
  /** Where it begins, in characters. */
  readonly at: number;
}

/** Every block, of which there is at least one. */
function* blocks(text: string, work: WorkBudget): Generator<PemBlock> {
  if (text.length > MAX_PEM_CHARACTERS) {
    throw new FormatError(
      "pem_too_large",
      `expected at most ${MAX_PEM_CHARACTERS} characters`,
      MAX_PEM_CHARACTERS,
    );
  }
  work.spend(Math.ceil(text.length / CHARACTERS_PER_UNIT));
  let count = 0;
  for (let at = text.indexOf("-----BEGIN "); at >= 0; at = text.indexOf("-----BEGIN ", at)) {
    if (!text.startsWith(BEGIN, at)) throw new FormatError("pem_malformed", `expected ${BEGIN}`, at);
    const end = text.indexOf(END, at);
    if (end < 0) throw new FormatError("pem_malformed", `expected ${END}`, text.length);
    if (count === MAX_PEM_CERTIFICATES) {
      throw new FormatError("pem_too_large", `expected at most ${MAX_PEM_CERTIFICATES} certificates`, at);
    }
    count++;
    yield { base64: text.slice(at + BEGIN.length, end), at };
    at = end + END.length;
  }
  if (count === 0) throw new FormatError("pem_no_certificate", `expected ${BEGIN}`, text.length);
}

/**
 * DER of the one block with this label in a text; null for bytes that begin like DER.
 *
 * @param maxBytes of the DER.
 * @throws FormatError (`pem_malformed`, `pem_too_large`, `work_limit_exceeded`).
 */
export function derOfPem(
  bytes: Uint8Array,
  label: string,
  maxBytes: number,
  work?: WorkBudget,
): Uint8Array | null {
  if (bytes[0] === undefined || bytes[0] === TAG.sequence) return null;
  // Four characters for three bytes, and as many line ends as there can be.
  if (bytes.length > 3 * maxBytes)
    throw new FormatError("pem_too_large", "expected less of a text", 3 * maxBytes);
  work?.spend(Math.ceil(bytes.length / CHARACTERS_PER_UNIT));
  const text = new TextDecoder("latin1").decode(bytes);
  const [begin, end] = [`-----BEGIN ${label}-----`, `-----END ${label}-----`];
  const at = text.indexOf(begin);
  const last = text.indexOf(end, at);
  if (at < 0 || last < 0) return null;
  if (text.includes(begin, last)) throw new FormatError("pem_malformed", "expected one block", last);
  return decodeBase64(text.slice(at + begin.length, last), at);
}

function decodeBase64(text: string, at: number): Uint8Array {
  const base64 = text.replace(/[ \t\r\n\v\f]+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64) || base64.length % 4 !== 0) {
    throw new FormatError("pem_malformed", "expected base64", at);
  }
  const binary = atob(base64);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** Parses what the address of an issuer's certificate answers: RFC 5280, section 4.2.2.1. */
const SIGNED_DATA = "1.2.840.113549.1.7.2";
/** A certificate per issuer of that name, also by cross-certification. */
const MAX_CERTIFICATES = 16;

/**
 * Certificates: one in DER, several in a "certs-only" CMS message (RFC 5652, in DER or BER), or PEM, which some authorities serve against
 * the standard.
 *
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 */
export function parseIssuerCertificates(bytes: Uint8Array, { work }: ParseOptions = {}): Certificate[] {
  if (bytes[0] !== TAG.sequence) {
    return parsePemCertificates(new TextDecoder("latin1").decode(bytes), { work }).slice(0, MAX_CERTIFICATES);
  }
  return readBer(bytes, CERTIFICATE_LIMITS, work, (element) =>
    element.children[0]?.tag === TAG.objectIdentifier
      ? readMessage(element)
      : [parseCertificate(element.given, { work })],
  );
}

function readMessage(element: DerElement): Certificate[] {
  const info = new DerFields(element);
  const type = readObjectIdentifier(info.required());
  if (type !== SIGNED_DATA) {
    throw new FormatError("der_unexpected", `expected certificates, got a message of type ${type}`, 0);
  }
  const data = new DerFields(onlyChild(info.required(contextConstructed(0))));
  info.end();
  data.required(TAG.integer);
  data.required(TAG.set);
  data.required(TAG.sequence);
  const list = data.optional(contextConstructed(0))?.children ?? [];
  return list
    .filter(({ tag }) => tag === TAG.sequence)
    .slice(0, MAX_CERTIFICATES)
    .map(({ given, work }) => parseCertificate(given, { work }));
}
