/**
 * What the sandbox's authority says about the revocation of its certificates: lists (RFC 5280, section 5) and OCSP
 * responses (RFC 6960), signed with the issuer's own key.
 */
import { createHash } from "node:crypto";
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
import { type Credential, keyIdentifier, timeOf } from "./certificate.js";
import { signatureAlgorithm, signBytes } from "./sign-bytes.js";

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
