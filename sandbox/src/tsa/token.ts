/** Requests, tokens, responses. */

import { createHash, X509Certificate } from "node:crypto";
import { join } from "node:path";
import { FormatError } from "@svc-proof/shared/encoding";
import {
  parseTimestampRequest,
  type Rfc3161ErrorCode,
  SANDBOX_ORGANISATION,
} from "@svc-proof/verifier-lib/rfc3161";
import {
  Set as AsnSet,
  type AsnType,
  BitString,
  Constructed,
  fromBER,
  Integer,
  Null,
  ObjectIdentifier,
  OctetString,
  Primitive,
  Sequence,
  Utf8String,
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
import type { CertificateAuthority } from "./authority.js";
import {
  type Credential,
  certificatePem,
  derOf,
  digestAlgorithm,
  issueCertificate,
  type KeyKind,
  makeKey,
  randomSerialNumber,
  readCredentialFile,
  signatureAlgorithm,
  signBytes,
  writeCredentialFile,
} from "./certificate.js";

// Decides whether the sandbox's authority accepts a request: RFC 3161, sections 2.4.1 and 2.4.2. It gives the reasons
// that OpenSSL's authority gives in the same case.

/** Digest sizes by algorithm: NIST CSOR, SHA-2 and SHA-3. SHA-1 and older algorithms are refused. */
const DIGEST_BYTES: ReadonlyMap<string, number> = new Map([
  ["2.16.840.1.101.3.4.2.1", 32],
  ["2.16.840.1.101.3.4.2.2", 48],
  ["2.16.840.1.101.3.4.2.3", 64],
  ["2.16.840.1.101.3.4.2.8", 32],
  ["2.16.840.1.101.3.4.2.9", 48],
  ["2.16.840.1.101.3.4.2.10", 64],
]);

export interface AcceptedRequest {
  /** MessageImprint as in the request. */
  readonly imprint: AsnType;
  readonly nonce: Integer | null;
  readonly certReq: boolean;
}

/** Why a request is refused. */
export class RequestRefusal extends Error {
  override readonly name = "RequestRefusal";
  readonly failInfo: keyof typeof FAIL_INFO;

  constructor(failInfo: keyof typeof FAIL_INFO, message: string) {
    super(message);
    this.failInfo = failInfo;
  }
}

/**
 * @param policyOid the authority's only policy, dotted.
 * @throws RequestRefusal
 */
export function acceptRequest(query: Uint8Array, policyOid: string): AcceptedRequest {
  const { imprint, nonce, policy, certReq, extensions } = parse(query);
  const digestBytes = DIGEST_BYTES.get(imprint.algorithmOid);
  const given = imprintOf(query);
  if (digestBytes === undefined || !hasUsualParameters(given)) {
    throw new RequestRefusal("badAlg", "expected SHA-2 or SHA-3 of 256, 384 or 512 bits");
  }
  if (imprint.digest.length !== digestBytes) {
    throw new RequestRefusal("badDataFormat", `expected a digest of ${digestBytes} bytes`);
  }
  if (extensions.length > 0) throw new RequestRefusal("unacceptedExtension", "expected no extensions");
  if (policy !== null && policy !== policyOid) {
    throw new RequestRefusal("unacceptedPolicy", `expected no policy, or ${policyOid}`);
  }
  return { imprint: given, nonce: nonce && new Integer({ valueHex: Uint8Array.from(nonce) }), certReq };
}

function parse(query: Uint8Array): ReturnType<typeof parseTimestampRequest> {
  try {
    return parseTimestampRequest(query);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const isOtherVersion = error.code === ("tsp_version" satisfies Rfc3161ErrorCode);
    throw new RequestRefusal(
      isOtherVersion ? "badRequest" : "badDataFormat",
      `expected a TimeStampReq of version 1 in DER (${error.code}, byte ${error.offset})`,
    );
  }
}

/** @param query a request that was parsed before: asn1js itself accepts BER, and throws on some malformed input. */
function imprintOf(query: Uint8Array): Sequence {
  const request = fromBER(Uint8Array.from(query)).result as Sequence;
  return request.valueBlock.value[1] as Sequence;
}

/** RFC 5754, section 2: absent, or NULL. */
function hasUsualParameters(imprint: Sequence): boolean {
  const [, ...parameters] = (imprint.valueBlock.value[0] as Sequence).valueBlock.value;
  return parameters.length === 0 || parameters[0] instanceof Null;
}

// Encodes the answers of the sandbox's authority: TimeStampResp, RFC 3161, section 2.4.2.

/** PKIFailureInfo: bit numbers. */
export const FAIL_INFO = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
  systemFailure: 25,
} as const;

const GRANTED = 0;
const REJECTION = 2;
const NOTICE = `${SANDBOX_ORGANISATION}: no evidential value`;

export function encodeGranted(token: ContentInfo): Uint8Array {
  return encode(new Sequence({ value: [statusInfo(GRANTED, NOTICE), token.toSchema()] }));
}

/** @param text the reason, for people. */
export function encodeRejection(failInfo: keyof typeof FAIL_INFO, text: string): Uint8Array {
  return encode(new Sequence({ value: [statusInfo(REJECTION, text, namedBit(FAIL_INFO[failInfo]))] }));
}

