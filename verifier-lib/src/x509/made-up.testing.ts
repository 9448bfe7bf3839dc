/**
 * Certificates, lists and responses that state only what a rule looks at, with made-up signatures. For rules
 * on who may say what; `authority.testing.ts` issues real ones.
 */

import { sha1 } from "@noble/hashes/legacy.js";
import { Work } from "../work/work.js";
import type { Certificate, DistinguishedName, GeneralName } from "./certificate.js";
import { CertificateIndex } from "./certificate-index.js";
import type { Crl, OcspResponse, RevokedCertificate, SingleOcspResponse } from "./path-types.js";
import { RevocationSearch } from "./revocation.js";
import type { Authenticity, SignatureChecks, SignatureVerdict, Signed } from "./signatures.js";

export const NOW = new Date("2026-11-21T12:00:00Z");
export const at = (seconds: number): Date => new Date(NOW.getTime() + 1000 * seconds);

const bytesOf = (text: string) => new TextEncoder().encode(text);

export function named(...canonical: readonly string[]): DistinguishedName {
  const text = canonical.join();
  return { der: bytesOf(text), text, canonical, attributes: [] };
}

export const directory = (...canonical: readonly string[]): GeneralName => ({
  kind: "directory",
  value: named(...canonical),
});

/** By what is signed: the name of the key, and how much the signature counts. */
const made = new WeakMap<object, { readonly key: string; readonly counts: Authenticity }>();
const keys = new WeakMap<object, string>();

interface SignedBy {
  /** The name of the key. */
  readonly signedBy: string;
  /** Default: `valid`. */
  readonly counts?: Authenticity;
}

function signed<Value extends object>(value: Value, { signedBy, counts = "valid" }: SignedBy): Value {
  made.set(value, { key: signedBy, counts });
  return value;
}

let lastCertificate = 0;

export interface MadeUp extends Partial<SignedBy> {
  readonly subject: string;
  /** The name of the key. Default: the subject. */
  readonly key?: string;
  /** Default: the subject. */
  readonly issuer?: string;
}

/** Signed with the issuer's key, whose name is the issuer's by default. */
export function certificate(
  { subject, key = subject, issuer = subject, signedBy = issuer, counts = "valid" }: MadeUp,
  more: Partial<Certificate> = {},
): Certificate {
  const value = {
    der: bytesOf(`certificate ${++lastCertificate}`),
    serialNumberHex: "01",
    subject: named(subject),
    issuer: named(issuer),
    spki: { der: bytesOf(`spki ${key}`), publicKey: bytesOf(key) },
    notBefore: at(-86_400),
    notAfter: at(86_400),
    extensions: [],
    isSelfIssued: subject === issuer,
    subjectKeyIdentifier: null,
    authorityKeyIdentifier: null,
    keyUsage: null,
    basicConstraints: null,
    extendedKeyUsages: null,
    subjectAltNames: [],
    nameConstraints: null,
    policies: null,
    policyMappings: [],
    policyConstraints: null,
    inhibitAnyPolicy: null,
    crlDistributionPoints: [],
    crlIssuers: [],
    ...more,
  } as unknown as Certificate;
  keys.set(value, key);
  return signed(value, { signedBy, counts });
}

export function entry(more: Partial<RevokedCertificate> = {}): RevokedCertificate {
  return {
    serialNumberHex: "01",
    revokedAt: at(-10),
    reason: null,
    invalidityDate: null,
    isMalformed: false,
    certificateIssuer: null,
    ...more,
  };
}

/** A full list that is valid now. */
export function list(
  { issuer, signedBy = issuer, counts = "valid" }: { readonly issuer: string } & Partial<SignedBy>,
  entries: readonly RevokedCertificate[] = [],
  more: Partial<Crl> = {},
): Crl {
  const value = {
    issuer: named(issuer),
    thisUpdate: at(-5),
    nextUpdate: at(5),
    revoked: {
      size: entries.length,
      find: (serial: string) => entries.filter(({ serialNumberHex }) => serialNumberHex === serial),
      values: () => entries.values(),
    },
    hasUnknownCriticalEntry: false,
    extensions: [],
    crlNumber: Uint8Array.of(1),
    isDelta: false,
    authorityKeyIdentifier: null,
    issuingDistributionPoint: null,
    expiredCertificatesSince: null,
    ...more,
  } as unknown as Crl;
  return signed(value, { signedBy, counts });
}

/** That the certificate with the number 01 is good, now. */
export function answer(issuer: Certificate, more: Partial<SingleOcspResponse> = {}): SingleOcspResponse {
  return {
    hashAlgorithm: "1.3.14.3.2.26",
    issuerNameHash: sha1(issuer.subject.der),
    issuerKeyHash: sha1(issuer.spki.publicKey),
    serialNumberHex: "01",
    status: "good",
    revokedAt: null,
    reason: null,
    invalidityDate: null,
    thisUpdate: at(-5),
    nextUpdate: at(5),
    hasUnknownCritical: false,
    ...more,
  };
}

/** A response made now. */
export function response(
  { signedBy, counts = "valid" }: SignedBy,
  responses: readonly SingleOcspResponse[],
  more: Partial<OcspResponse> = {},
): OcspResponse {
  const value = {
    responder: { name: named(signedBy) },
    producedAt: at(-5),
    responses,
    hasUnreadCertificates: false,
    certificates: [],
    ...more,
  } as unknown as OcspResponse;
  return signed(value, { signedBy, counts });
}

const VERDICTS: Readonly<Record<Authenticity, SignatureVerdict>> = {
  valid: "valid",
  weak: "hash_too_weak",
  unknown: "algorithm_unsupported",
  false: "invalid",
};

async function authenticity(of: Signed, by: Certificate): Promise<Authenticity> {
  const signature = made.get(of);
  return signature !== undefined && signature.key === keys.get(by) ? signature.counts : "false";
}

const SIGNATURES: Pick<SignatureChecks, "authenticity" | "verify"> = {
  authenticity,
  verify: async (of, by) => VERDICTS[await authenticity(of, by)],
};

export interface Available {
  readonly anchors?: readonly Certificate[];
  readonly others?: readonly Certificate[];
  readonly crls?: readonly Crl[];
  readonly ocspResponses?: readonly OcspResponse[];
  readonly work?: Work;
}

export async function searchOf(available: Available = {}): Promise<RevocationSearch> {
  const { anchors = [], others = [], crls = [], ocspResponses = [], work = new Work() } = available;
  const index = await CertificateIndex.of(anchors, others, work);
  return RevocationSearch.of(
    { crls, ocspResponses },
    index,
    { ...SIGNATURES } as unknown as SignatureChecks,
    work,
  );
}
