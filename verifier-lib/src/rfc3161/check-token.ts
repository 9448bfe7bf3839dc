/**
 * The steps of `verifyTimestamp` that look at the token and its signer's certificate, without other certificates: RFC 3161,
 * sections 2.3 and 2.4; RFC 5652, section 5; RFC 6211; ETSI EN 319 102-1. Each answers null where the step holds.
 */

import { isSameBytes } from "@svc-proof/shared/encoding";
import type { Work } from "../work/work.js";
import { EXTENSION, isBroken, isSameAlgorithm } from "../x509/algorithms.js";
import type { Certificate, GeneralName, KeyUsage } from "../x509/certificate.js";
import { isSameName } from "../x509/names.js";
import { isPastSecond } from "../x509/revocation.js";
import { verifySignature } from "../x509/signatures.js";
import {
  digestOf,
  type Finding,
  failed,
  HASHES,
  type HashAlgorithm,
  hashOfOid,
  indeterminate,
  type MessageImprint,
  OID,
  type SignerInfo,
  type TimestampToken,
  type TstInfo,
} from "./token.js";

/** The content that must have been timestamped: a digest, or bytes to hash with the algorithm of the token. */
export type ExpectedContent =
  | { readonly imprint: { readonly algorithm: HashAlgorithm; readonly digest: Uint8Array } }
  | { readonly original: Uint8Array };

/** Checks that the token is about this content. */
export function checkImprint(imprint: MessageImprint, expected: ExpectedContent): Finding | null {
  const { algorithm, algorithmOid } = imprint;
  if ("imprint" in expected) {
    const { algorithm: expectedAlgorithm, digest } = expected.imprint;
    if (algorithmOid !== HASHES[expectedAlgorithm].oid) {
      const message = `the token has a digest of ${algorithm ?? algorithmOid}, not of ${expectedAlgorithm}`;
      return failed("imprint_algorithm_mismatch", message);
    }
    if (!isSameBytes(digest, imprint.digest))
      return failed("imprint_mismatch", "the token has the digest of other content");
  } else {
    if (algorithm === null)
      return indeterminate("algorithm_unsupported", `the hash ${algorithmOid} is not known`);
    if (!isSameBytes(digestOf(algorithm, expected.original), imprint.digest)) {
      return failed("imprint_mismatch", "the token has the digest of other content");
    }
  }
  // Two files can have the same SHA-1, so the token could be about either.
  return algorithm === "SHA-1" ? indeterminate("hash_too_weak", "the token has a digest of SHA-1") : null;
}

/** The fields of the request. Absent fields are not compared. */
export interface TimestampExpectation {
  /** Content of the INTEGER, or any big-endian bytes of the same value. */
  readonly nonce?: Uint8Array;
  /** Dotted decimal. */
  readonly policy?: string;
  /** Whether the request asked for the signer's certificate in the token. */
  readonly certReq?: boolean;
}

/** Checks that the token answers the request: RFC 3161, sections 2.4.1 and 2.4.2. */
export function checkRequest(
  { tstInfo, certificates }: TimestampToken,
  { nonce, policy, certReq }: TimestampExpectation,
): Finding | null {
  if (nonce !== undefined && (tstInfo.nonce === null || !isSameUnsigned(nonce, tstInfo.nonce))) {
    return failed("nonce_mismatch", "the token does not repeat the nonce of the request");
  }
  if (policy !== undefined && policy !== tstInfo.policy) {
    return failed("policy_mismatch", `the token is under the policy ${tstInfo.policy}, not ${policy}`);
  }
  if (certReq === true && certificates.length === 0) {
    return failed("requested_certificate_missing", "the token lacks the requested certificate");
  }
  return null;
}

/** Whether two integers are equal, whatever leading zeros their bytes have. */
function isSameUnsigned(a: Uint8Array, b: Uint8Array): boolean {
  return isSameBytes(withoutZeros(a), withoutZeros(b));
}

function withoutZeros(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? new Uint8Array() : bytes.subarray(first);
}

/** Checks that the signed attributes commit to the `TSTInfo`: RFC 5652, sections 5.3, 5.6 and 11; RFC 6211. */
export function checkSignedAttributes({ tstInfo, signer }: TimestampToken): Finding | null {
  const { signedAttributes, digestAlgorithm, signatureAlgorithm } = signer;
  if (signedAttributes === null)
    return failed("signed_attributes_missing", "the token has no signed attributes");
  const { contentType, messageDigest, algorithmProtection } = signedAttributes;
  if (contentType !== OID.tstInfo) {
    return failed("content_type_mismatch", "the signed content type is not that of a timestamp");
  }
  if (isBroken(digestAlgorithm.oid)) {
    return indeterminate("hash_too_weak", `the hash ${digestAlgorithm.oid} is broken`);
  }
  const algorithm = hashOfOid(digestAlgorithm.oid);
  if (algorithm === null) {
    return indeterminate("algorithm_unsupported", `the hash ${digestAlgorithm.oid} is not known`);
  }
  if (messageDigest === null || !isSameBytes(digestOf(algorithm, tstInfo.der), messageDigest)) {
    return failed("message_digest_mismatch", "the signed digest is not that of the TSTInfo");
  }
  if (
    algorithmProtection !== null &&
    !(
      isSameAlgorithm(algorithmProtection.digestAlgorithm, digestAlgorithm.der) &&
      isSameAlgorithm(algorithmProtection.signatureAlgorithm, signatureAlgorithm.der)
    )
  ) {
    return failed("algorithm_protection_mismatch", "the algorithms differ from the signed ones");
  }
  return null;
}

