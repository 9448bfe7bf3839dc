/** Authorities, revocation lists and OCSP responders for tests. All signatures are real, whatever else is wrong. */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { contextPrimitive, TAG } from "../asn1/der.js";
import { around, NULL, octets, oid, plain, sequence, set, TRUE, text } from "../asn1/der.testing.js";
import { encodeDer, encodeUnsignedInteger } from "../asn1/values.js";
import type { Certificate } from "./certificate.js";
import { parseCrl } from "./crl.js";
import { parseOcspResponse } from "./ocsp.js";
import { parseCertificate } from "./parse-certificate.js";
import type { Crl, OcspResponse } from "./path-types.js";

export const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
export const OCSP_SIGNING = "1.3.6.1.5.5.7.3.9";

export { oid, sequence };

const bitString = (bytes: Uint8Array) => encodeDer(TAG.bitString, Uint8Array.of(0), bytes);
const integer = (value: number) => encodeUnsignedInteger(Uint8Array.of(value >> 8, value & 0xff));

export interface TestKey {
  readonly spki: Uint8Array;
  /** DER of the signature AlgorithmIdentifier. */
  readonly algorithm: Uint8Array;
  sign(data: Uint8Array): Promise<Uint8Array>;
}

const bytesOf = (data: Uint8Array) => data as Uint8Array<ArrayBuffer>;

export async function newEcKey(): Promise<TestKey> {
  const parameters = { name: "ECDSA", namedCurve: "P-256" };
  const { publicKey, privateKey } = await crypto.subtle.generateKey(parameters, true, ["sign", "verify"]);
  return {
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
    algorithm: sequence(oid("1.2.840.10045.4.3.2")),
    async sign(data) {
      const scheme = { name: "ECDSA", hash: "SHA-256" };
      const raw = new Uint8Array(await crypto.subtle.sign(scheme, privateKey, bytesOf(data)));
      return sequence(encodeUnsignedInteger(raw.subarray(0, 32)), encodeUnsignedInteger(raw.subarray(32)));
    },
  };
}

export async function newRsaKey(bits = 2048, hash: "SHA-1" | "SHA-256" = "SHA-256"): Promise<TestKey> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey(
    { name: "RSASSA-PKCS1-v1_5", hash, modulusLength: bits, publicExponent: Uint8Array.of(1, 0, 1) },
    true,
    ["sign", "verify"],
  );
  return {
    spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
    algorithm: sequence(oid(`1.2.840.113549.1.1.${hash === "SHA-1" ? 5 : 11}`), NULL),
    async sign(data) {
      return new Uint8Array(await crypto.subtle.sign("RSASSA-PKCS1-v1_5", privateKey, bytesOf(data)));
    },
  };
}

/** A name with one attribute per relative name: `{ CN: "Root" }`. */
export function name(parts: Readonly<Record<string, string>>): Uint8Array {
  const types: Readonly<Record<string, string>> = { CN: "2.5.4.3", O: "2.5.4.10", C: "2.5.4.6" };
  return sequence(
    ...Object.entries(parts).map(([type, value]) =>
      set(sequence(oid(types[type] ?? type), text(TAG.utf8String, value))),
    ),
  );
}

export function extension(type: string, value: Uint8Array, isCritical = false): Uint8Array {
  const critical = isCritical ? [TRUE] : [];
  return sequence(oid(type), ...critical, octets(value));
}

export function basicConstraints(pathLength: number | null = null, isCritical = true): Uint8Array {
  const bound = pathLength === null ? [] : [integer(pathLength)];
  return extension("2.5.29.19", sequence(TRUE, ...bound), isCritical);
}

/** Bits by number: 0 digitalSignature, 5 keyCertSign, 6 cRLSign. */
export function keyUsage(...bits: readonly number[]): Uint8Array {
  const byte = bits.reduce((sum, bit) => sum | (0x80 >> bit), 0);
  const unused = 31 - Math.clz32(byte & -byte);
  return extension("2.5.29.15", encodeDer(TAG.bitString, Uint8Array.of(unused, byte)), true);
}

export function purposes(...oids: readonly string[]): Uint8Array {
  return extension("2.5.29.37", sequence(...oids.map(oid)), true);
}

export function policies(...oids: readonly string[]): Uint8Array {
  return extension("2.5.29.32", sequence(...oids.map((policy) => sequence(oid(policy)))));
}

export function policyMappings(...pairs: readonly (readonly [string, string])[]): Uint8Array {
  return extension("2.5.29.33", sequence(...pairs.map(([from, to]) => sequence(oid(from), oid(to)))), true);
}

export function policyConstraints(requireExplicit: number | null, inhibitMapping: number | null): Uint8Array {
  const skip = (number: number, value: number | null) =>
    value === null ? [] : [plain(number, Uint8Array.of(value))];
  return extension("2.5.29.36", sequence(...skip(0, requireExplicit), ...skip(1, inhibitMapping)), true);
}

