/** Extensions that count. */

import { FormatError } from "@svc-proof/shared/encoding";
import type { WorkBudget } from "@svc-proof/shared/work";
import {
  contextConstructed,
  contextPrimitive,
  type DerElement,
  type DerLimits,
  parseDer,
  TAG,
} from "../asn1/der.js";
import {
  DerFields,
  expectTag,
  readBitString,
  readBoolean,
  readObjectIdentifier,
  readSmallInteger,
} from "../asn1/values.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { isWorkLimit } from "../work/work.js";
import { ACCESS, EXTENSION } from "./algorithms.js";
import type {
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  Extension,
  GeneralName,
  KeyUsage,
  NameConstraints,
  PolicyConstraints,
  PolicyMapping,
  QcStatement,
} from "./certificate.js";
import { readGeneralName, readGeneralNames } from "./names.js";
import type { RevocationReason } from "./path-types.js";

// Reads the extensions of a certificate, a revocation list, an entry of a list, or an OCSP response.

/**
 * RFC 5280, section 4.1.2.9. A list without any, which some writers put there, says nothing.
 *
 * @param tag the tag of the list. Default: SEQUENCE.
 * @throws FormatError (`x509_extension_duplicate`, `DerErrorCode`).
 */
export function readExtensions(element: DerElement, tag: number = TAG.sequence): Extension[] {
  const extensions = readExtensionList(element, tag);
  expectEachOnce(extensions, element.offset);
  return extensions;
}

/** As `readExtensions`, whether or not each is there once. */
export function readExtensionList(element: DerElement, tag: number = TAG.sequence): Extension[] {
  expectTag(element, tag);
  return element.children.map((child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    const critical = fields.optional(TAG.boolean);
    const value = fields.required(TAG.octetString).content;
    fields.end();
    return { oid, isCritical: critical !== null && readBoolean(critical), value };
  });
}

/** @throws FormatError `x509_extension_duplicate`. */
export function expectEachOnce(extensions: readonly Extension[], offset: number): void {
  const oids = extensions.map(({ oid }) => oid);
  const again = oids.find((oid, i) => oids.indexOf(oid) !== i);
  if (again !== undefined) throw new FormatError("x509_extension_duplicate", again, offset);
}

interface ReadExtensionOptions {
  readonly limits?: DerLimits;
  readonly work?: WorkBudget | undefined;
}

/**
 * Reads the value of one extension; null if absent.
 *
 * @throws FormatError (`x509_extension_malformed`) with the underlying error as its cause.
 */
export function readExtension<Value>(
  extensions: readonly Extension[],
  oid: string,
  read: (element: DerElement) => Value,
  { limits = CERTIFICATE_LIMITS, work }: ReadExtensionOptions = {},
): Value | null {
  const extension = extensions.find((candidate) => candidate.oid === oid);
  if (extension === undefined) return null;
  try {
    return read(parseDer(extension.value, limits, work));
  } catch (cause) {
    if (!(cause instanceof FormatError) || isWorkLimit(cause)) throw cause;
    throw new FormatError("x509_extension_malformed", `${oid}: ${cause.message}`, cause.offset, null, cause);
  }
}

/** By code. 7 is unused. */
const REASONS: readonly (RevocationReason | null)[] = [
  "unspecified",
  "keyCompromise",
  "cACompromise",
  "affiliationChanged",
  "superseded",
  "cessationOfOperation",
  "certificateHold",
  null,
  "removeFromCRL",
  "privilegeWithdrawn",
  "aACompromise",
];

/**
 * One that is not known counts like none, which excuses nothing, and makes nothing unreadable: it may be that of another certificate.
 *
 * @throws FormatError (`DerErrorCode`).
 */
export function readRevocationReason(element: DerElement): RevocationReason | "unknown" {
  return REASONS[readSmallInteger(element, TAG.enumerated)] ?? "unknown";
}

// Reads the extensions of a certificate: RFC 5280, section 4.2; RFC 3739, section 3.2.6.

/** In bit order. */
const KEY_USAGES: readonly KeyUsage[] = [
  "digitalSignature",
  "nonRepudiation",
  "keyEncipherment",
  "dataEncipherment",
  "keyAgreement",
  "keyCertSign",
  "cRLSign",
  "encipherOnly",
  "decipherOnly",
];

