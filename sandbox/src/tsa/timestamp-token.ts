/**
 * Timestamp tokens of the sandbox: RFC 3161, section 2.4.2, in CMS SignedData (RFC 5652), with the reference to the
 * signing certificate of RFC 5816. DER throughout.
 */
import { createHash } from "node:crypto";
import {
  Set as AsnSet,
  type AsnType,
  Constructed,
  Integer,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
} from "asn1js";
import {
  Attribute,
  type Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  IssuerAndSerialNumber,
  id_eContentType_TSTInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from "pkijs";
import type { Credential } from "./certificate.js";
import { derOf } from "./credential-file.js";
import { randomSerialNumber } from "./serial-number.js";
import { digestAlgorithm, signatureAlgorithm, signBytes } from "./sign-bytes.js";

const CONTENT_TYPE = "1.2.840.113549.1.9.3";
const MESSAGE_DIGEST = "1.2.840.113549.1.9.4";
const SIGNING_CERTIFICATE_V2 = "1.2.840.113549.1.9.16.2.47";
/** RFC 5652, section 5.3: because the signer is named by issuer and serial number. */
const SIGNER_INFO_VERSION = 1;
/** RFC 5652, section 5.1: because the content is not `id-data`. */
const SIGNED_DATA_VERSION = 3;
/** GeneralName, RFC 5280, section 4.2.1.6. */
const DIRECTORY_NAME = 4;
/** Assumed maximum error of this machine's clock. It is not measured. */
const ACCURACY_SECONDS = 1;

export interface TokenOptions {
  /** MessageImprint and nonce as in the request. */
  readonly imprint: AsnType;
  readonly nonce: Integer | null;
  readonly policyOid: string;
  readonly genTime: Date;
  readonly signer: Credential;
  /** The certificates in the token; empty if the request wants none. */
  readonly certificates: readonly Certificate[];
}

/** A signed token: ContentInfo. */
export async function encodeTimestampToken(options: TokenOptions): Promise<ContentInfo> {
  const { signer, certificates } = options;
  const { certificate, privateKey } = signer;
  const content = new Uint8Array(encodeTstInfo(options).toBER());
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    attributes: inOrder([
      attribute(CONTENT_TYPE, new ObjectIdentifier({ value: id_eContentType_TSTInfo })),
      attribute(MESSAGE_DIGEST, new OctetString({ valueHex: sha256(content) })),
      attribute(SIGNING_CERTIFICATE_V2, signingCertificate(certificate)),
    ]),
  });
  // RFC 5652, section 5.4: signed as SET OF, not under the tag [0] that they have in the message.
  const signed = new AsnSet({ value: signedAttrs.attributes.map((one) => one.toSchema()) }).toBER();
  const encapContentInfo = new EncapsulatedContentInfo({ eContentType: id_eContentType_TSTInfo });
  // Set afterwards, because the constructor would split it into pieces, which BER allows but DER does not.
  encapContentInfo.eContent = new OctetString({ valueHex: content });
  const signedData = new SignedData({
    version: SIGNED_DATA_VERSION,
    digestAlgorithms: [digestAlgorithm()],
    encapContentInfo,
    ...(certificates.length === 0 ? {} : { certificates: inOrder(certificates) }),
    signerInfos: [
      new SignerInfo({
        version: SIGNER_INFO_VERSION,
        sid: new IssuerAndSerialNumber({
          issuer: certificate.issuer,
          serialNumber: certificate.serialNumber,
        }),
        digestAlgorithm: digestAlgorithm(),
        signedAttrs,
        signatureAlgorithm: signatureAlgorithm(privateKey),
        signature: new OctetString({ valueHex: await signBytes(privateKey, new Uint8Array(signed)) }),
      }),
    ],
  });
  return new ContentInfo({ contentType: ContentInfo.SIGNED_DATA, content: signedData.toSchema(true) });
}

function encodeTstInfo({ policyOid, imprint, genTime, nonce, signer }: TokenOptions): Sequence {
  const name = new GeneralName({ type: DIRECTORY_NAME, value: signer.certificate.subject });
  return new Sequence({
    value: [
      new Integer({ value: 1 }),
      new ObjectIdentifier({ value: policyOid }),
      imprint,
      randomSerialNumber(),
      generalizedTime(genTime),
      new Sequence({ value: [new Integer({ value: ACCURACY_SECONDS })] }),
      ...(nonce === null ? [] : [nonce]),
      new Constructed({ idBlock: { tagClass: 3, tagNumber: 0 }, value: [name.toSchema()] }),
    ],
  });
}

/** RFC 3161, section 2.4.2: a fraction without zeros at its end, or none. asn1js would write `.000`. */
function generalizedTime(time: Date): Primitive {
  const text = time.toISOString().replace(/[-:T]|\.?0*Z$/g, "");
  return new Primitive({
    idBlock: { tagClass: 1, tagNumber: 24 },
    valueHex: Buffer.from(`${text}Z`, "latin1"),
  });
}

/** ESSCertIDv2 with its default digest, SHA-256, which DER leaves out. */
function signingCertificate(certificate: Certificate): Sequence {
  const issuer = new GeneralName({ type: DIRECTORY_NAME, value: certificate.issuer });
  const issuerSerial = new Sequence({
    value: [new Sequence({ value: [issuer.toSchema()] }), certificate.serialNumber],
  });
  const certHash = new OctetString({ valueHex: sha256(derOf(certificate)) });
  const essCertId = new Sequence({ value: [certHash, issuerSerial] });
  return new Sequence({ value: [new Sequence({ value: [essCertId] })] });
}

function attribute(type: string, value: AsnType): Attribute {
  return new Attribute({ type, values: [value] });
}

/** X.690, section 11.6: the members of a SET OF are in the order of their encodings. */
function inOrder<Member extends { toSchema(): { toBER(): ArrayBuffer } }>(
  members: readonly Member[],
): Member[] {
  return members
    .map((member) => ({ member, encoding: Buffer.from(member.toSchema().toBER()) }))
    .sort((a, b) => Buffer.compare(a.encoding, b.encoding))
    .map(({ member }) => member);
}

function sha256(bytes: Uint8Array): Buffer {
  return createHash("sha256").update(bytes).digest();
}