export function inhibitAnyPolicy(skip: number): Uint8Array {
  return extension("2.5.29.54", integer(skip), true);
}

const GENERAL_NAME_TAGS = { email: 1, dns: 2, uri: 6 } as const;
export type TestName = readonly [keyof typeof GENERAL_NAME_TAGS, string] | readonly ["directory", Uint8Array];

function generalName([kind, value]: TestName): Uint8Array {
  if (kind === "directory") return around(4, value);
  return text(contextPrimitive(GENERAL_NAME_TAGS[kind]), value);
}

export function subjectAltNames(...names: readonly TestName[]): Uint8Array {
  return extension("2.5.29.17", sequence(...names.map(generalName)));
}

export function nameConstraints(permitted: readonly TestName[], excluded: readonly TestName[]): Uint8Array {
  const subtrees = (number: number, names: readonly TestName[]) =>
    names.length === 0 ? [] : [around(number, ...names.map((tree) => sequence(generalName(tree))))];
  return extension("2.5.29.30", sequence(...subtrees(0, permitted), ...subtrees(1, excluded)), true);
}

export const NOT_BEFORE = new Date("2026-01-01T00:00:00Z");
export const NOT_AFTER = new Date("2028-01-01T00:00:00Z");
/** A time at which everything created here is valid. */
export const NOW = new Date("2026-11-21T12:00:00Z");

const digitsOf = (time: Date) => time.toISOString().replace(/[-:T]|\.\d+/g, "");
export function generalizedTime(time: Date): Uint8Array {
  return text(TAG.generalizedTime, digitsOf(time));
}
function utcTime(time: Date): Uint8Array {
  return text(TAG.utcTime, digitsOf(time).slice(2));
}

async function keyIdentifier(spki: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-1", bytesOf(spki)));
}

export interface IssueOptions {
  readonly subject: Uint8Array;
  /** The issuer. Default: self-signed. */
  readonly issuer?: Issued;
  readonly key?: TestKey;
  /** Hexadecimal content of the INTEGER. */
  readonly serialNumber?: string;
  /** In addition to the key identifiers, which are added unless `hasKeyIdentifiers` is false. */
  readonly extensions?: readonly Uint8Array[];
  readonly hasKeyIdentifiers?: boolean;
  /** Replaces the SHA-1 of the key. */
  readonly subjectKeyIdentifier?: Uint8Array;
  readonly notBefore?: Date;
  readonly notAfter?: Date;
}

/** A certificate and its key. */
export interface Issued {
  readonly certificate: Certificate;
  readonly key: TestKey;
}

let lastSerialNumber = 0x1000;

export async function issue(options: IssueOptions): Promise<Issued> {
  const key = options.key ?? (await newEcKey());
  const signer = options.issuer?.key ?? key;
  const { subject, notBefore = NOT_BEFORE, notAfter = NOT_AFTER } = options;
  const identifiers = [
    extension("2.5.29.14", octets(options.subjectKeyIdentifier ?? (await keyIdentifier(key.spki)))),
    extension("2.5.29.35", sequence(plain(0, await keyIdentifier(signer.spki)))),
  ];
  const extensions = [
    ...(options.hasKeyIdentifiers === false ? [] : identifiers),
    ...(options.extensions ?? []),
  ];
  const serialNumber = options.serialNumber ?? (lastSerialNumber++).toString(16);
  const tbs = sequence(
    around(0, integer(2)),
    encodeDer(TAG.integer, hexToBytes(serialNumber)),
    signer.algorithm,
    options.issuer?.certificate.subject.der ?? subject,
    sequence(utcTime(notBefore), utcTime(notAfter)),
    subject,
    key.spki,
    ...(extensions.length === 0 ? [] : [around(3, sequence(...extensions))]),
  );
  const der = sequence(tbs, signer.algorithm, bitString(await signer.sign(tbs)));
  return { certificate: parseCertificate(der), key };
}

/** Issues an authority; a root if there is no issuer. */
export function issueAuthority(
  commonName: string,
  options: Partial<IssueOptions> & { readonly pathLength?: number | null } = {},
): Promise<Issued> {
  const { pathLength = null, extensions = [], ...rest } = options;
  return issue({
    subject: name({ C: "XX", CN: commonName }),
    ...rest,
    extensions: [basicConstraints(pathLength), keyUsage(5, 6), ...extensions],
  });
}

/** Issues a time-stamping unit. */
export function issueUnit(issuer: Issued, options: Partial<IssueOptions> = {}): Promise<Issued> {
  const { extensions = [], ...rest } = options;
  return issue({
    subject: name({ C: "XX", CN: "Unit" }),
    issuer,
    ...rest,
    extensions: [keyUsage(0), purposes(TIME_STAMPING), ...extensions],
  });
}

