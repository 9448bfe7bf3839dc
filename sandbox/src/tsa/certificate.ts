/** Keys and certificates. */

import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  randomBytes,
  sign,
  X509Certificate,
} from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { SANDBOX_ORGANISATION } from "@svc-proof/verifier-lib/rfc3161";
import { Set as AsnSet, BitString, Integer, Null, OctetString, Sequence, Utf8String } from "asn1js";
import {
  AccessDescription,
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AuthorityKeyIdentifier,
  BasicConstraints,
  Certificate,
  CRLDistributionPoints,
  DistributionPoint,
  Extension,
  ExtKeyUsage,
  GeneralName,
  InfoAccess,
  id_AuthorityInfoAccess,
  id_AuthorityKeyIdentifier,
  id_BasicConstraints,
  id_CRLDistributionPoints,
  id_ExtKeyUsage,
  id_KeyUsage,
  id_SubjectKeyIdentifier,
  id_sha256,
  PublicKeyInfo,
  RelativeDistinguishedNames,
  Time,
  TimeType,
} from "pkijs";

// Serial numbers of certificates and tokens. They are random, so that they are unique without any stored state, even
// after a crash (RFC 3161, section 2.4.2).

/** RFC 5280, section 4.1.2.2, and RFC 3161, section 2.4.2: the most that readers must support. */
const SERIAL_NUMBER_BYTES = 20;

/** A positive number of 20 bytes with 158 random bits. */
export function randomSerialNumber(): Integer {
  const bytes = randomBytes(SERIAL_NUMBER_BYTES);
  bytes[0] = (bytes[0]! & 0x3f) | 0x40;
  return new Integer({ valueHex: bytes });
}

// Signs with keys of the sandbox's authority: ECDSA on P-256 or RSA (PKCS #1, version 1.5), both with SHA-256.

const signAsync: (digest: string, bytes: Uint8Array, key: KeyObject) => Promise<Buffer> = promisify(sign);

/** A signature over bytes. For ECDSA it is in DER. */
export function signBytes(key: KeyObject, bytes: Uint8Array): Promise<Buffer> {
  return signAsync("sha256", bytes, key);
}

/** RFC 5758, section 3.2; RFC 4055, section 5. */
export function signatureAlgorithm({ asymmetricKeyType }: KeyObject): AlgorithmIdentifier {
  return asymmetricKeyType === "ec"
    ? new AlgorithmIdentifier({ algorithmId: "1.2.840.10045.4.3.2" })
    : new AlgorithmIdentifier({ algorithmId: "1.2.840.113549.1.1.11", algorithmParams: new Null() });
}

/** The identifier of the digest by itself: RFC 5754, section 2. */
export function digestAlgorithm(): AlgorithmIdentifier {
  return new AlgorithmIdentifier({ algorithmId: id_sha256 });
}

// Certificates of the sandbox's timestamping authority: RFC 5280, and RFC 3161, section 2.3, for the signing one. They
// name addresses of the authority's own server for their revocation.

const COMMON_NAME = "2.5.4.3";
const ORGANISATION_NAME = "2.5.4.10";
const TIME_STAMPING = "1.3.6.1.5.5.7.3.8";
/** RFC 5280, section 4.1.2.5: dates from this year on are not encoded as UTCTime. */
const FIRST_YEAR_OF_GENERALIZED_TIME = 2050;

const DIGITAL_SIGNATURE = 0x80;
const KEY_CERT_SIGN = 0x04;
const CRL_SIGN = 0x02;

const OCSP = "1.3.6.1.5.5.7.48.1";
const CA_ISSUERS = "1.3.6.1.5.5.7.48.2";

/** Paths on the authority's server. */
export const ROOT_CRL_PATH = "/root.crl";
export const CA_CRL_PATH = "/ca.crl";
export const CA_PATH = "/ca.cer";
export const OCSP_PATH = "/ocsp";

type Role = "root" | "ca" | "tsa";

