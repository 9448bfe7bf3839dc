/**
 * Parses revocation lists: RFC 5280, section 5. Checks only the syntax; crl-state.ts decides whether to rely
 * on a list.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  parseDer,
  parseDerCopy,
  TAG,
} from "../asn1/der.js";
import {
  DerFields,
  expectTag,
  onlyChild,
  readGeneralizedTime,
  readImplicitBoolean,
  readSmallInteger,
  readTime,
  timeOfContent,
} from "../asn1/values.js";
import { CRL_ENTRY_LIMITS, CRL_LIMITS } from "../limits.js";
import { isWorkLimit, runSteps, runStepsPausing, type Work } from "../work/work.js";
import { EXTENSION } from "./algorithms.js";
import type { Extension, GeneralName } from "./certificate.js";
import type { ParseOptions } from "./codes.js";
import {
  expectEachOnce,
  readAuthorityKeyIdentifier,
  readDistributionPointName,
  readExtension,
  readExtensionList,
  readExtensions,
  readRevocationReason,
} from "./extensions.js";
import { readGeneralNames, readName } from "./names.js";
import { readSigned, readSignedAlgorithm } from "./parse-certificate.js";
import type { Crl, IssuingDistributionPoint, RevokedCertificate, RevokedCertificates } from "./path-types.js";
import { derOfPem } from "./pem.js";

/**
 * Parses one revocation list of at most 8 MB, in DER or PEM.
 *
 * @param der is copied.
 * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
 */
export function parseCrl(der: Uint8Array, options: ParseOptions = {}): Crl {
  return runSteps(crlSteps(der, options));
}

/**
 * As `parseCrl`, with pauses: a list of 8 MB can take half a second.
 *
 * @throws FormatError, as `parseCrl`; the abort reason of `work`.
 */
export function parseCrlPausing(der: Uint8Array, { work }: { readonly work: Work }): Promise<Crl> {
  return runStepsPausing(crlSteps(der, { work }), work);
}

function* crlSteps(der: Uint8Array, { work }: ParseOptions): Generator<void, Crl> {
  const element = parseDerCopy(derOfPem(der, "X509 CRL", CRL_LIMITS.maxBytes, work) ?? der, CRL_LIMITS, work);
  const signed = readSigned(element);
  const { tbs, signature } = signed;
  const fields = new DerFields(tbs);
  const version = fields.optional(TAG.integer);
  if (version !== null && readSmallInteger(version) > 1) {
    throw new FormatError("x509_version", "expected version 1 or 2", version.offset);
  }
  const signatureAlgorithm = readSignedAlgorithm(fields.required(), signed);
  const issuer = readName(fields.required());
  const thisUpdate = readTime(fields.required());
  const nextUpdate = fields.optional(TAG.utcTime, TAG.generalizedTime);
  const entries = fields.optional(TAG.sequence);
  const extensionList = fields.optional(contextConstructed(0));
  fields.end();

  const read = <Value>(oid: string, reader: (value: DerElement) => Value) =>
    readExtension(extensions, oid, reader, { work: element.work });
  const extensions = extensionList === null ? [] : readExtensions(onlyChild(extensionList));
  const revoked = yield* RevokedList.read(entries);
  return {
    der: element.der,
    tbs: tbs.der,
    signatureAlgorithm,
    signature,
    issuer,
    thisUpdate,
    nextUpdate: nextUpdate === null ? null : readTime(nextUpdate),
    revoked,
    hasUnknownCriticalEntry: revoked.hasUnknownCritical,
    extensions,
    crlNumber: read(EXTENSION.crlNumber, (value) => {
      expectTag(value, TAG.integer);
      return value.content;
    }),
    // A delta list is one even if the extension is not marked as critical.
    isDelta: extensions.some(({ oid }) => oid === EXTENSION.deltaCrlIndicator),
    authorityKeyIdentifier:
      read(EXTENSION.authorityKeyIdentifier, readAuthorityKeyIdentifier)?.keyIdentifier ?? null,
    issuingDistributionPoint: read(EXTENSION.issuingDistributionPoint, readIssuingDistributionPoint),
    expiredCertificatesSince: read(EXTENSION.expiredCertsOnCrl, (value) => readGeneralizedTime(value)),
  };
}

/** RFC 5280, section 5.2.5. */
function readIssuingDistributionPoint(element: DerElement): IssuingDistributionPoint {
  const fields = new DerFields(element);
  const point = fields.optional(contextConstructed(0));
  const flag = (number: number) => readImplicitBoolean(fields.optional(contextPrimitive(number)));
  const isForUserCertificatesOnly = flag(1);
  const isForAuthoritiesOnly = flag(2);
  const isForSomeReasonsOnly = fields.optional(contextPrimitive(3)) !== null;
  const isIndirect = flag(4);
  const isForAttributeCertificatesOnly = flag(5);
  fields.end();
  return {
    fullNames: point === null ? null : readDistributionPointName(point),
    isForUserCertificatesOnly,
    isForAuthoritiesOnly,
    isForAttributeCertificatesOnly,
    isIndirect,
    isForSomeReasonsOnly,
  };
}

