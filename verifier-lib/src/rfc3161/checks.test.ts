/** What each check of a token refuses, and what stands beside it. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { parseDer } from "../asn1/der.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { EXTENSION } from "../x509/algorithms.js";
import { name } from "../x509/authority.testing.js";
import type { Certificate, Extension, GeneralName, KeyUsage } from "../x509/certificate.js";
import { readName } from "../x509/names.js";
import {
  checkImprint,
  checkRequest,
  checkSignedAttributes,
  checkSignerPurpose,
  checkTime,
  firstExpiry,
  type TimestampExpectation,
} from "./check-token.js";
import { checkNaming, findSigner } from "./signer.js";
import {
  digestOf,
  type EssCertId,
  HASHES,
  type HashAlgorithm,
  hashOfOid,
  type MessageImprint,
  OID,
  type SignerInfo,
  type TimestampToken,
  type TstInfo,
} from "./token.js";

const bytes = (...all: number[]) => Uint8Array.from(all);
const CONTENT = new TextEncoder().encode("content");

test("hashes by their identifiers", () => {
  for (const [name, { oid, sizeBytes }] of Object.entries(HASHES)) {
    expect(hashOfOid(oid)).toBe(name);
    expect(digestOf(name as HashAlgorithm, CONTENT).length).toBe(sizeBytes);
  }
  expect(hashOfOid("1.2.840.113549.2.5")).toBeNull();
  expect(digestOf("SHA-1", CONTENT)).toEqual(sha1(CONTENT));
  expect(digestOf("SHA-256", CONTENT)).toEqual(sha256(CONTENT));
  expect(digestOf("SHA-384", CONTENT)).toEqual(sha384(CONTENT));
  expect(digestOf("SHA-512", CONTENT)).toEqual(sha512(CONTENT));
});

describe("the imprint", () => {
  const imprintOf = (algorithm: HashAlgorithm, digest = digestOf(algorithm, CONTENT)): MessageImprint => ({
    algorithmOid: HASHES[algorithm].oid,
    algorithm,
    digest,
  });
  const unknown: MessageImprint = { algorithmOid: "1.2.3", algorithm: null, digest: bytes(1) };
  const given = (algorithm: HashAlgorithm, digest = digestOf(algorithm, CONTENT)) => ({
    imprint: { algorithm, digest },
  });
  const original = { original: CONTENT };

  test.each([
    ["is of the digest", imprintOf("SHA-256"), given("SHA-256"), null],
    ["is of the original", imprintOf("SHA-512"), original, null],
    ["is of another digest", imprintOf("SHA-256"), given("SHA-256", new Uint8Array(32)), "imprint_mismatch"],
    ["is of another original", imprintOf("SHA-384"), { original: bytes(1) }, "imprint_mismatch"],
    ["is of another hash", imprintOf("SHA-512"), given("SHA-256"), "imprint_algorithm_mismatch"],
    [
      "is of an unknown hash, beside a digest",
      unknown,
      given("SHA-256", bytes(1)),
      "imprint_algorithm_mismatch",
    ],
    ["is of an unknown hash, beside an original", unknown, original, "algorithm_unsupported"],
    ["is of a broken hash, beside its digest", imprintOf("SHA-1"), given("SHA-1"), "hash_too_weak"],
    ["is of a broken hash, beside its original", imprintOf("SHA-1"), original, "hash_too_weak"],
    [
      "is of a broken hash, beside another digest",
      imprintOf("SHA-1"),
      given("SHA-1", bytes(1)),
      "imprint_mismatch",
    ],
  ] as const)("%s", (_, imprint, expected, code) => {
    expect(checkImprint(imprint, expected)?.code ?? null).toBe(code);
  });

  test("in words: the hash of the token, by name if it is known", () => {
    expect(checkImprint(imprintOf("SHA-512"), given("SHA-256"))?.message).toMatch("SHA-512, not of SHA-256");
    expect(checkImprint(unknown, given("SHA-256"))?.message).toMatch("1.2.3, not of SHA-256");
  });
});

describe("the request", () => {
  const answer = (nonce: Uint8Array | null, certificates: readonly Uint8Array[] = []) =>
    ({ tstInfo: { nonce, policy: "1.2.3" }, certificates }) as unknown as TimestampToken;
  const code = (token: TimestampToken, expectation: TimestampExpectation) =>
    checkRequest(token, expectation)?.code ?? null;

  test.each<[string, TimestampExpectation, string | null]>([
    ["nothing", {}, null],
    ["the nonce", { nonce: bytes(1, 2) }, null],
    ["the nonce with zeros before it", { nonce: bytes(0, 0, 1, 2) }, null],
    ["another nonce", { nonce: bytes(1, 3) }, "nonce_mismatch"],
    ["a longer nonce", { nonce: bytes(1, 2, 0) }, "nonce_mismatch"],
    ["a shorter nonce", { nonce: bytes(2) }, "nonce_mismatch"],
    ["a nonce of zero", { nonce: bytes(0) }, "nonce_mismatch"],
    ["the policy", { policy: "1.2.3" }, null],
    ["another policy", { policy: "1.2.4" }, "policy_mismatch"],
    ["its certificate", { certReq: true }, "requested_certificate_missing"],
    ["not its certificate", { certReq: false }, null],
  ])("asked for %s", (_, expectation, expected) => {
    expect(code(answer(bytes(0, 1, 2)), expectation)).toBe(expected);
  });

  test("asked for a nonce, and the answer has none, or zero", () => {
    expect(code(answer(null), { nonce: bytes(0) })).toBe("nonce_mismatch");
    expect(code(answer(null), {})).toBeNull();
    expect(code(answer(bytes(0)), { nonce: bytes(0, 0) })).toBeNull();
    expect(code(answer(bytes(0)), { nonce: bytes() })).toBeNull();
    expect(code(answer(bytes(0)), { nonce: bytes(1) })).toBe("nonce_mismatch");
  });

  test("asked for its certificate, and it is there", () => {
    expect(code(answer(null, [bytes(1)]), { certReq: true })).toBeNull();
  });
});

describe("the signed attributes", () => {
  const DIGEST = { oid: HASHES["SHA-256"].oid, der: bytes(1) };
  const attributes = {
    contentType: OID.tstInfo,
    messageDigest: sha256(CONTENT),
    algorithmProtection: { digestAlgorithm: bytes(1), signatureAlgorithm: bytes(2) },
  };
  const code = (changes: object | null, digestAlgorithm: object = DIGEST) =>
    checkSignedAttributes({
      tstInfo: { der: CONTENT },
      signer: {
        signedAttributes: changes && { ...attributes, ...changes },
        digestAlgorithm,
        signatureAlgorithm: { der: bytes(2) },
      },
    } as unknown as TimestampToken)?.code ?? null;

  test.each([
    ["that fit", {}, DIGEST, null],
    ["without protection", { algorithmProtection: null }, DIGEST, null],
    ["that are not there", null, DIGEST, "signed_attributes_missing"],
    ["of another type", { contentType: OID.signedData }, DIGEST, "content_type_mismatch"],
    ["of no type", { contentType: null }, DIGEST, "content_type_mismatch"],
    ["of MD5", {}, { oid: "1.2.840.113549.2.5" }, "hash_too_weak"],
    // SHA-1 is refused with the signature.
    [
      "of SHA-1",
      { messageDigest: sha1(CONTENT), algorithmProtection: null },
      { oid: HASHES["SHA-1"].oid },
      null,
    ],
    ["of an unknown hash", {}, { oid: "1.2.3" }, "algorithm_unsupported"],
    ["without a digest", { messageDigest: null }, DIGEST, "message_digest_mismatch"],
    ["of another digest", { messageDigest: new Uint8Array(32) }, DIGEST, "message_digest_mismatch"],
    [
      "that protect another hash",
      { algorithmProtection: { digestAlgorithm: bytes(3), signatureAlgorithm: bytes(2) } },
      DIGEST,
      "algorithm_protection_mismatch",
    ],
    [
      "that protect another signature algorithm",
      { algorithmProtection: { digestAlgorithm: bytes(1), signatureAlgorithm: bytes(3) } },
      DIGEST,
      "algorithm_protection_mismatch",
    ],
  ])("%s", (_, changes, digestAlgorithm, expected) => {
    expect(code(changes, digestAlgorithm)).toBe(expected);
  });
});

describe("the purpose of the signer's certificate", () => {
  const CRITICAL: Extension = { oid: EXTENSION.extendedKeyUsage, isCritical: true, value: bytes() };
  const code = (
    extendedKeyUsages: readonly string[] | null,
    extensions: readonly Extension[] = [CRITICAL],
    keyUsage: readonly KeyUsage[] | null = null,
  ) =>
    checkSignerPurpose({
      extendedKeyUsages,
      extensions,
      keyUsage: keyUsage && new Set(keyUsage),
    } as unknown as Certificate)?.code ?? null;
  const STAMPING = [OID.timeStamping];

  test("is time-stamping alone, and critical", () => {
    expect(code(STAMPING)).toBeNull();
    expect(code(null)).toBe("signer_purpose_missing");
    expect(code([])).toBe("signer_purpose_missing");
    expect(code(["1.2.3"])).toBe("signer_purpose_missing");
    expect(code([...STAMPING, "1.2.3"])).toBe("signer_purpose_not_alone");
    expect(code(STAMPING, [])).toBe("signer_purpose_not_critical");
    expect(code(STAMPING, [{ ...CRITICAL, isCritical: false }])).toBe("signer_purpose_not_critical");
    expect(code(STAMPING, [{ ...CRITICAL, oid: "1.2.3" }])).toBe("signer_purpose_not_critical");
  });

  test.each<[readonly KeyUsage[] | null, string | null]>([
    [null, null],
    [["digitalSignature"], null],
    [["nonRepudiation"], null],
    [["digitalSignature", "nonRepudiation"], null],
    [[], "signer_key_usage"],
    [["keyCertSign"], "signer_key_usage"],
    [["digitalSignature", "keyEncipherment"], "signer_key_usage"],
  ])("with the key usage %s", (keyUsage, expected) => {
    expect(code(STAMPING, [CRITICAL], keyUsage)).toBe(expected);
  });
});

describe("which certificate signed", () => {
  const nameOf = (text: string) => readName(parseDer(name({ CN: text }), CERTIFICATE_LIMITS));
  const certificateOf = (changes: Partial<Certificate> = {}): Certificate =>
    ({
      der: bytes(1, 2, 3),
      subjectKeyIdentifier: bytes(9),
      serialNumber: bytes(42),
      issuer: nameOf("Authority"),
      ...changes,
    }) as Certificate;
  const BY_KEY = { kind: "subjectKeyIdentifier", keyIdentifier: bytes(9) };
  const BY_NUMBER = { kind: "issuerAndSerialNumber", issuer: nameOf("Authority"), serialNumber: bytes(42) };
  const certId = (changes: Partial<EssCertId> = {}): EssCertId => ({
    version: 2,
    hashOid: HASHES["SHA-256"].oid,
    certHash: sha256(bytes(1, 2, 3)),
    issuerSerial: null,
    ...changes,
  });
  const find = (
    certificates: readonly Certificate[],
    sid: object = BY_NUMBER,
    signingCertificates: readonly EssCertId[] | null = [certId()],
    work = new WorkBudget(),
  ) =>
    findSigner(
      { sid, signedAttributes: signingCertificates && { signingCertificates } } as unknown as SignerInfo,
      certificates,
      work,
    );
  const naming = (...certIds: readonly EssCertId[]) => find([certificateOf()], BY_NUMBER, certIds)?.naming;

  test.each<[string, Partial<Certificate>, object, boolean]>([
    ["its key", {}, BY_KEY, true],
    ["another key", { subjectKeyIdentifier: bytes(8) }, BY_KEY, false],
    ["a key it does not identify", { subjectKeyIdentifier: null }, BY_KEY, false],
    ["issuer and number", { subjectKeyIdentifier: null }, BY_NUMBER, true],
    ["another issuer", { issuer: nameOf("Other") }, BY_NUMBER, false],
    ["another number", { serialNumber: bytes(41) }, BY_NUMBER, false],
  ])("is identified by %s", (_, certificate, sid, isFound) => {
    expect(find([certificateOf(certificate)], sid) !== null).toBe(isFound);
  });

  test("the first that the attributes name, else the first that is identified", () => {
    const [other, named] = [certificateOf({ der: bytes(7) }), certificateOf()];
    expect(find([other, named])).toEqual({ signer: named, naming: "named" });
    const another = certificateOf({ der: bytes(8) });
    expect(find([other, another])).toEqual({ signer: other, naming: "other_named" });
    expect(find([other], BY_NUMBER, null)).toEqual({ signer: other, naming: "absent" });
    expect(find([])).toBeNull();
  });

  const issuerSerial = (number: number, ...names: string[]) => ({
    serialNumber: bytes(number),
    issuer: names.map((text): GeneralName => ({ kind: "directory", value: nameOf(text) })),
  });
  test.each<[string, readonly EssCertId[], string]>([
    ["nothing", [], "absent"],
    ["its hash", [certId()], "named"],
    [
      "its hash twice",
      [certId(), certId({ hashOid: HASHES["SHA-1"].oid, certHash: sha1(bytes(1, 2, 3)) })],
      "named",
    ],
    ["another hash", [certId({ certHash: bytes(1) })], "other_named"],
    ["its hash and another", [certId(), certId({ certHash: bytes(1) })], "other_named"],
    ["another hash and its own", [certId({ certHash: bytes(1) }), certId()], "other_named"],
    ["an unknown hash", [certId({ hashOid: "1.2.3" })], "unsupported"],
    ["an unknown hash and its own", [certId({ hashOid: "1.2.3" }), certId()], "unsupported"],
    ["its hash and an unknown one", [certId(), certId({ hashOid: "1.2.3" })], "unsupported"],
    [
      "an unknown hash and another",
      [certId({ hashOid: "1.2.3" }), certId({ certHash: bytes(1) })],
      "other_named",
    ],
    ["its issuer and number", [certId({ issuerSerial: issuerSerial(42, "Authority") })], "named"],
    ["its issuer twice", [certId({ issuerSerial: issuerSerial(42, "Authority", "AUTHORITY") })], "named"],
    ["another number", [certId({ issuerSerial: issuerSerial(41, "Authority") })], "other_named"],
    ["another issuer", [certId({ issuerSerial: issuerSerial(42, "Other") })], "other_named"],
    [
      "two issuers, one of them another",
      [certId({ issuerSerial: issuerSerial(42, "Authority", "Other") })],
      "other_named",
    ],
    [
      "an issuer of another kind",
      [certId({ issuerSerial: { serialNumber: bytes(42), issuer: [{ kind: "dns", value: "a" }] } })],
      "other_named",
    ],
    [
      "another number and an unknown hash",
      [certId({ hashOid: "1.2.3", issuerSerial: issuerSerial(41) })],
      "other_named",
    ],
  ])("the attributes name %s", (_, certIds, expected) => {
    expect(naming(...certIds)).toBe(expected);
  });

  test("the search pays for each certificate, and for each hash of one that is identified", () => {
    const spent = (certificates: readonly Certificate[], certIds: readonly EssCertId[] | null) => {
      const work = new WorkBudget(1000);
      find(certificates, BY_NUMBER, certIds, work);
      return 1000 - work.left;
    };
    const unnamed = certId({ certHash: bytes(1) });
    const long = certificateOf({ der: new Uint8Array(49) });
    expect(
      spent(
        [certificateOf({ serialNumber: bytes(1) }), certificateOf({ serialNumber: bytes(2) })],
        [unnamed],
      ),
    ).toBe(2);
    expect(spent([long], [unnamed])).toBe(1 + 3);
    expect(spent([certificateOf({ der: new Uint8Array(48) })], [unnamed, unnamed])).toBe(1 + 2 * 2);
    expect(spent([long, long], [unnamed])).toBe(2 + 2 * 3);
    expect(spent([long], null)).toBe(1);
  });

  test.each([
    ["named", null],
    ["other_named", { status: "failed", code: "signing_certificate_mismatch" }],
    ["absent", { status: "failed", code: "signing_certificate_missing" }],
    ["unsupported", { status: "indeterminate", code: "algorithm_unsupported" }],
  ] as const)("a certificate that is %s", (naming, finding) => {
    if (finding === null) expect(checkNaming(naming)).toBeNull();
    else expect(checkNaming(naming)).toMatchObject(finding);
  });
});

describe("time", () => {
  const certificate = (text: string, notAfter: string) =>
    ({ notAfter: new Date(notAfter), subject: { text } }) as unknown as Certificate;
  const signer = certificate("signer", "2028-01-01T00:00:00Z");
  const info = (genTime: string) =>
    ({ genTime: new Date(genTime), genTimeText: genTime }) as unknown as TstInfo;

  test("of the certificate that expires first, the anchor's left aside", () => {
    const early = certificate("early", "2027-01-01T00:00:00Z");
    const same = certificate("same", "2028-01-01T00:00:00Z");
    const late = certificate("late", "2029-01-01T00:00:00Z");
    expect(firstExpiry([signer])).toBe(signer);
    expect(firstExpiry([signer, early])).toBe(signer);
    expect(firstExpiry([signer, early, late])).toBe(early);
    expect(firstExpiry([signer, late, early])).toBe(signer);
    expect(firstExpiry([signer, same, early])).toBe(signer);
    expect(firstExpiry([signer, late, early, same, late])).toBe(early);
  });

  test.each([
    ["2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z", null],
    ["2027-01-01T00:05:00.000Z", "2027-01-01T00:00:00.000Z", null],
    ["2027-01-01T00:05:00.001Z", "2027-01-01T00:00:00.000Z", "gen_time_in_the_future"],
    ["2027-01-01T00:00:00.000Z", "2028-01-01T00:00:00.999Z", null],
    ["2027-01-01T00:00:00.000Z", "2028-01-01T00:00:01.000Z", "out_of_bounds_no_poe"],
  ])("of a token from %s, at %s", (genTime, at, code) => {
    const now = new Date(at);
    expect(checkTime(info(genTime), signer, now, now)?.code ?? null).toBe(code);
  });

  test("of a token that was known before the certificate expired", () => {
    const [now, before] = [new Date("2030-01-01T00:00:00Z"), new Date("2028-01-01T00:00:00Z")];
    expect(checkTime(info("2027-01-01T00:00:00Z"), signer, now, before)).toBeNull();
    expect(checkTime(info("2027-01-01T00:00:00Z"), signer, now, now)?.message).toMatch(
      "signer expired at 2028-01-01",
    );
  });
});