function statusInfo(status: number, text: string, ...failInfo: BitString[]): Sequence {
  const statusString = new Sequence({ value: [new Utf8String({ value: text })] });
  return new Sequence({ value: [new Integer({ value: status }), statusString, ...failInfo] });
}

/** X.690, section 11.2.2: a list of named bits ends with its last 1. */
function namedBit(number: number): BitString {
  const bytes = new Uint8Array((number >> 3) + 1);
  bytes[number >> 3] = 0x80 >> (number & 7);
  return new BitString({ valueHex: bytes, unusedBits: 7 - (number & 7) });
}

function encode(response: Sequence): Uint8Array {
  return new Uint8Array(response.toBER());
}

// Timestamp tokens of the sandbox: RFC 3161, section 2.4.2, in CMS SignedData (RFC 5652), with the reference to the
// signing certificate of RFC 5816. DER throughout.

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

// The sandbox's timestamping authority without its transport: a request's bytes in, a response's bytes out.

/** Below the arc for examples (ITU-T X.660): it has no meaning outside a sandbox. */
export const SANDBOX_POLICY_OID = "2.999.3161.1";

export class TimestampAuthority {
  readonly #authority: CertificateAuthority;
  readonly #signer: TsaSigner;

  constructor(authority: CertificateAuthority, signer: TsaSigner) {
    this.#authority = authority;
    this.#signer = signer;
  }

  /** A TimeStampResp for any request. The promise rejects when the authority itself fails. */
  async answer(query: Uint8Array): Promise<Uint8Array> {
    try {
      const { imprint, nonce, certReq } = acceptRequest(query, SANDBOX_POLICY_OID);
      const genTime = new Date();
      const signer = await this.#signer.at(genTime);
      const certificates = certReq ? [signer.certificate, this.#authority.ca.certificate] : [];
      return encodeGranted(
        await encodeTimestampToken({
          imprint,
          nonce,
          policyOid: SANDBOX_POLICY_OID,
          genTime,
          signer,
          certificates,
        }),
      );
    } catch (error) {
      if (error instanceof RequestRefusal) return encodeRejection(error.failInfo, error.message);
      throw error;
    }
  }
  /** The current signing certificate and its issuer's, in PEM. */
  async chainPem(): Promise<string> {
    const { certificate } = await this.#signer.at(new Date());
    return [certificate, this.#authority.ca.certificate].map(certificatePem).join("");
  }
}

// The signing key of the sandbox's authority and its certificate. They are created on first use, stored, and replaced
// before the certificate expires.

/** The fraction of its validity after which a certificate is replaced. */
const RENEWED_AFTER = 2 / 3;

export interface TsaSignerOptions {
  readonly folder: string;
  readonly kind: KeyKind;
  readonly authority: CertificateAuthority;
  readonly validityMs: number;
}

export class TsaSigner {
  readonly #options: TsaSignerOptions;
  readonly #path: string;
  /** Calls run one after the other, so that only one key is created. */
  #answering: Promise<Credential | null> = Promise.resolve(null);

  constructor(options: TsaSignerOptions) {
    this.#options = options;
    this.#path = join(options.folder, `signer-${options.kind}.pem`);
  }

  /** The credential that signs tokens at a time. */
  at(now: Date): Promise<Credential> {
    const answer = this.#answering.catch(() => null).then((last) => this.#next(last, now));
    this.#answering = answer;
    return answer;
  }

  async #next(last: Credential | null, now: Date): Promise<Credential> {
    if (last !== null && isFresh(last.certificate, now)) return last;
    const kept = last === null ? await this.#kept() : null;
    if (kept !== null && isFresh(kept.certificate, now)) return kept;
    return this.#make(now);
  }

  /** The stored credential; null when it is missing or another authority's. */
  async #kept(): Promise<Credential | null> {
    const file = await readCredentialFile(this.#path, 1);
    if (file === null) return null;
    const [certificate] = file.certificates as [Certificate];
    const { publicKey } = new X509Certificate(derOf(this.#options.authority.ca.certificate));
    const isOurs = new X509Certificate(derOf(certificate)).verify(publicKey);
    return isOurs ? { certificate, privateKey: file.privateKey } : null;
  }

  async #make(now: Date): Promise<Credential> {
    const { kind, authority, validityMs } = this.#options;
    const privateKey = await makeKey(kind);
    const certificate = await issueCertificate(
      {
        role: "tsa",
        commonName: `Sandbox TSA (${kind === "p256" ? "P-256" : "RSA"}): no evidential value`,
        privateKey,
        notBefore: now,
        notAfter: new Date(now.getTime() + validityMs),
        answersAt: authority.url,
      },
      authority.ca,
    );
    await writeCredentialFile(this.#path, { privateKey, certificates: [certificate] });
    return { certificate, privateKey };
  }
}

/** False before its validity, as after a clock was set back, and near its end. */
function isFresh({ notBefore, notAfter }: Certificate, now: Date): boolean {
  const [begin, end] = [notBefore.value.getTime(), notAfter.value.getTime()];
  return now.getTime() >= begin && now.getTime() < begin + (end - begin) * RENEWED_AFTER;
}
