/** The authority, its lists and OCSP. */

import { createHash, type KeyObject, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type AsnType,
  BitString,
  Constructed,
  Enumerated,
  GeneralizedTime,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from "asn1js";
import {
  AuthorityKeyIdentifier,
  type CertID,
  type Certificate,
  CertificateRevocationList,
  Extension,
  Extensions,
  id_AuthorityKeyIdentifier,
  id_CRLNumber,
  id_CRLReason,
  id_PKIX_OCSP_Basic,
  OCSPRequest,
  RevokedCertificate,
} from "pkijs";
import {
  type Credential,
  certificatePem,
  issueCertificate,
  keyIdentifier,
  makeKey,
  readCredentialFile,
  replaceFile,
  signatureAlgorithm,
  signBytes,
  timeOf,
  writeCredentialFile,
} from "./certificate.js";

// What the sandbox's authority says about the revocation of its certificates: lists (RFC 5280, section 5) and OCSP
// responses (RFC 6960), signed with the issuer's own key.

export interface Revocation {
  /** Upper-case hexadecimal, as in a certificate. */
  readonly serialNumberHex: string;
  readonly at: Date;
  /** CRLReason: RFC 5280, section 5.3.1. */
  readonly reason: number;
}

export interface Validity {
  readonly thisUpdate: Date;
  readonly nextUpdate: Date;
}

/** A full list, in DER. */
export async function encodeCrl(
  issuer: Credential,
  revoked: readonly Revocation[],
  { thisUpdate, nextUpdate }: Validity,
): Promise<Uint8Array> {
  const algorithm = signatureAlgorithm(issuer.privateKey);
  const authority = new AuthorityKeyIdentifier({ keyIdentifier: keyIdentifier(issuer.privateKey) });
  const list = new CertificateRevocationList({
    version: 1,
    signature: algorithm,
    issuer: issuer.certificate.subject,
    thisUpdate: timeOf(thisUpdate),
    nextUpdate: timeOf(nextUpdate),
    crlExtensions: new Extensions({
      extensions: [
        extension(id_AuthorityKeyIdentifier, authority.toSchema()),
        extension(id_CRLNumber, new Integer({ value: Math.floor(thisUpdate.getTime() / 1000) })),
      ],
    }),
    signatureAlgorithm: algorithm,
  });
  if (revoked.length > 0) {
    list.revokedCertificates = revoked.map(
      ({ serialNumberHex, at, reason }) =>
        new RevokedCertificate({
          userCertificate: new Integer({ valueHex: Buffer.from(serialNumberHex, "hex") }),
          revocationDate: timeOf(at),
          crlEntryExtensions: new Extensions({
            extensions: [extension(id_CRLReason, new Enumerated({ value: reason }))],
          }),
        }),
    );
  }
  list.tbs = (list.toSchema(true) as Sequence).valueBlock.value[0]!.toBER();
  list.signatureValue = new BitString({ valueHex: await signBytes(issuer.privateKey, list.tbsView) });
  return new Uint8Array(list.toSchema().toBER());
}

/** Tags of the class for a context. */
const CONTEXT = 3;
const GOOD = 0;
const REVOKED = 1;
const UNKNOWN = 2;
const SUCCESSFUL = 0;
const MALFORMED_REQUEST = 1;
const SHA_1 = "1.3.14.3.2.26";

/**
 * An OCSPResponse to a request about one or more certificates, in DER. Certificates of another issuer are unknown, as are
 * issuers named by another hash than SHA-1 (RFC 5019).
 */
export async function answerOcsp(
  query: Uint8Array,
  issuer: Credential,
  revoked: readonly Revocation[],
  validity: Validity,
): Promise<Uint8Array> {
  let asked: readonly CertID[];
  try {
    asked = OCSPRequest.fromBER(Uint8Array.from(query)).tbsRequest.requestList.map(({ reqCert }) => reqCert);
  } catch {
    return ocspResponse(MALFORMED_REQUEST, null);
  }
  const tbs = new Sequence({
    value: [
      tagged(1, issuer.certificate.subject.toSchema()),
      new GeneralizedTime({ valueDate: seconds(validity.thisUpdate) }),
      new Sequence({ value: asked.map((certId) => singleResponse(certId, issuer, revoked, validity)) }),
    ],
  });
  const signature = await signBytes(issuer.privateKey, new Uint8Array(tbs.toBER()));
  const algorithm = signatureAlgorithm(issuer.privateKey).toSchema();
  return ocspResponse(
    SUCCESSFUL,
    new Sequence({ value: [tbs, algorithm, new BitString({ valueHex: signature })] }),
  );
}

function singleResponse(
  certId: CertID,
  issuer: Credential,
  revoked: readonly Revocation[],
  { thisUpdate, nextUpdate }: Validity,
): Sequence {
  const serialNumberHex = Buffer.from(certId.serialNumber.valueBlock.valueHexView)
    .toString("hex")
    .toUpperCase();
  const revocation = revoked.find((one) => one.serialNumberHex === serialNumberHex);
  const known = revocation === undefined ? status(GOOD) : revokedStatus(revocation);
  return new Sequence({
    value: [
      certId.toSchema(),
      isIssuer(certId, issuer) ? known : status(UNKNOWN),
      new GeneralizedTime({ valueDate: seconds(thisUpdate) }),
      tagged(0, new GeneralizedTime({ valueDate: seconds(nextUpdate) })),
    ],
  });
}

function isIssuer(
  { hashAlgorithm, issuerNameHash, issuerKeyHash }: CertID,
  { certificate }: Credential,
): boolean {
  if (hashAlgorithm.algorithmId !== SHA_1) return false;
  const name = sha1(new Uint8Array(certificate.subject.toSchema().toBER()));
  const key = sha1(certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView);
  return (
    name.equals(issuerNameHash.valueBlock.valueHexView) && key.equals(issuerKeyHash.valueBlock.valueHexView)
  );
}

function sha1(bytes: Uint8Array): Buffer {
  return createHash("sha1").update(bytes).digest();
}

/** An empty value under its number. */
function status(tagNumber: number): Primitive {
  return new Primitive({ idBlock: { tagClass: CONTEXT, tagNumber } });
}

function revokedStatus({ at, reason }: Revocation): Constructed {
  return tagged(
    REVOKED,
    new GeneralizedTime({ valueDate: seconds(at) }),
    tagged(0, new Enumerated({ value: reason })),
  );
}

function ocspResponse(responseStatus: number, basic: Sequence | null): Uint8Array {
  const bytes = (response: Sequence) =>
    tagged(
      0,
      new Sequence({
        value: [
          new ObjectIdentifier({ value: id_PKIX_OCSP_Basic }),
          new OctetString({ valueHex: response.toBER() }),
        ],
      }),
    );
  const response = new Sequence({
    value: [new Enumerated({ value: responseStatus }), ...(basic === null ? [] : [bytes(basic)])],
  });
  return new Uint8Array(response.toBER());
}

function tagged(tagNumber: number, ...value: AsnType[]): Constructed {
  return new Constructed({ idBlock: { tagClass: CONTEXT, tagNumber }, value });
}

function extension(extnID: string, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical: false, extnValue: value.toBER() });
}