/** The hash of the signer is announced: RFC 5652, section 5.1. */
export function checkTokenForm({ signer, digestAlgorithms }: TimestampToken): Finding | null {
  return digestAlgorithms.includes(signer.digestAlgorithm.oid)
    ? null
    : failed("digest_algorithm_mismatch", "digestAlgorithms does not list the hash that the signer used");
}

/** Allowed key usages of a timestamp signer: ETSI EN 319 422, section 6; OpenSSL requires the same. */
const SIGNING: readonly KeyUsage[] = ["digitalSignature", "nonRepudiation"];

/** Checks that the certificate is for time-stamping and nothing else: RFC 3161, section 2.3. */
export function checkSignerPurpose({ extendedKeyUsages, extensions, keyUsage }: Certificate): Finding | null {
  if (!extendedKeyUsages?.includes(OID.timeStamping)) {
    return failed("signer_purpose_missing", "the signer's certificate is not for time-stamping");
  }
  if (extendedKeyUsages.length > 1) {
    return failed("signer_purpose_not_alone", "the signer's certificate is for more than time-stamping");
  }
  if (!extensions.some(({ oid, isCritical }) => oid === EXTENSION.extendedKeyUsage && isCritical)) {
    return failed(
      "signer_purpose_not_critical",
      "the extended key usage of the signer's certificate is not critical",
    );
  }
  if (keyUsage !== null && (keyUsage.size === 0 || [...keyUsage].some((usage) => !SIGNING.includes(usage)))) {
    return failed("signer_key_usage", "the signer's key is not for signatures");
  }
  return null;
}

/** Checks that the authority named in the token, if any, is a name of the signer: RFC 3161, section 2.4.2, `tsa`. */
export function checkTsaName(tsa: GeneralName | null, signer: Certificate): Finding | null {
  if (tsa === null) return null;
  const names: readonly GeneralName[] = [
    { kind: "directory", value: signer.subject },
    ...signer.subjectAltNames,
  ];
  return names.some((name) => isSameGeneralName(name, tsa))
    ? null
    : failed("tsa_name_mismatch", "the token names another authority than its signer's certificate");
}

function isSameGeneralName(a: GeneralName, b: GeneralName): boolean {
  if (a.kind === "directory" && b.kind === "directory") return isSameName(a.value, b.value);
  if (a.kind === "ip" && b.kind === "ip") return isSameBytes(a.value, b.value);
  if (a.kind === "other" && b.kind === "other") return isSameBytes(a.der, b.der);
  if (a.kind === "dns" || a.kind === "email" || a.kind === "uri") {
    return a.kind === b.kind && a.value.toLowerCase() === b.value.toLowerCase();
  }
  return false;
}

/** Checks the signature over the signed attributes: RFC 5652, section 5.6. */
export async function checkSignature(
  signer: SignerInfo,
  { spki }: Certificate,
  work: Work,
): Promise<Finding | null> {
  const { signatureAlgorithm: algorithm, digestAlgorithm, signature, signedAttributes } = signer;
  if (signedAttributes === null)
    return failed("signed_attributes_missing", "the token has no signed attributes");
  const verify = (data: Uint8Array) =>
    verifySignature({
      algorithm,
      digestAlgorithm: digestAlgorithm.oid,
      spki: spki.der,
      data,
      signature,
      work,
    });
  const { der, derInOrder } = signedAttributes;
  let verdict = await verify(derInOrder ?? der);
  // The same attributes in either order: whatever the signature is over says the same.
  if (verdict === "invalid" && derInOrder !== null) verdict = await verify(der);
  switch (verdict) {
    case "valid":
      return null;
    case "invalid":
      return failed("signature_invalid", "the signature is invalid");
    case "algorithm_mismatch":
      return failed(verdict, "the algorithms of the signature and of the key differ");
    case "key_malformed":
      return failed(verdict, "the signer's key is malformed");
    case "algorithm_unsupported":
      return indeterminate(verdict, `the signature algorithm ${algorithm.oid} is not known`);
    case "key_too_weak":
      return indeterminate(verdict, "the signer's key is too short");
    case "hash_too_weak":
      return indeterminate(
        verdict,
        "the hash of the signature is broken: two inputs can have the same digest",
      );
  }
}

/** Allowed difference between the clocks of verifier and authority. */
const CLOCK_TOLERANCE_MS = 300_000;

/**
 * Checks that the token can be relied on at the time of validation: ETSI EN 319 102-1, section 5.6.2.4. After a
 * certificate expires, its key may be compromised, so the token must be proven to be older.
 *
 * @param expiring the certificate of the chain that expires first, `firstExpiry`.
 * @param knownSince the latest moment at which the token is known to have existed.
 */
export function checkTime(
  { genTime, genTimeText }: TstInfo,
  { notAfter, subject }: Certificate,
  validationTime: Date,
  knownSince: Date,
): Finding | null {
  if (genTime.getTime() > validationTime.getTime() + CLOCK_TOLERANCE_MS) {
    const message = `the token states ${genTimeText}, after ${validationTime.toISOString()}`;
    return indeterminate("gen_time_in_the_future", message);
  }
  if (!isPastSecond(knownSince, notAfter)) return null;
  return indeterminate(
    "out_of_bounds_no_poe",
    `the certificate of ${subject.text} expired at ${notAfter.toISOString()}, and nothing proves that the token is older`,
  );
}

/**
 * The certificate of the chain that expires first: the signer's, or that of an authority above it, whose key could have
 * made another signer's since. An anchor above the signer is trusted as it is.
 */
export function firstExpiry(chain: readonly Certificate[]): Certificate {
  const [signer, ...authorities] = chain;
  return authorities
    .slice(0, -1)
    .reduce((first, next) => (next.notAfter < first.notAfter ? next : first), signer!);
}