/** Supported entry extensions. */
const PROCESSED: ReadonlySet<string> = new Set([
  EXTENSION.reasonCode,
  EXTENSION.invalidityDate,
  EXTENSION.certificateIssuer,
]);

/** Entries of the usual form per unit of work: checking one takes about 60 ns, skipping one 15 ns. */
const CHECKED_PER_UNIT = 4;
const PASSED_PER_UNIT = 16;
/** Reading an entry with all its extensions takes about 5 µs. */
const UNITS_PER_READING = 20;

/** Entries between two pauses, about 2 ms. */
const CHECKED_PER_STEP = 32_768;
const READINGS_PER_STEP = 400;

/** The extensions of an entry that states only a reason: these bytes and the code. */
const REASON_ALONE: readonly number[] = [
  ...[0x30, 0x0c, 0x30, 0x0a, 0x06, 0x03, 0x55, 0x1d, 0x15, 0x04, 0x03, 0x0a, 0x01],
];

/**
 * The entries of a list: RFC 5280, section 5.3. They stay bytes, with one number each for their position: as objects, the 200,000
 * entries of a large list would take 100 MB.
 */
class RevokedList implements RevokedCertificates {
  /** Whether any entry has an unsupported critical extension. */
  readonly hasUnknownCritical: boolean;
  readonly #bytes: Uint8Array;
  readonly #starts: Uint32Array;
  /** Indexes of the entries that change the certificate issuer, which applies to later entries too. */
  readonly #issuerChanges: readonly number[];

  /**
   * Checks every entry; yields after every few thousand.
   *
   * @param element the list; null if absent.
   * @throws FormatError (`X509ErrorCode`, `work_limit_exceeded`).
   */
  static *read(element: DerElement | null): Generator<void, RevokedList> {
    const bytes = element?.content ?? new Uint8Array();
    const starts: number[] = [];
    const issuerChanges: number[] = [];
    let hasUnknownCritical = false;
    let readings = 0;
    for (let at = 0; at < bytes.length; ) {
      const header = readHeader(bytes, at);
      const end = header.start + header.length;
      if (starts.length % CHECKED_PER_UNIT === 0) element!.work.spend(1);
      if (starts.length % CHECKED_PER_STEP === 0) yield;
      if (!isOfUsualForm(bytes, at, header.start, end)) {
        if (++readings % READINGS_PER_STEP === 0) yield;
        element!.work.spend(UNITS_PER_READING);
        const { extensions } = readEntry(bytes.subarray(at, end), element!.offset, element!.work);
        hasUnknownCritical ||= extensions.some(({ isCritical, oid }) => isCritical && !PROCESSED.has(oid));
        if (extensions.some(({ oid }) => oid === EXTENSION.certificateIssuer))
          issuerChanges.push(starts.length);
      }
      starts.push(at);
      at = end;
    }
    return new RevokedList(bytes, Uint32Array.from(starts), issuerChanges, hasUnknownCritical);
  }

  private constructor(
    bytes: Uint8Array,
    starts: Uint32Array,
    issuerChanges: readonly number[],
    hasUnknownCritical: boolean,
  ) {
    this.#bytes = bytes;
    this.#starts = starts;
    this.#issuerChanges = issuerChanges;
    this.hasUnknownCritical = hasUnknownCritical;
  }

  get size(): number {
    return this.#starts.length;
  }