/** Times in lists and responses have no fractions of a second. */
function seconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}

// The issuers of the sandbox's signing certificates: a root, and a certification authority below it. Both are created
// once. The root's private key signs that one certificate and is not kept.

const DAY_MS = 86_400_000;
/** Longer than the lifetime of any sandbox. */
const VALIDITY_MS: number = 20 * 365 * DAY_MS;

export interface CertificateAuthority {
  readonly root: Certificate;
  readonly ca: Credential;
  /** File that holds the root's certificate, in PEM: a verifier's trust anchor. */
  readonly rootPath: string;
  /** The root's list, DER: it revokes nothing. Null for an authority of an earlier version. */
  readonly rootCrl: Uint8Array | null;
  /** Address of the server that answers about revocation. */
  readonly url: string;
}

/**
 * Opens the authority in the folder, or creates one.
 *
 * @param folder must exist.
 * @param url where its server listens; what is created now names it.
 */
export async function openCertificateAuthority(folder: string, url: string): Promise<CertificateAuthority> {
  const path = join(folder, "ca.pem");
  const rootPath = join(folder, "root.pem");
  const kept = await readCredentialFile(path, 2);
  const crlPath = join(folder, "root.crl");
  const made = kept === null ? await makeAuthority(url) : null;
  const { privateKey, certificates } = (kept ?? made)!;
  const [certificate, root] = certificates as [Certificate, Certificate];
  if (made !== null) {
    // First: the root's key is gone once the certificates are written.
    await replaceFile(crlPath, Buffer.from(made.rootCrl).toString("base64"));
    await writeCredentialFile(path, { privateKey, certificates });
  }
  // Rewrite the copy for verifiers from the stored certificates.
  await replaceFile(rootPath, certificatePem(root));
  const rootCrl = made?.rootCrl ?? (await readKept(crlPath));
  return { root, ca: { certificate, privateKey }, rootPath, rootCrl, url };
}

async function readKept(path: string): Promise<Uint8Array | null> {
  const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return null;
  });
  return text === null ? null : new Uint8Array(Buffer.from(text, "base64"));
}

async function makeAuthority(
  url: string,
): Promise<{ privateKey: KeyObject; certificates: Certificate[]; rootCrl: Uint8Array }> {
  const [rootKey, privateKey] = [await makeKey("p256"), await makeKey("p256")];
  const now = Date.now();
  // Two sandboxes are two authorities. With the same name, their certificates could be confused until a signature
  // fails.
  const id = randomBytes(4).toString("hex");
  // From a day ago, in case the clock is set back.
  const validity = { notBefore: new Date(now - DAY_MS), notAfter: new Date(now + VALIDITY_MS) };
  const root = await issueCertificate(
    {
      role: "root",
      commonName: `Sandbox root ${id}: no evidential value`,
      privateKey: rootKey,
      ...validity,
      answersAt: null,
    },
    null,
  );
  const ca = await issueCertificate(
    {
      role: "ca",
      commonName: `Sandbox CA ${id}: no evidential value`,
      privateKey,
      ...validity,
      answersAt: url,
    },
    { certificate: root, privateKey: rootKey },
  );
  const issuer = { certificate: root, privateKey: rootKey };
  const rootCrl = await encodeCrl(issuer, [], {
    thisUpdate: validity.notBefore,
    nextUpdate: validity.notAfter,
  });
  return { privateKey, certificates: [ca, root], rootCrl };
}