/** A certificate and its private key. */
export interface Credential {
  readonly certificate: Certificate;
  readonly privateKey: KeyObject;
}

export interface CertificateRequest {
  readonly role: Role;
  readonly commonName: string;
  readonly privateKey: KeyObject;
  readonly notBefore: Date;
  readonly notAfter: Date;
  /** Address of the server that answers for its issuer; null for a root. */
  readonly answersAt: string | null;
}

/** Issues a certificate; the root's is signed with its own key. */
export async function issueCertificate(
  { role, commonName, privateKey, notBefore, notAfter, answersAt }: CertificateRequest,
  issuer: Credential | null,
): Promise<Certificate> {
  const publicKey = createPublicKey(privateKey).export({ type: "spki", format: "der" });
  const subject = nameOf(commonName);
  const issuerKey = issuer?.privateKey ?? privateKey;
  const certificate = new Certificate({
    version: 2,
    serialNumber: randomSerialNumber(),
    signature: signatureAlgorithm(issuerKey),
    issuer: issuer?.certificate.subject ?? subject,
    notBefore: timeOf(notBefore),
    notAfter: timeOf(notAfter),
    subject,
    subjectPublicKeyInfo: PublicKeyInfo.fromBER(publicKey),
    extensions: [
      ...extensionsOf(role),
      ...keyIdentifiers(privateKey, issuerKey),
      ...(answersAt === null ? [] : addressesOf(role, answersAt)),
    ],
    signatureAlgorithm: signatureAlgorithm(issuerKey),
  });
  certificate.tbs = certificate.encodeTBS().toBER();
  certificate.signatureValue = new BitString({
    valueHex: await signBytes(issuerKey, certificate.tbsView),
  });
  return certificate;
}

function nameOf(commonName: string): RelativeDistinguishedNames {
  const attribute = (type: string, value: string) =>
    new AsnSet({ value: [new AttributeTypeAndValue({ type, value: new Utf8String({ value }) }).toSchema()] });
  const name = new Sequence({
    value: [attribute(ORGANISATION_NAME, SANDBOX_ORGANISATION), attribute(COMMON_NAME, commonName)],
  });
  // Not built from attributes, because pkijs would put them all into one relative name.
  return RelativeDistinguishedNames.fromBER(name.toBER());
}

/** Times of certificates have no fractions of a second. */
export function timeOf(time: Date): Time {
  const value = new Date(Math.floor(time.getTime() / 1000) * 1000);
  const isLate = value.getUTCFullYear() >= FIRST_YEAR_OF_GENERALIZED_TIME;
  return new Time({ type: isLate ? TimeType.GeneralizedTime : TimeType.UTCTime, value });
}

function extensionsOf(role: Role): Extension[] {
  switch (role) {
    case "root":
      return [basicConstraints(undefined), keyUsage(KEY_CERT_SIGN | CRL_SIGN, 1)];
    case "ca":
      return [basicConstraints(0), keyUsage(KEY_CERT_SIGN | CRL_SIGN, 1)];
    // RFC 3161, section 2.3: critical, and the only purpose.
    case "tsa":
      return [
        keyUsage(DIGITAL_SIGNATURE, 7),
        extension(id_ExtKeyUsage, true, new ExtKeyUsage({ keyPurposes: [TIME_STAMPING] }).toSchema()),
      ];
  }
}

function keyIdentifiers(subject: KeyObject, issuer: KeyObject): Extension[] {
  const authority = new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuer) });
  return [
    extension(id_SubjectKeyIdentifier, false, keyIdentifier(subject)),
    extension(id_AuthorityKeyIdentifier, false, authority.toSchema()),
  ];
}

/** RFC 7093, section 2, method 1. */
export function keyIdentifier(key: KeyObject): OctetString {
  const der = createPublicKey(key).export({ type: "spki", format: "der" });
  const bits = PublicKeyInfo.fromBER(der).subjectPublicKey.valueBlock.valueHexView;
  return new OctetString({ valueHex: createHash("sha256").update(bits).digest().subarray(0, 20) });
}

