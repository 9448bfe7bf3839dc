/**
 * Tokens built byte by byte, for tests that need what no program writes. The keys and certificates
 * are real.
 */
import { createHash, createPrivateKey, randomBytes, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Credential } from "./openssl-authority.js";

const SEQUENCE = 0x30;
const SET = 0x31;

/** One value of DER. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  if (content.length < 0x80) return Buffer.concat([Buffer.of(tag, content.length), content]);
  const { length } = content;
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length, ...bytes), content]);
}

/** OBJECT IDENTIFIERs, as they are encoded. */
export const OID = {
  signedData: "06092a864886f70d010702",
  tstInfo: "060b2a864886f70d0109100104",
  data: "06092a864886f70d010701",
  contentType: "06092a864886f70d010903",
  messageDigest: "06092a864886f70d010904",
  signingCertificateV2: "060b2a864886f70d010910022f",
  algorithmProtection: "06092a864886f70d010934",
  sha256: "0609608648016503040201",
  sha512: "0609608648016503040203",
  ecdsaWithSha256: "06082a8648ce3d040302",
  ed25519: "06032b6570",
} as const;

const hex = (text: string) => Buffer.from(text, "hex");
const algorithm = (oid: string) => der(SEQUENCE, hex(oid));
export const attribute = (oid: string, ...values: readonly Uint8Array[]): Buffer =>
  der(SEQUENCE, hex(oid), der(SET, ...values));

/** An OCSP response in CMS: RFC 5940. */
export function ocspRevocationInfo(response: Uint8Array): Buffer {
  return der(0xa1, hex("06082b06010505071002"), response);
}

export interface HandMade {
  readonly tstInfo: Uint8Array;
  readonly signer: Credential;
  readonly key?: "p256" | "ed25519";
  readonly version?: number;
  readonly signerVersion?: number;
  /** Written as the content type of the signed content. */
  readonly encapsulatedType?: string;
  /** Replaces the attributes of a token, in the given order. */
  readonly attributes?: (
    usual: Readonly<Record<"contentType" | "messageDigest" | "signingCertificate", Buffer>>,
  ) => Buffer[];
  /** Whether the attributes keep the given order; otherwise they are put in DER order. */
  readonly keepsOrder?: boolean;
  /** Written in `digestAlgorithms`. */
  readonly announced?: string;
  /** Lists, and responses wrapped by `ocspRevocationInfo`, in the token's `crls`. */
  readonly revocationData?: readonly Uint8Array[];
  /** The number of signers, all the same. */
  readonly signers?: number;
}

export function handMadeToken(recipe: HandMade): Uint8Array {
  const { tstInfo, signer, key = "p256", version = 3, signerVersion = 1, signers = 1 } = recipe;
  const hash = key === "p256" ? "sha256" : "sha512";
  const digestAlgorithm = algorithm(OID[hash]);
  const type = hex(recipe.encapsulatedType ?? OID.tstInfo);
  const certificate = signer.certificate.der;
  const certHash = createHash("sha256").update(certificate).digest();
  const usual = {
    contentType: attribute(OID.contentType, hex(OID.tstInfo)),
    messageDigest: attribute(OID.messageDigest, der(0x04, createHash(hash).update(tstInfo).digest())),
    signingCertificate: attribute(
      OID.signingCertificateV2,
      der(SEQUENCE, der(SEQUENCE, der(SEQUENCE, der(0x04, certHash)))),
    ),
  };
  const attributes = recipe.attributes?.(usual) ?? Object.values(usual);
  if (recipe.keepsOrder !== true) attributes.sort(Buffer.compare);
  const signed = der(SET, ...attributes);
  const privateKey = createPrivateKey(readFileSync(signer.key));
  const signature = sign(key === "p256" ? "sha256" : null, signed, privateKey);
  const { issuer, serialNumber } = signer.certificate;
  const signerInfo = der(
    SEQUENCE,
    der(0x02, Buffer.of(signerVersion)),
    der(SEQUENCE, issuer.der, der(0x02, serialNumber)),
    digestAlgorithm,
    der(0xa0, ...attributes),
    algorithm(key === "p256" ? OID.ecdsaWithSha256 : OID.ed25519),
    der(0x04, signature),
  );
  const signedData = der(
    SEQUENCE,
    der(0x02, Buffer.of(version)),
    der(SET, recipe.announced === undefined ? digestAlgorithm : algorithm(recipe.announced)),
    der(SEQUENCE, type, der(0xa0, der(0x04, tstInfo))),
    der(0xa0, certificate),
    ...(recipe.revocationData === undefined ? [] : [der(0xa1, ...recipe.revocationData)]),
    der(SET, ...Array<Buffer>(signers).fill(signerInfo)),
  );
  return new Uint8Array(der(SEQUENCE, hex(OID.signedData), der(0xa0, signedData)));
}

/** SHA-256 of the content of the tokens. */
export const CONTENT_DIGEST: Uint8Array = new Uint8Array(createHash("sha256").update("content").digest());

export interface TstInfoParts {
  readonly version?: number;
  /** The text of the GeneralizedTime; now if not given. */
  readonly genTime?: string;
  readonly imprint?: Uint8Array;
  /** What follows genTime. */
  readonly after?: readonly Uint8Array[];
}

/** A `TSTInfo`. */
export function tstInfo({
  version = 1,
  genTime,
  imprint = CONTENT_DIGEST,
  after = [],
}: TstInfoParts = {}): Buffer {
  const policy = hex("060a2b0601040183b2030101");
  return der(
    SEQUENCE,
    der(0x02, Buffer.of(version)),
    policy,
    der(SEQUENCE, der(SEQUENCE, hex(OID.sha256), hex("0500")), der(0x04, imprint)),
    der(0x02, Buffer.of(1), randomBytes(8)),
    der(0x18, Buffer.from(genTime ?? seconds(new Date()))),
    ...after,
  );
}

/** A time as GeneralizedTime, to the second. */
export function seconds(time: Date): string {
  return time.toISOString().replace(/[-:T]|\.\d+/g, "");
}
