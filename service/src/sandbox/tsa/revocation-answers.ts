/**
 * What the sandbox's authority says about the revocation of its certificates: lists (RFC 5280, section 5) and OCSP
 * responses (RFC 6960), signed with the issuer's own key.
 */
import { createHash } from "node:crypto";
import {
  BitString,
  Constructed,
  Enumerated,
  GeneralizedTime,
  Integer,
  OctetString,
  Primitive,
  type Sequence,
} from "asn1js";
import {
  AuthorityKeyIdentifier,
  BasicOCSPResponse,
  type CertID,
  CertificateRevocationList,
  Extension,
  Extensions,
  id_AuthorityKeyIdentifier,
  id_CRLNumber,
  id_CRLReason,
  id_PKIX_OCSP_Basic,
  OCSPRequest,
  OCSPResponse,
  ResponseBytes,
  ResponseData,
  RevokedCertificate,
  SingleResponse,
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
  const data = new ResponseData({
    responderID: issuer.certificate.subject,
    producedAt: seconds(validity.thisUpdate),
    responses: asked.map((certID) => singleResponse(certID, issuer, revoked, validity)),
  });
  const tbs = data.toSchema(true);
  const basic = new BasicOCSPResponse({
    tbsResponseData: data,
    signatureAlgorithm: signatureAlgorithm(issuer.privateKey),
    signature: new BitString({
      valueHex: await signBytes(issuer.privateKey, new Uint8Array(tbs.toBER())),
    }),
  });
  return ocspResponse(SUCCESSFUL, basic);
}

function singleResponse(
  certID: CertID,
  issuer: Credential,
  revoked: readonly Revocation[],
  { thisUpdate, nextUpdate }: Validity,
): SingleResponse {
  const serialNumberHex = Buffer.from(certID.serialNumber.valueBlock.valueHexView)
    .toString("hex")
    .toUpperCase();
  const revocation = revoked.find((one) => one.serialNumberHex === serialNumberHex);
  return new SingleResponse({
    certID,
    certStatus: !isIssuer(certID, issuer)
      ? status(2)
      : revocation === undefined
        ? status(0)
        : revokedStatus(revocation),
    thisUpdate: seconds(thisUpdate),
    nextUpdate: seconds(nextUpdate),
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

/** Good (0) or unknown (2): an empty value under its number. */
function status(tagNumber: number): Primitive {
  return new Primitive({ idBlock: { tagClass: 3, tagNumber } });
}

function revokedStatus({ at, reason }: Revocation): Constructed {
  return new Constructed({
    idBlock: { tagClass: 3, tagNumber: 1 },
    value: [
      new GeneralizedTime({ valueDate: seconds(at) }),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [new Enumerated({ value: reason })] }),
    ],
  });
}

function ocspResponse(responseStatus: number, basic: BasicOCSPResponse | null): Uint8Array {
  const response = new OCSPResponse({
    responseStatus: new Enumerated({ value: responseStatus }),
    ...(basic !== null && {
      responseBytes: new ResponseBytes({
        responseType: id_PKIX_OCSP_Basic,
        response: new OctetString({ valueHex: basic.toSchema().toBER() }),
      }),
    }),
  });
  return new Uint8Array(response.toSchema().toBER());
}

function extension(extnID: string, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical: false, extnValue: value.toBER() });
}

/** Times in lists and responses have no fractions of a second. */
function seconds(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1000) * 1000);
}