type ReadExtensions = Pick<
  Certificate,
  | "subjectKeyIdentifier"
  | "authorityKeyIdentifier"
  | "keyUsage"
  | "basicConstraints"
  | "extendedKeyUsages"
  | "subjectAltNames"
  | "nameConstraints"
  | "policies"
  | "policyMappings"
  | "policyConstraints"
  | "inhibitAnyPolicy"
  | "crlDistributionPoints"
  | "crlIssuers"
  | "qcStatements"
>;

/** @throws FormatError (`x509_extension_malformed`, `work_limit_exceeded`). */
export function readCertificateExtensions(
  extensions: readonly Extension[],
  work?: WorkBudget,
): ReadExtensions {
  const read = <Value>(oid: string, reader: (element: DerElement) => Value) =>
    readExtension(extensions, oid, reader, { work });
  const points =
    read(EXTENSION.crlDistributionPoints, (element) => readSome(element, readDistributionPoint)) ?? [];
  return {
    subjectKeyIdentifier: read(EXTENSION.subjectKeyIdentifier, readKeyIdentifier),
    authorityKeyIdentifier: read(EXTENSION.authorityKeyIdentifier, readAuthorityKeyIdentifier),
    keyUsage: read(EXTENSION.keyUsage, readKeyUsage),
    basicConstraints: read(EXTENSION.basicConstraints, readBasicConstraints),
    extendedKeyUsages: read(EXTENSION.extendedKeyUsage, (element) => readSome(element, readOid)),
    subjectAltNames: read(EXTENSION.subjectAltName, readAltNames) ?? [],
    nameConstraints: read(EXTENSION.nameConstraints, readNameConstraints),
    policies: read(EXTENSION.certificatePolicies, readPolicies),
    policyMappings: read(EXTENSION.policyMappings, (element) => readSome(element, readPolicyMapping)) ?? [],
    policyConstraints: read(EXTENSION.policyConstraints, readPolicyConstraints),
    inhibitAnyPolicy: read(EXTENSION.inhibitAnyPolicy, (element) => readSmallInteger(element)),
    crlDistributionPoints: points.flatMap(({ fullNames }) => fullNames),
    crlIssuers: points.flatMap(({ issuers }) => issuers),
    qcStatements: read(EXTENSION.qcStatements, readQcStatements) ?? [],
  };
}

function readSome<Item>(element: DerElement, read: (child: DerElement) => Item): Item[] {
  expectTag(element, TAG.sequence);
  if (element.children.length === 0) malformed("expected at least one value", element);
  return element.children.map(read);
}

/** Section 4.2.1.6 asks for a name; a list without any says nothing. */
function readAltNames(element: DerElement): GeneralName[] {
  expectTag(element, TAG.sequence);
  return element.children.map(readGeneralName);
}

const readOid = (element: DerElement) => readObjectIdentifier(element);

function readKeyIdentifier(element: DerElement): Uint8Array {
  expectTag(element, TAG.octetString);
  return element.content;
}

export function readAuthorityKeyIdentifier(element: DerElement): AuthorityKeyIdentifier {
  const fields = new DerFields(element);
  const keyIdentifier = fields.optional(contextPrimitive(0));
  const issuer = fields.optional(contextConstructed(1));
  const serialNumber = fields.optional(contextPrimitive(2));
  fields.end();
  return {
    keyIdentifier: keyIdentifier?.content ?? null,
    issuer: issuer === null ? null : readGeneralNames(issuer, contextConstructed(1)),
    serialNumber: serialNumber?.content ?? null,
  };
}

function readKeyUsage(element: DerElement): Set<KeyUsage> {
  const { bytes } = readBitString(element);
  return new Set(KEY_USAGES.filter((_, bit) => ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) !== 0));
}

function readBasicConstraints(element: DerElement): BasicConstraints {
  const fields = new DerFields(element);
  const isCa = fields.optional(TAG.boolean);
  const pathLength = fields.optional(TAG.integer);
  fields.end();
  return {
    isCa: isCa !== null && readBoolean(isCa),
    pathLength: pathLength === null ? null : readSmallInteger(pathLength),
  };
}

function readNameConstraints(element: DerElement): NameConstraints {
  const fields = new DerFields(element);
  const permitted = fields.optional(contextConstructed(0));
  const excluded = fields.optional(contextConstructed(1));
  fields.end();
  if (permitted === null && excluded === null) malformed("expected a constraint", element);
  return { permitted: readSubtrees(permitted), excluded: readSubtrees(excluded) };
}

