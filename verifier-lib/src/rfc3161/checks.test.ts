/** What each check of a token refuses, and what stands beside it. */

import { sha1 } from "@noble/hashes/legacy.js";
import { sha256, sha384, sha512 } from "@noble/hashes/sha2.js";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { parseDer } from "../asn1/der.js";
import { bytes } from "../asn1/der.testing.js";
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
  checkTokenForm,
  checkTsaName,
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

const nameOf = (text: string) => readName(parseDer(name({ CN: text }), CERTIFICATE_LIMITS));
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

  const broken = imprintOf("SHA-1");
  const ofOther = { original: bytes(1) };
  test.each([
    ["of the digest", imprintOf("SHA-256"), given("SHA-256"), null],
    ["of the original", imprintOf("SHA-512"), original, null],
    ["of another digest", imprintOf("SHA-256"), given("SHA-256", new Uint8Array(32)), "imprint_mismatch"],
    ["of another original", imprintOf("SHA-384"), ofOther, "imprint_mismatch"],
    ["of another hash", imprintOf("SHA-512"), given("SHA-256"), "imprint_algorithm_mismatch"],
    ["of an unknown hash, of a digest", unknown, given("SHA-256", bytes(1)), "imprint_algorithm_mismatch"],
    ["of an unknown hash, of an original", unknown, original, "algorithm_unsupported"],
    ["of a broken hash, of its digest", broken, given("SHA-1"), "hash_too_weak"],
    ["of a broken hash, of its original", broken, original, "hash_too_weak"],
    ["of a broken hash, of another digest", broken, given("SHA-1", bytes(1)), "imprint_mismatch"],
  ] as const)("is %s", (_, imprint, expected, code) => {
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

  const protecting = (digest: number, signature: number) => ({
    algorithmProtection: { digestAlgorithm: bytes(digest), signatureAlgorithm: bytes(signature) },
  });
  const UNPROTECTED = { algorithmProtection: null };
  test.each([
    ["that fit", {}, DIGEST, null],
    ["without protection", UNPROTECTED, DIGEST, null],
    ["that are not there", null, DIGEST, "signed_attributes_missing"],
    ["of another type", { contentType: OID.signedData }, DIGEST, "content_type_mismatch"],
    ["of no type", { contentType: null }, DIGEST, "content_type_mismatch"],
    ["of MD5", {}, { oid: "1.2.840.113549.2.5" }, "hash_too_weak"],
    // It is refused with the signature.
    ["of SHA-1", { ...UNPROTECTED, messageDigest: sha1(CONTENT) }, { oid: HASHES["SHA-1"].oid }, null],
    ["of an unknown hash", {}, { oid: "1.2.3" }, "algorithm_unsupported"],
    ["without a digest", { messageDigest: null }, DIGEST, "message_digest_mismatch"],
    ["of another digest", { messageDigest: new Uint8Array(32) }, DIGEST, "message_digest_mismatch"],
    ["that protect another hash", protecting(3, 2), DIGEST, "algorithm_protection_mismatch"],
    ["that protect another signature algorithm", protecting(1, 3), DIGEST, "algorithm_protection_mismatch"],
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

  const missing = "signer_purpose_missing";
  const lax = "signer_purpose_not_critical";
  test.each<[string | null, readonly string[] | null, readonly Extension[]]>([
    [null, STAMPING, [CRITICAL]],
    [missing, null, [CRITICAL]],
    [missing, [], [CRITICAL]],
    [missing, ["1.2.3"], [CRITICAL]],
    ["signer_purpose_not_alone", [...STAMPING, "1.2.3"], [CRITICAL]],
    [lax, STAMPING, []],
    [lax, STAMPING, [{ ...CRITICAL, isCritical: false }]],
    [lax, STAMPING, [{ ...CRITICAL, oid: "1.2.3" }]],
  ])("is time-stamping alone, and critical: %s for %j", (expected, purposes, extensions) => {
    expect(code(purposes, extensions)).toBe(expected);
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
  const SHA1 = certId({ hashOid: HASHES["SHA-1"].oid, certHash: sha1(bytes(1, 2, 3)) });
  const OTHER = certId({ certHash: bytes(1) });
  const UNKNOWN = certId({ hashOid: "1.2.3" });
  const by = (number: number, ...names: string[]) => certId({ issuerSerial: issuerSerial(number, ...names) });
  const dns: GeneralName = { kind: "dns", value: "a" };
  test.each<[string, string, readonly EssCertId[]]>([
    ["absent", "nothing", []],
    ["named", "its hash", [certId()]],
    ["named", "its hash twice", [certId(), SHA1]],
    ["other_named", "another hash", [OTHER]],
    ["other_named", "its hash and another", [certId(), OTHER]],
    ["other_named", "another hash and its own", [OTHER, certId()]],
    ["unsupported", "an unknown hash", [UNKNOWN]],
    ["unsupported", "an unknown hash and its own", [UNKNOWN, certId()]],
    ["unsupported", "its hash and an unknown one", [certId(), UNKNOWN]],
    ["other_named", "an unknown hash and another", [UNKNOWN, OTHER]],
    ["named", "its issuer and number", [by(42, "Authority")]],
    ["named", "its issuer twice", [by(42, "Authority", "AUTHORITY")]],
    ["other_named", "another number", [by(41, "Authority")]],
    ["other_named", "another issuer", [by(42, "Other")]],
    ["other_named", "two issuers, one of them another", [by(42, "Authority", "Other")]],
    [
      "other_named",
      "an issuer of another kind",
      [certId({ issuerSerial: { serialNumber: bytes(42), issuer: [dns] } })],
    ],
    ["other_named", "another number and an unknown hash", [{ ...by(41), hashOid: "1.2.3" }]],
  ])("is %s where the attributes name %s", (expected, _, certIds) => {
    expect(naming(...certIds)).toBe(expected);
  });

  test("the search pays for each certificate, and for each hash of one that is identified", () => {
    const spent = (certificates: readonly Certificate[], certIds: readonly EssCertId[] | null) => {
      const work = new WorkBudget(1000);
      find(certificates, BY_NUMBER, certIds, work);
      return 1000 - work.left;
    };
    const long = certificateOf({ der: new Uint8Array(49) });
    const unidentified = [1, 2].map((number) => certificateOf({ serialNumber: bytes(number) }));
    expect(spent(unidentified, [OTHER])).toBe(2);
    expect(spent([long], [OTHER])).toBe(1 + 3);
    expect(spent([certificateOf({ der: new Uint8Array(48) })], [OTHER, OTHER])).toBe(1 + 2 * 2);
    expect(spent([long, long], [OTHER])).toBe(2 + 2 * 3);
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

  test("of a token that was known before the certificate expired", () => {
    const [now, before] = [new Date("2030-01-01T00:00:00Z"), new Date("2028-01-01T00:00:00Z")];
    expect(checkTime(info("2027-01-01T00:00:00Z"), signer, now, before)).toBeNull();
    expect(checkTime(info("2027-01-01T00:00:00Z"), signer, now, now)?.message).toMatch(
      "signer expired at 2028-01-01",
    );
  });
});

test("the hash of the signer is announced by the token", () => {
  const [ofSigner, ofOther] = [HASHES["SHA-256"].oid, "1.2.3"];
  const form = (...digestAlgorithms: readonly string[]) => {
    const signer = { digestAlgorithm: { oid: ofSigner } };
    return checkTokenForm({ signer, digestAlgorithms } as unknown as TimestampToken);
  };
  expect(form(ofOther, ofSigner)).toBeNull();
  expect(form(ofOther)).toMatchObject({ status: "failed", code: "digest_algorithm_mismatch" });
});

describe("the authority that a token names", () => {
  const directory = (text: string) => ({ kind: "directory", value: nameOf(text) }) as const;
  const dns = (value: string): GeneralName => ({ kind: "dns", value });
  const email = (value: string): GeneralName => ({ kind: "email", value });
  const uri = (value: string): GeneralName => ({ kind: "uri", value });
  const ip = (...content: number[]): GeneralName => ({ kind: "ip", value: bytes(...content) });
  const other = (tag: number, ...content: number[]): GeneralName => ({
    kind: "other",
    tag,
    der: bytes(tag, content.length, ...content),
  });
  const named = (tsa: GeneralName, ...subjectAltNames: GeneralName[]) =>
    checkTsaName(tsa, { subject: nameOf("TSA"), subjectAltNames } as unknown as Certificate);

  test.each<[string, GeneralName, GeneralName]>([
    ["its subject in another case", directory("tsa"), ip(1, 2, 3, 4)],
    ["a further directory name", directory("Second"), directory("second")],
    ["an IP address", ip(192, 0, 2, 1), ip(192, 0, 2, 1)],
    ["a host", dns("TSA.example"), dns("tsa.EXAMPLE")],
    ["a mailbox", email("a@tsa.example"), email("A@tsa.example")],
    ["a URI", uri("http://tsa.example"), uri("HTTP://tsa.example")],
    ["a name of an unsupported kind", other(0x88, 1, 2), other(0x88, 1, 2)],
  ])("is the signer by %s", (_, tsa, has) => {
    expect(named(tsa, has)).toBeNull();
    expect(named(tsa, ip(9, 9, 9, 9), has), "not the first").toBeNull();
  });

  test.each<[string, GeneralName, GeneralName]>([
    ["another subject", directory("Other"), directory("Third")],
    ["another address", ip(192, 0, 2, 1), ip(192, 0, 2, 2)],
    ["a longer address", ip(192, 0, 2, 1), ip(192, 0, 2, 1, 0)],
    ["another host", dns("a.example"), dns("b.example")],
    ["a host that is a mailbox there", dns("a@b"), email("a@b")],
    ["a mailbox that is a URI there", email("a:b"), uri("a:b")],
    ["a URI that is a host there", uri("a"), dns("a")],
    ["another name of an unsupported kind", other(0x88, 1, 2), other(0x88, 1, 3)],
    ["a name of another unsupported kind", other(0x88, 1, 2), other(0xa0, 1, 2)],
    ["an address where the signer has a host", ip(97), dns("a")],
    ["an address where the signer has an unsupported kind", ip(0x88, 0), other(0x88)],
    ["a directory name where the signer has a host", directory("a"), dns("a")],
  ])("is another authority by %s, whichever of the two has it", (_, tsa, has) => {
    expect(named(tsa, has)).toMatchObject({ code: "tsa_name_mismatch" });
    expect(named(has, tsa)).toMatchObject({ code: "tsa_name_mismatch" });
  });

  test("is the signer if it names nobody", () => {
    expect(checkTsaName(null, {} as Certificate)).toBeNull();
  });
});