export interface CrlOptions {
  readonly revoked?: readonly {
    readonly certificate: Certificate;
    readonly at: Date;
    readonly reason?: number;
    /** Extensions of the entry, after its reason. */
    readonly extensions?: readonly Uint8Array[];
  }[];
  readonly isNumberCritical?: boolean;
  /** Issuer name in the list. Default: the issuer's subject. */
  readonly issuerName?: Uint8Array;
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date | null;
  readonly extensions?: readonly Uint8Array[];
  readonly hasNumber?: boolean;
}

export async function issueCrl(issuer: Issued, options: CrlOptions = {}): Promise<Crl> {
  const { key, certificate } = issuer;
  const { thisUpdate = NOW, nextUpdate = NOT_AFTER, revoked = [] } = options;
  const entries = revoked.map(({ certificate: { serialNumber }, at, reason, extensions: others = [] }) => {
    const ofEntry = [
      ...(reason === undefined
        ? []
        : [extension("2.5.29.21", encodeDer(TAG.enumerated, Uint8Array.of(reason)))]),
      ...others,
    ];
    return sequence(
      encodeDer(TAG.integer, serialNumber),
      utcTime(at),
      ...(ofEntry.length === 0 ? [] : [sequence(...ofEntry)]),
    );
  });
  const extensions = [
    extension("2.5.29.35", sequence(plain(0, await keyIdentifier(key.spki)))),
    ...(options.hasNumber === false ? [] : [extension("2.5.29.20", integer(7), options.isNumberCritical)]),
    ...(options.extensions ?? []),
  ];
  const tbs = sequence(
    integer(1),
    key.algorithm,
    options.issuerName ?? certificate.subject.der,
    utcTime(thisUpdate),
    ...(nextUpdate === null ? [] : [utcTime(nextUpdate)]),
    ...(entries.length === 0 ? [] : [sequence(...entries)]),
    around(0, sequence(...extensions)),
  );
  return parseCrl(sequence(tbs, key.algorithm, bitString(await key.sign(tbs))));
}

export interface OcspOptions {
  /** The signer. Default: the issuer. */
  readonly responder?: Issued;
  readonly status?: "good" | "unknown" | { readonly revokedAt: Date; readonly reason?: number };
  readonly thisUpdate?: Date;
  readonly nextUpdate?: Date | null;
  readonly certificates?: readonly Certificate[];
  readonly isNamedByKey?: boolean;
  /** What the hashes of the issuer are said to be. Default: SHA-1, which they are. */
  readonly hashAlgorithm?: string;
  /** Extensions of the answer. */
  readonly extensions?: readonly Uint8Array[];
  /** More answers about the same certificate, after the first. */
  readonly others?: readonly NonNullable<OcspOptions["status"]>[];
}

export async function issueOcspResponse(
  issuer: Issued,
  { serialNumber }: Certificate,
  options: OcspOptions = {},
): Promise<OcspResponse> {
  const { responder = issuer, status = "good", thisUpdate = NOW, nextUpdate = NOT_AFTER } = options;
  const { certificates = [] } = options;
  const sha1 = async (bytes: Uint8Array) =>
    octets(new Uint8Array(await crypto.subtle.digest("SHA-1", bytesOf(bytes))));
  const { subject, spki } = issuer.certificate;
  const id = sequence(
    sequence(oid(options.hashAlgorithm ?? "1.3.14.3.2.26"), NULL),
    await sha1(subject.der),
    await sha1(spki.publicKey),
    encodeDer(TAG.integer, serialNumber),
  );
  const { extensions = [], others = [] } = options;
  const answers = [status, ...others].map((said) =>
    sequence(
      id,
      encodeStatus(said),
      generalizedTime(thisUpdate),
      ...(nextUpdate === null ? [] : [around(0, generalizedTime(nextUpdate))]),
      ...(extensions.length === 0 ? [] : [around(1, sequence(...extensions))]),
    ),
  );
  const { certificate, key } = responder;
  const tbs = sequence(
    options.isNamedByKey === true
      ? around(2, await sha1(certificate.spki.publicKey))
      : around(1, certificate.subject.der),
    generalizedTime(thisUpdate),
    sequence(...answers),
  );
  const basic = sequence(
    tbs,
    key.algorithm,
    bitString(await key.sign(tbs)),
    ...(certificates.length === 0 ? [] : [around(0, sequence(...certificates.map(({ der }) => der)))]),
  );
  const response = sequence(
    encodeDer(TAG.enumerated, Uint8Array.of(0)),
    around(0, sequence(oid("1.3.6.1.5.5.7.48.1.1"), octets(basic))),
  );
  return parseOcspResponse(response);
}

function encodeStatus(status: NonNullable<OcspOptions["status"]>): Uint8Array {
  if (status === "good") return plain(0);
  if (status === "unknown") return plain(2);
  const reason =
    status.reason === undefined ? [] : [around(0, encodeDer(TAG.enumerated, Uint8Array.of(status.reason)))];
  return around(1, generalizedTime(status.revokedAt), ...reason);
}