function readSubtrees(element: DerElement | null): GeneralName[] {
  if (element === null) return [];
  if (element.children.length === 0) malformed("expected a constraint", element);
  return element.children.map((child) => {
    const fields = new DerFields(child);
    const base = readGeneralName(fields.required());
    // RFC 5280: minimum is always 0 and therefore omitted; maximum is never present. Other values would
    // define another subtree.
    fields.end();
    return base;
  });
}

function readPolicies(element: DerElement): string[] {
  const policies = readSome(element, (child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    fields.optional(TAG.sequence);
    fields.end();
    return oid;
  });
  // RFC 5280, section 4.2.1.4: a policy must not appear more than once.
  if (new Set(policies).size !== policies.length) malformed("expected each policy once", element);
  return policies;
}

function readPolicyMapping(element: DerElement): PolicyMapping {
  const fields = new DerFields(element);
  const issuerDomain = readObjectIdentifier(fields.required());
  const subjectDomain = readObjectIdentifier(fields.required());
  fields.end();
  return { issuerDomain, subjectDomain };
}

function readPolicyConstraints(element: DerElement): PolicyConstraints {
  const fields = new DerFields(element);
  const explicit = fields.optional(contextPrimitive(0));
  const mapping = fields.optional(contextPrimitive(1));
  fields.end();
  if (explicit === null && mapping === null) malformed("expected a constraint", element);
  return {
    requireExplicitPolicy: explicit === null ? null : readSkipCount(explicit),
    inhibitPolicyMapping: mapping === null ? null : readSkipCount(mapping),
  };
}

/** An INTEGER under a context tag, whose form `parseDer` cannot check. */
function readSkipCount(element: DerElement): number {
  if (element.content.length === 0) malformed("expected an integer", element);
  return readSmallInteger(element, element.tag);
}

interface DistributionPoint {
  /** Points with lists of the issuer itself. */
  readonly fullNames: readonly GeneralName[];
  readonly issuers: readonly GeneralName[];
}

/** Reads one distribution point. Names relative to the issuer are not supported. */
function readDistributionPoint(element: DerElement): DistributionPoint {
  const fields = new DerFields(element);
  const point = fields.optional(contextConstructed(0));
  fields.optional(contextPrimitive(1));
  const crlIssuer = fields.optional(contextConstructed(2));
  fields.end();
  return {
    fullNames: point === null || crlIssuer !== null ? [] : readDistributionPointName(point),
    issuers: crlIssuer === null ? [] : readGeneralNames(crlIssuer, contextConstructed(2)),
  };
}

/** RFC 5280, section 4.2.1.13. Also used for the issuing distribution point of a list. */
export function readDistributionPointName(element: DerElement): GeneralName[] {
  const [name, ...more] = element.children;
  if (name === undefined || more.length > 0) return malformed("expected one name", element);
  return name.tag === contextConstructed(0) ? readGeneralNames(name, contextConstructed(0)) : [];
}

export function readQcStatements(element: DerElement): QcStatement[] {
  return readSome(element, (child) => {
    const fields = new DerFields(child);
    const oid = readObjectIdentifier(fields.required());
    const info = fields.optional();
    fields.end();
    return { oid, info: info?.der ?? null };
  });
}

function malformed(message: string, { offset }: DerElement): never {
  throw new FormatError("x509_extension_malformed", message, offset);
}

// Where an authority answers about a certificate: RFC 5280, section 4.2.2.1.

/** Addresses as the certificate states them, in order. */
export interface InformationAccess {
  /** OCSP responders. */
  readonly ocsp: readonly string[];
  /** Certificates of the issuer. */
  readonly caIssuers: readonly string[];
}

const NONE: InformationAccess = { ocsp: [], caIssuers: [] };

/**
 * Reads the addresses. An extension that cannot be read has none: it is a hint, and no reason to refuse a certificate.
 */
export function informationAccess({ extensions }: Certificate): InformationAccess {
  try {
    return readExtension(extensions, EXTENSION.authorityInformationAccess, readAccess) ?? NONE;
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return NONE;
  }
}

function readAccess(element: DerElement): InformationAccess {
  expectTag(element, TAG.sequence);
  const descriptions = element.children.map((child) => {
    const fields = new DerFields(child);
    const method = readObjectIdentifier(fields.required());
    const location = readGeneralName(fields.required());
    fields.end();
    return { method, location };
  });
  const of = (asked: string) =>
    descriptions.flatMap(({ method, location }) =>
      method === asked && location.kind === "uri" ? [location.value] : [],
    );
  return { ocsp: of(ACCESS.ocsp), caIssuers: of(ACCESS.caIssuers) };
}