  find(serialNumberHex: string, work?: WorkBudget): readonly RevokedCertificate[] {
    work?.spend(Math.ceil(this.size / PASSED_PER_UNIT));
    const bytes = this.#bytes;
    const length = serialNumberHex.length / 2;
    const serial = Uint8Array.from({ length }, (_, i) =>
      Number.parseInt(serialNumberHex.slice(2 * i, 2 * i + 2), 16),
    );
    const found: RevokedCertificate[] = [];
    for (let i = 0; i < this.#starts.length; i++) {
      const at = this.#starts[i]!;
      const integer = readHeader(bytes, at + headerLength(bytes, at));
      if (integer.length !== length) continue;
      let same = 0;
      while (same < length && bytes[integer.start + same] === serial[same]) same++;
      if (same < length) continue;
      work?.spend(UNITS_PER_READING);
      found.push(this.#entry(i));
    }
    return found;
  }

  *values(): IterableIterator<RevokedCertificate> {
    for (let i = 0; i < this.size; i++) yield this.#entry(i);
  }

  #entry(i: number): RevokedCertificate {
    const entry = this.#read(i);
    let issuer: readonly GeneralName[] | null = null;
    // The last change before this entry counts: RFC 5280, section 5.3.3.
    let [low, high] = [0, this.#issuerChanges.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#issuerChanges[middle]! <= i) low = middle + 1;
      else high = middle;
    }
    if (low > 0) {
      issuer = readExtension(
        this.#read(this.#issuerChanges[low - 1]!).extensions,
        EXTENSION.certificateIssuer,
        (value) => readGeneralNames(value),
      );
    }
    return {
      serialNumberHex: entry.serialNumberHex,
      revokedAt: entry.revokedAt,
      reason: entry.reason,
      invalidityDate: entry.invalidityDate,
      isMalformed: entry.isMalformed,
      certificateIssuer: issuer,
    };
  }

  #read(i: number): Entry {
    const at = this.#starts[i]!;
    const { start, length } = readHeader(this.#bytes, at);
    return readEntry(this.#bytes.subarray(at, start + length), at);
  }
}

interface Entry extends Omit<RevokedCertificate, "certificateIssuer"> {
  readonly extensions: readonly Extension[];
}

/**
 * What an entry says of its certificate may be malformed: it concerns that one alone. The number, and which extensions there are,
 * may concern others.
 *
 * @param offset position of the entry or its container, for errors.
 */
function readEntry(der: Uint8Array, offset: number, work?: WorkBudget): Entry {
  try {
    const fields = new DerFields(parseDer(der, CRL_ENTRY_LIMITS, work));
    const serialNumberHex = bytesToHex(fields.required(TAG.integer).content).toUpperCase();
    const time = fields.required();
    const list = fields.optional(TAG.sequence);
    fields.end();
    const extensions: readonly Extension[] = list === null ? [] : readExtensionList(list);
    readExtension(extensions, EXTENSION.certificateIssuer, (value) => readGeneralNames(value), { work });
    return { serialNumberHex, extensions, ...readRevocation(time, extensions, work) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new FormatError(error.code, error.message, offset + error.offset, null, error);
  }
}

function readRevocation(
  time: DerElement,
  extensions: readonly Extension[],
  work: WorkBudget | undefined,
): Pick<RevokedCertificate, "revokedAt" | "reason" | "invalidityDate" | "isMalformed"> {
  try {
    expectEachOnce(extensions, time.offset);
    const reason = readExtension(extensions, EXTENSION.reasonCode, readRevocationReason, { work });
    return {
      revokedAt: readTime(time),
      reason: reason === "unknown" ? null : reason,
      invalidityDate: readExtension(
        extensions,
        EXTENSION.invalidityDate,
        (value) => readGeneralizedTime(value),
        {
          work,
        },
      ),
      isMalformed: false,
    };
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    return { revokedAt: new Date(0), reason: null, invalidityDate: null, isMalformed: true };
  }
}

/**
 * Serial number and time, followed by nothing or by a reason. This covers almost all entries without creating
 * objects.
 */
function isOfUsualForm(bytes: Uint8Array, at: number, contentStart: number, end: number): boolean {
  if (bytes[at] !== TAG.sequence) return false;
  let next = contentStart;
  if (bytes[next] !== TAG.integer || bytes[next + 1]! >= 0x80) return false;
  next += 2 + bytes[next + 1]!;
  const tag = bytes[next];
  if (tag !== TAG.utcTime && tag !== TAG.generalizedTime) return false;
  const timeEnd = next + 2 + bytes[next + 1]!;
  if (timeOfContent(bytes, next + 2, timeEnd, tag === TAG.utcTime) === null) return false;
  if (timeEnd === end) return true;
  // Also if the time is not in this entry, but after it.
  if (end - timeEnd !== REASON_ALONE.length + 1) return false;
  for (let i = 0; i < REASON_ALONE.length; i++) if (bytes[timeEnd + i] !== REASON_ALONE[i]) return false;
  const reason = bytes[end - 1]!;
  return reason <= 10 && reason !== 7;
}

function headerLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at + 1]!;
  return first < 0x80 ? 2 : 2 + (first & 0x7f);
}

/** Reads the header of a value whose form `parseDer` has checked. */
function readHeader(bytes: Uint8Array, at: number): { readonly start: number; readonly length: number } {
  const start = at + headerLength(bytes, at);
  if (bytes[at + 1]! < 0x80) return { start, length: bytes[at + 1]! };
  let length = 0;
  for (let i = at + 2; i < start; i++) length = length * 256 + bytes[i]!;
  return { start, length };
}