/** Where the issuer answers about a certificate. The root's key is not kept, so that it can only have a list. */
function addressesOf(role: Role, server: string): Extension[] {
  const uri = (path: string) => new GeneralName({ type: 6, value: `${server}${path}` });
  const point = (path: string) =>
    extension(
      id_CRLDistributionPoints,
      false,
      new CRLDistributionPoints({
        distributionPoints: [new DistributionPoint({ distributionPoint: [uri(path)] })],
      }).toSchema(),
    );
  if (role === "ca") return [point(ROOT_CRL_PATH)];
  const access = new InfoAccess({
    accessDescriptions: [
      new AccessDescription({ accessMethod: OCSP, accessLocation: uri(OCSP_PATH) }),
      new AccessDescription({ accessMethod: CA_ISSUERS, accessLocation: uri(CA_PATH) }),
    ],
  });
  return [point(CA_CRL_PATH), extension(id_AuthorityInfoAccess, false, access.toSchema())];
}

function basicConstraints(pathLenConstraint: number | undefined): Extension {
  const value = new BasicConstraints({
    cA: true,
    ...(pathLenConstraint === undefined ? {} : { pathLenConstraint }),
  });
  return extension(id_BasicConstraints, true, value.toSchema());
}

function keyUsage(bits: number, unusedBits: number): Extension {
  return extension(id_KeyUsage, true, new BitString({ valueHex: Uint8Array.of(bits), unusedBits }));
}

function extension(extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() });
}

/** For the owner alone, like all files of the data folder. */
const MODE = 0o600;

/** Replaces a file atomically: after a crash the file has the former content or this one. */
export async function replaceFile(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  const file = await open(draft, "w", MODE);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
  const folder = await open(dirname(path));
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

// A private key and its certificates in one PEM file, so that no crash separates them. Only the owner can read it.

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

export interface CredentialFile {
  readonly privateKey: KeyObject;
  /** The key's own first, then its issuer's. */
  readonly certificates: readonly Certificate[];
}

/**
 * Null when the file is missing or incomplete; an incomplete file is set aside.
 *
 * @param count of certificates that the file must contain.
 */
export async function readCredentialFile(path: string, count: number): Promise<CredentialFile | null> {
  const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  if (text === null) return null;
  try {
    const privateKey = createPrivateKey(text);
    const certificates = (text.match(CERTIFICATE) ?? []).map((pem) => new X509Certificate(pem));
    if (certificates.length === count && certificates[0]!.checkPrivateKey(privateKey)) {
      return { privateKey, certificates: certificates.map(({ raw }) => Certificate.fromBER(raw)) };
    }
  } catch {
    // The file is unusable for any reason.
  }
  await rename(path, `${path}.damaged`);
  return null;
}

export function writeCredentialFile(
  path: string,
  { privateKey, certificates }: CredentialFile,
): Promise<void> {
  const key = privateKey.export({ type: "pkcs8", format: "pem" });
  return replaceFile(path, [key, ...certificates.map(certificatePem)].join(""));
}

export function certificatePem(certificate: Certificate): string {
  return new X509Certificate(derOf(certificate)).toString();
}

export function derOf(certificate: Certificate): Buffer {
  return Buffer.from(certificate.toSchema().toBER());
}

const generate = promisify(generateKeyPair);

export type KeyKind = "p256" | "rsa";

/** ETSI TS 119 312, table 8: the recommended RSA key size. Generating a key takes some tenths of a second. */
const RSA_BITS = 3072;

/** A new private key. */
export async function makeKey(kind: KeyKind): Promise<KeyObject> {
  const { privateKey } =
    kind === "p256"
      ? await generate("ec", { namedCurve: "P-256" })
      : await generate("rsa", { modulusLength: RSA_BITS });
  return privateKey;
}
