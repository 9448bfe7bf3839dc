/**
 * What an attacker would try, one test for each: a forged `passed`, or an honest token that is made to look forged.
 * docs/design/threats.md has the list, with where the others are held.
 */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { parseDer, TAG } from "../asn1/der.js";
import { around, plain, text } from "../asn1/der.testing.js";
import { DerFields, encodeDer, encodeUnsignedInteger } from "../asn1/values.js";
import { KEY_LIMITS } from "../limits.js";
import {
  basicConstraints,
  extension,
  generalizedTime,
  type Issued,
  issue,
  issueAuthority,
  issueCrl,
  issueUnit,
  keyUsage,
  NOT_AFTER,
  NOT_BEFORE,
  NOW,
  name,
  newEcKey,
  newRsaKey,
  purposes,
  type TestKey,
  TIME_STAMPING,
} from "../x509/authority.testing.js";
import { digestOf, HASHES, OID } from "./token.js";
import {
  algorithm,
  attribute,
  essCertId,
  IMPRINT,
  integer,
  makeToken,
  NULL,
  octets,
  oid,
  sequence,
  signingCertificateV2,
  type TokenRecipe,
  tstInfo,
} from "./token.testing.js";
import { type VerifyTimestampParameters, verifyTimestamp } from "./verify-timestamp.js";

const root = await issueAuthority("Root");
const authority = await issueAuthority("Authority", { issuer: root });
const unit = await issueUnit(authority);
const rsaUnit = await issueUnit(authority, { key: await newRsaKey() });

type Asked = Partial<VerifyTimestampParameters>;
async function verdictOn(recipe: Partial<TokenRecipe> = {}, asked: Asked = {}) {
  return verifyTimestamp({
    token: await makeToken({ signer: unit, ...recipe }),
    imprint: { algorithm: "SHA-256", digest: IMPRINT },
    anchors: [root.certificate],
    intermediates: [authority.certificate],
    now: NOW,
    ...asked,
  });
}
/** The status and the code, or the fault of what is damaged. */
async function judge(recipe: Partial<TokenRecipe> = {}, asked: Asked = {}): Promise<string> {
  const { status, code, fault } = await verdictOn(recipe, asked);
  if (fault === null) return `${status}: ${code}`;
  expect([status, code]).toEqual(["indeterminate", "damaged"]);
  return fault;
}
const PASSED = "passed: ok";
const MISMATCH = "failed: algorithm_mismatch";
const UNSUPPORTED = "indeterminate: algorithm_unsupported";
const INVALID = "failed: signature_invalid";
const certificates = (...issued: readonly Issued[]) => issued.map(({ certificate }) => certificate);
const SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const RSASSA_PSS = "1.2.840.113549.1.1.10";
const MGF1 = "1.2.840.113549.1.1.8";
const SHA256 = HASHES["SHA-256"].oid;

test("the token attacked below is valid", async () => {
  expect(await judge()).toBe(PASSED);
  expect(await judge({ signer: rsaUnit })).toBe(PASSED);
});

describe("algorithms", () => {
  const labelled = (name: string, ...parameters: readonly Uint8Array[]) => ({
    signatureAlgorithm: algorithm(name, ...parameters),
  });
  test.each<[string, string, Partial<TokenRecipe>]>([
    ["a key on a curve, labelled RSA", MISMATCH, labelled(SHA256_WITH_RSA, NULL)],
    ["an RSA key, labelled ECDSA", MISMATCH, { signer: rsaUnit, ...labelled(ECDSA_WITH_SHA256) }],
    ["two different hashes", MISMATCH, { hash: "SHA-512" }],
    [
      "a broken hash, named beside the key",
      "indeterminate: hash_too_weak",
      { signer: rsaUnit, hash: "SHA-1", ...labelled(RSA_ENCRYPTION, NULL) },
    ],
    ["an unknown hash", UNSUPPORTED, { digestAlgorithm: algorithm("1.2.3.4", NULL) }],
    ["parameters for ECDSA, which has none", MISMATCH, labelled(ECDSA_WITH_SHA256, NULL)],
    [
      "RSA parameters other than NULL",
      MISMATCH,
      { signer: rsaUnit, ...labelled(SHA256_WITH_RSA, octets(hexToBytes("00"))) },
    ],
    [
      "the content's hash in place of the signature algorithm",
      UNSUPPORTED,
      { signer: rsaUnit, ...labelled(SHA256, NULL) },
    ],
  ])("%s", async (_, verdict, recipe) => {
    expect(await judge(recipe)).toBe(verdict);
  });

  test("NULL and absent parameters mean the same", async () => {
    for (const parameters of [[], [NULL]]) {
      const digestAlgorithm = algorithm(SHA256, ...parameters);
      for (const name of [SHA256_WITH_RSA, RSA_ENCRYPTION]) {
        const signatureAlgorithm = algorithm(name, ...parameters);
        expect(await judge({ signer: rsaUnit, digestAlgorithm, signatureAlgorithm })).toBe(PASSED);
      }
      expect(await judge({ digestAlgorithm })).toBe(PASSED);
      // Also where the signed attributes protect the other spelling.
      const other = parameters.length === 0 ? [NULL] : [];
      const rsa = algorithm(SHA256_WITH_RSA, ...parameters);
      const signed = algorithm(SHA256_WITH_RSA, ...other).subarray(2);
      const protection = sequence(algorithm(SHA256, ...other), around(1, signed));
      const attributes = [attribute(OID.algorithmProtection, protection)];
      expect(await judge({ signer: rsaUnit, digestAlgorithm, signatureAlgorithm: rsa, attributes })).toEqual(
        PASSED,
      );
    }
  });

  const pss = (mask: string, salt: string, ...more: Uint8Array[]) =>
    algorithm(
      RSASSA_PSS,
      sequence(
        around(0, algorithm(SHA256, NULL)),
        around(1, algorithm(MGF1, algorithm(mask, NULL))),
        around(2, integer(salt)),
        ...more,
      ),
    );
  test.each<[string, Uint8Array, string]>([
    ["another padding than the signature has", pss(SHA256, "20"), INVALID],
    ["a salt longer than the key", pss(SHA256, "7fffffff"), INVALID],
    ["a salt of negative length", pss(SHA256, "ff"), MISMATCH],
    ["a mask with another hash", pss(HASHES["SHA-1"].oid, "20"), UNSUPPORTED],
    ["another trailer", pss(SHA256, "20", around(3, integer("02"))), MISMATCH],
    ["no parameters", algorithm(RSASSA_PSS), MISMATCH],
    ["defaults, which mean SHA-1", algorithm(RSASSA_PSS, sequence()), "indeterminate: hash_too_weak"],
  ])("PSS with %s", async (_, signatureAlgorithm, verdict) => {
    const hash = verdict.endsWith("hash_too_weak") ? "SHA-1" : "SHA-256";
    expect(await judge({ signer: rsaUnit, signatureAlgorithm, hash })).toBe(verdict);
  });

  test("Ed25519 with signed attributes and its own hash", async () => {
    const { publicKey, privateKey } = (await crypto.subtle.generateKey({ name: "Ed25519" }, true, [
      "sign",
      "verify",
    ])) as CryptoKeyPair;
    const key: TestKey = {
      spki: new Uint8Array(await crypto.subtle.exportKey("spki", publicKey)),
      algorithm: algorithm("1.3.101.112"),
      sign: async (data) =>
        new Uint8Array(await crypto.subtle.sign("Ed25519", privateKey, data as Uint8Array<ArrayBuffer>)),
    };
    const signer = await issueUnit(authority, { key });
    expect(await judge({ signer, hash: "SHA-512" })).toBe(PASSED);
    expect(await judge({ signer, hash: "SHA-256" })).toBe("failed: algorithm_mismatch");
    expect(await judge({ signer, hash: "SHA-1" })).toBe("indeterminate: hash_too_weak");
    const withNull = algorithm("1.3.101.112", NULL);
    expect(await judge({ signer, hash: "SHA-512", signatureAlgorithm: withNull })).toBe(
      "failed: algorithm_mismatch",
    );
    // S and S + L are the same signature to a reader that does not look: RFC 8032, section 5.1.7.
    const addOrder = (signature: Uint8Array) => {
      const order = 2n ** 252n + 27742317777372353535851937790883648493n;
      const little = [...signature.subarray(32)].reverse();
      let scalar = BigInt(`0x${Buffer.from(little).toString("hex")}`) + order;
      const moved = signature.slice();
      for (let at = 32; at < 64; at++, scalar >>= 8n) moved[at] = Number(scalar & 0xffn);
      return moved;
    };
    expect(await judge({ signer, hash: "SHA-512", signature: addOrder })).toBe("failed: signature_invalid");
  });
});

describe("signatures of ECDSA", () => {
  const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  const numberOf = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).toString("hex")}`);
  const encoded = (value: bigint) =>
    encodeUnsignedInteger(hexToBytes(value.toString(16).padStart(value < 2n ** 256n ? 64 : 66, "0")));
  const changed = (change: (r: bigint, s: bigint) => readonly [bigint, bigint]) => (der: Uint8Array) => {
    const fields = new DerFields(parseDer(der, KEY_LIMITS));
    const [r, s] = [fields.required(TAG.integer), fields.required(TAG.integer)];
    return sequence(...change(numberOf(r.content), numberOf(s.content)).map(encoded));
  };
  test.each<[string, (der: Uint8Array) => Uint8Array]>([
    ["r and s of zero", changed(() => [0n, 0n])],
    ["s of zero", changed((r) => [r, 0n])],
    ["r equal to the order", changed((_, s) => [ORDER, s])],
    ["s plus the order", changed((r, s) => [r, s + ORDER])],
    ["r and s swapped", changed((r, s) => [s, r])],
    ["a trailing byte", (der) => Uint8Array.of(...der, 0)],
    ["nothing", () => new Uint8Array()],
  ])("%s", async (_, signature) => {
    expect(await judge({ signature })).toBe("failed: signature_invalid");
  });

  test("s and its negative are both signatures: the token differs, its statement does not", async () => {
    const token = await verdictOn({ signature: changed((r, s) => [r, ORDER - s]) });
    expect([token.status, token.token!.tstInfo.der]).toEqual(["passed", tstInfo()]);
  });

  test("the certificate of another key, named and identified", async () => {
    const other = await issueUnit(authority, { key: await newEcKey() });
    const naming = [signingCertificateV2(essCertId(other.certificate.der))];
    const { issuer, serialNumber } = other.certificate;
    const sid = sequence(issuer.der, encodeDer(TAG.integer, serialNumber));
    const certificates = [other.certificate.der];
    expect(await judge({ naming, sid, certificates })).toBe("failed: signature_invalid");
  });
});

describe("which certificate signed", () => {
  /** Another certificate for the unit's own key. */
  const twin = (more: Partial<Parameters<typeof issue>[0]> = {}) =>
    issueUnit(authority, { key: unit.key, ...more });
  const sidOf = ({ certificate }: Issued) =>
    sequence(certificate.issuer.der, encodeDer(TAG.integer, certificate.serialNumber));

  test("another certificate for the same key is not the signer", async () => {
    const other = await twin();
    const certificates = [other.certificate.der, unit.certificate.der];
    expect(await judge({ sid: sidOf(other), certificates })).toBe("failed: signing_certificate_mismatch");
  });

  test("of two with one name and number, the one named by the attributes", async () => {
    const serialNumber = unit.certificate.serialNumberHex.toLowerCase();
    const impostor = await issueAuthority("Authority", { issuer: root });
    const other = await issueUnit(impostor, { serialNumber });
    for (const certificates of [
      [other.certificate.der, unit.certificate.der],
      [unit.certificate.der, other.certificate.der],
    ]) {
      const verdict = await verdictOn({ certificates });
      expect([verdict.status, verdict.signer!.der]).toEqual(["passed", unit.certificate.der]);
    }
  });

  test("of two with one key identifier, the same", async () => {
    const other = await twin({ subject: name({ CN: "Somebody else" }) });
    const sid = plain(0, unit.certificate.subjectKeyIdentifier!);
    const certificates = [other.certificate.der, unit.certificate.der];
    const verdict = await verdictOn({ sid, signerVersion: "03", certificates });
    expect(verdict).toMatchObject({ status: "passed", authority: "Unit" });
  });

  test("named by other hashes", async () => {
    const { der } = unit.certificate;
    for (const hash of ["SHA-384", "SHA-512", "SHA-1"] as const) {
      expect(await judge({ naming: [signingCertificateV2(essCertId(der, hash))] })).toBe(PASSED);
    }
    const unknown = sequence(algorithm("2.16.840.1.101.3.4.2.8"), octets(new Uint8Array(32)));
    expect(await judge({ naming: [signingCertificateV2(unknown)] })).toBe(
      "indeterminate: algorithm_unsupported",
    );
  });

  const ofUnit = essCertId(unit.certificate.der);
  const wholeHash = parseDer(ofUnit, KEY_LIMITS).children[0]!.content;
  const numbered = sequence(sequence(around(4, unit.certificate.issuer.der)), integer("2b"));
  test.each<[string, readonly Uint8Array[]]>([
    ["an empty hash", [signingCertificateV2(sequence(octets(new Uint8Array())))]],
    ["half of the hash", [signingCertificateV2(sequence(octets(wholeHash.subarray(0, 16))))]],
    [
      "another first, and this one second",
      [signingCertificateV2(essCertId(authority.certificate.der), ofUnit)],
    ],
    [
      "this one in version 2, another in version 1",
      [
        signingCertificateV2(ofUnit),
        attribute(OID.signingCertificate, sequence(sequence(sequence(octets(new Uint8Array(20)))))),
      ],
    ],
    [
      "this one, with the number of another",
      [signingCertificateV2(essCertId(unit.certificate.der, "SHA-256", numbered))],
    ],
  ])("the attributes name %s", async (_, naming) => {
    expect(await judge({ naming })).toBe("failed: signing_certificate_mismatch");
  });

  test("the attributes name nothing", async () => {
    expect(await judge({ naming: [signingCertificateV2()] })).toBe("tsp_attribute_malformed");
  });

  test("the signer's identifier is not signed: another encoding is valid, and the report names the part", async () => {
    const { issuer, serialNumber } = unit.certificate;
    const shouted = Buffer.from(issuer.der);
    const at = shouted.indexOf("Authority");
    shouted.write("AUTHORITY", at);
    const sid = sequence(new Uint8Array(shouted), encodeDer(TAG.integer, serialNumber));
    const { status, token } = await verdictOn({ sid });
    expect(status).toBe("passed");
    const part = token!.unsigned.find((one) => one.part === "signer_identifier")!;
    expect(Buffer.from(token!.der).subarray(part.start, part.end).equals(sid)).toBe(true);
  });

  test("the signer's certificate that is there, and cannot be read, is not missing", async () => {
    const unreadable = Uint8Array.from(unit.certificate.der);
    // The tag of its version.
    unreadable[unreadable.indexOf(0xa0)] = 0xa9;
    const naming = [signingCertificateV2(essCertId(unreadable))];
    const certificates = [authority.certificate.der, unreadable];
    expect(await verdictOn({ naming, certificates })).toMatchObject({
      status: "indeterminate",
      code: "signer_certificate_unreadable",
      message: expect.stringMatching(/in the token, and cannot be read: der_/),
    });
    // Others that cannot be read are not the signer's.
    expect(await judge({ certificates: [unreadable] })).toBe("indeterminate: signer_certificate_missing");
    expect(await judge({ naming, certificates: [] })).toBe("indeterminate: signer_certificate_missing");
  });

  test("256 certificates in the token: the signer's is the last", async () => {
    const others = Array.from({ length: 255 }, () => authority.certificate.der);
    expect(await judge({ certificates: [...others, unit.certificate.der] })).toBe(PASSED);
  });

  test("an unreadable certificate in the token is ignored", async () => {
    const junk = sequence(octets(new Uint8Array(10)));
    expect(await judge({ certificates: [junk, unit.certificate.der] })).toBe(PASSED);
  });
});

describe("further certificates that the attributes name limit the path", async () => {
  const lower = await issueAuthority("Lower", { issuer: authority });
  const deepUnit = await issueUnit(lower);
  /** Whether it passed, and the names in the path that it does not name. */
  const beyond = async (naming: readonly Uint8Array[], signer = unit) => {
    const { status, beyondNamed } = await verdictOn(
      { naming, signer },
      { intermediates: certificates(authority, lower) },
    );
    return [status, ...beyondNamed.map(({ subject }) => subject.text.slice(3, -5))].join(" ");
  };
  const v2 = (...of: readonly Issued[]) =>
    signingCertificateV2(...of.map(({ certificate }) => essCertId(certificate.der)));
  const v1 = (...of: readonly Issued[]) => {
    const ids = of.map(({ certificate }) => sequence(octets(digestOf("SHA-1", certificate.der))));
    return attribute(OID.signingCertificate, sequence(sequence(...ids)));
  };

  test("to those, and to the anchor", async () => {
    expect(await beyond([v2(unit)])).toBe("passed");
    expect(await beyond([v2(unit, authority)])).toBe("passed");
    expect(await beyond([v2(unit, authority, root)])).toBe("passed");
    expect(await beyond([v1(unit, authority)])).toBe("passed");
  });

  test("others of the path are told, each", async () => {
    expect(await beyond([v2(unit, lower)])).toBe("passed Authority");
    expect(await beyond([v2(unit, root)])).toBe("passed Authority");
    expect(await beyond([v1(unit, lower)])).toBe("passed Authority");
    expect(await beyond([v2(deepUnit, lower)], deepUnit)).toBe("passed Authority");
    expect(await beyond([v2(deepUnit, root)], deepUnit)).toBe("passed Lower Authority");
  });

  test("each attribute counts by itself, and one with the signer alone limits nothing", async () => {
    expect(await beyond([v1(unit), v2(unit, authority)])).toBe("passed");
    expect(await beyond([v1(unit, authority), v2(unit, lower)])).toBe("passed Authority");
  });

  test("what is named by an unknown hash, or with the number of another, is not what the path uses", async () => {
    const unknown = sequence(algorithm("1.2.3"), octets(new Uint8Array(20)));
    const ofUnit = essCertId(unit.certificate.der);
    expect(await beyond([signingCertificateV2(ofUnit, unknown)])).toBe("passed Authority");
    const numbered = sequence(sequence(around(4, authority.certificate.issuer.der)), integer("2b"));
    const other = essCertId(authority.certificate.der, "SHA-256", numbered);
    expect(await beyond([signingCertificateV2(ofUnit, other)])).toBe("passed Authority");
  });
});

describe("the structure around the signature", () => {
  test.each<[string, Partial<TokenRecipe>, string]>([
    [
      "an indefinite length inside the octets",
      { content: Uint8Array.of(0x30, 0x80, ...tstInfo().subarray(2), 0, 0) },
      "der_length_indefinite",
    ],
    [
      "bytes after the TSTInfo, signed with it",
      { content: Uint8Array.of(...tstInfo(), 5, 0) },
      "der_trailing_data",
    ],
    [
      "two TSTInfo, one after the other",
      { content: Uint8Array.of(...tstInfo(), ...tstInfo()) },
      "der_trailing_data",
    ],
    [
      "pieces that are no octets",
      { encapsulated: (content) => encodeDer(0x24, octets(content.subarray(0, 9)), NULL) },
      "der_form",
    ],
    ["the TSTInfo without its octets", { encapsulated: (content) => content }, "der_unexpected"],
    [
      "the octets twice",
      { encapsulated: (content) => Uint8Array.of(...octets(content), ...octets(content)) },
      "der_unexpected",
    ],
  ])("%s", async (_, recipe, code) => {
    expect(await judge(recipe)).toBe(code);
  });

  test("unsigned attributes prove nothing, and the report names them", async () => {
    const usual = attribute(OID.messageDigest, octets(new Uint8Array(32)));
    for (const unsignedAttributes of [
      [usual],
      [usual, usual],
      [attribute(OID.contentType, NULL, NULL)],
      [],
    ]) {
      const { status, token } = await verdictOn({ unsignedAttributes });
      expect(status).toBe("passed");
      expect(token!.unsigned.map(({ part }) => part)).toContain("unsigned_attributes");
    }
  });
});

describe("time", () => {
  const at = (time: Date, ms: number) => new Date(time.getTime() + ms);
  const stated = (given: string) => tstInfo(text(TAG.generalizedTime, given));
  const genTime = (time: Date, fraction = "") => {
    return stated(`${time.toISOString().replace(/[-:T]|\.\d+Z/g, "")}${fraction}Z`);
  };
  const OUTSIDE = "failed: signer_not_valid_at_gen_time";
  test.each<[string, Uint8Array]>([
    [PASSED, genTime(NOT_BEFORE)],
    [OUTSIDE, genTime(at(NOT_BEFORE, -1000))],
    [OUTSIDE, genTime(at(NOT_BEFORE, -1000), ".999999999")],
    [PASSED, genTime(NOT_AFTER)],
    [PASSED, genTime(NOT_AFTER, ".000000001")],
    [PASSED, genTime(NOT_AFTER, ".999999999")],
    [OUTSIDE, genTime(at(NOT_AFTER, 1000))],
  ])("a certificate is valid from its first to its last second: %s, %#", async (verdict, content) => {
    expect(await judge({ content }, { at: NOT_AFTER })).toBe(verdict);
  });

  test("it expires after its last second, and a proof of existence must be older", async () => {
    const open = "indeterminate: out_of_bounds_no_poe";
    expect(await judge({}, { at: at(NOT_AFTER, 999) })).toBe(PASSED);
    expect(await judge({}, { at: at(NOT_AFTER, 1000) })).toBe(open);
    const proven = (noLaterThan: Date) =>
      verdictOn({}, { at: at(NOT_AFTER, 1e9), proofOfExistence: { noLaterThan } });
    const inside = await proven(at(NOT_AFTER, 999));
    expect(inside).toMatchObject({ status: "passed", restsOnProofOfExistence: true });
    expect((await proven(at(NOT_AFTER, 1000))).code).toBe("out_of_bounds_no_poe");
  });

  test("an expired authority cannot back-date a signer that has not expired", async () => {
    const expiry = at(NOW, 86_400_000);
    const former = await issueAuthority("Former", { issuer: root, notAfter: expiry });
    const signer = await issueUnit(former);
    expect(signer.certificate.notAfter > expiry).toBe(true);
    const intermediates = [former.certificate];
    expect(await judge({ signer }, { intermediates, at: at(expiry, 999) })).toBe(PASSED);
    const later = { intermediates, at: at(expiry, 1000) };
    expect(await judge({ signer }, later)).toBe("indeterminate: out_of_bounds_no_poe");
    expect(await judge({ signer }, { ...later, proofOfExistence: { noLaterThan: expiry } })).toBe(PASSED);
    // Whoever trusts the authority itself, or its signer, does not ask when it expired.
    for (const anchor of [former, signer]) {
      expect(await judge({ signer }, { ...later, anchors: [anchor.certificate] })).toBe(PASSED);
    }
  });

  test("clocks may differ by five minutes, not more", async () => {
    expect(await judge({}, { at: at(NOW, -300_000) })).toBe(PASSED);
    expect(await judge({}, { at: at(NOW, -300_001) })).toBe("indeterminate: gen_time_in_the_future");
  });

  test("a leap second is the midnight after it, no earlier: what begins or ends there says so", async () => {
    const content = stated("20261121235960Z");
    const midnight = new Date("2026-11-22T00:00:00Z");
    expect(await judge({ content }, { at: at(midnight, -300_000) })).toBe(PASSED);
    expect(await judge({ content }, { at: at(midnight, -300_001) })).toBe(
      "indeterminate: gen_time_in_the_future",
    );
    const signer = await issueUnit(authority, { notAfter: at(midnight, -1000) });
    expect(await judge({ content, signer }, { at: midnight })).toBe("failed: signer_not_valid_at_gen_time");
    expect((await verdictOn({ content }, { at: midnight })).token!.tstInfo.genTime).toEqual(midnight);
  });

  test("a second of ten digits, and zeros at the end: each as it stands, by its signature", async () => {
    for (const fraction of [".1234567891", ".10", ".000"]) {
      expect(await judge({ content: genTime(NOW, fraction) })).toBe(PASSED);
    }
  });

  test.each([
    ["a leap second within the day", "20261121115960Z"],
    ["the hour 24", "20261121240000Z"],
    ["a comma", "20261121120000,5Z"],
    ["a year of two digits", "261121120000Z"],
    ["a space", "20261121 20000Z"],
    ["a NUL behind it", "20261121120000Z\0"],
  ])("%s", async (_, given) => {
    expect(await judge({ content: stated(given) })).toBe("der_time");
  });

  test("the accuracy is reported as stated, however large", async () => {
    const largest = tstInfo(generalizedTime(NOW), sequence(integer("7fffffff")));
    const { status, token } = await verdictOn({ content: largest });
    expect([status, token!.tstInfo.accuracySeconds]).toEqual(["passed", 2 ** 31 - 1]);
    for (const accuracy of ["80", "0080000000", "80000000"]) {
      const content = tstInfo(generalizedTime(NOW), sequence(integer(accuracy)));
      expect(await judge({ content })).toBe("tsp_accuracy");
    }
  });
});

describe("chains", () => {
  test("look-alikes of an authority, with its name and key identifier, change nothing", async () => {
    const lookAlikes = await Promise.all(
      Array.from({ length: 30 }, async () => (await issueAuthority("Authority")).certificate),
    );
    expect(await judge({}, { intermediates: [...lookAlikes, authority.certificate] })).toBe(PASSED);
    const verdict = await verdictOn({}, { intermediates: lookAlikes, anchors: lookAlikes });
    expect(verdict.status).toBe("indeterminate");
    expect(["signature_invalid", "path_too_costly"]).toContain(verdict.code);
  });

  test("a self-signed certificate is not an authority", async () => {
    const extensions = [keyUsage(0), purposes(TIME_STAMPING)];
    const self = await issue({ subject: name({ CN: "Self" }), extensions });
    expect(await judge({ signer: self })).toBe("indeterminate: no_path");
  });

  test("authorities that certify each other give no path, and the search ends", async () => {
    const [a, b] = [await issueAuthority("A"), await issueAuthority("B")];
    const crossA = await issueAuthority("A", { key: a.key, issuer: b });
    const crossB = await issueAuthority("B", { key: b.key, issuer: a });
    const signer = await issueUnit(a);
    const intermediates = certificates(a, b, crossA, crossB);
    expect(await judge({ signer }, { intermediates })).toBe("indeterminate: no_path");
    expect(await judge({ signer }, { intermediates, anchors: [b.certificate] })).toBe(PASSED);
  });

  test("a unit is not an authority: certificates issued by its key are not accepted", async () => {
    const below = await issueUnit(unit);
    const intermediates = [unit.certificate, authority.certificate];
    expect(await judge({ signer: below }, { intermediates })).toBe("indeterminate: issuer_not_ca");
    // Nor where it is trusted itself.
    const anchors = [unit.certificate];
    expect(await judge({ signer: below }, { anchors })).toBe("indeterminate: issuer_not_ca");
  });

  test("an anchor that is expired or not yet valid at genTime gives no path", async () => {
    const day = 86_400_000;
    const old = await issueAuthority("Old", { notAfter: new Date(NOW.getTime() - day) });
    const young = await issueAuthority("Young", { notBefore: new Date(NOW.getTime() + day) });
    for (const [issuer, code] of [
      [old, "certificate_expired"],
      [young, "certificate_not_yet_valid"],
    ] as const) {
      const signer = await issueUnit(issuer);
      expect(await judge({ signer }, { anchors: [issuer.certificate] })).toBe(`indeterminate: ${code}`);
    }
  });

  test("an authority's purposes neither limit the unit nor make one", async () => {
    const web = await issueAuthority("Web", { issuer: root, extensions: [purposes("1.3.6.1.5.5.7.3.1")] });
    const intermediates = [web.certificate];
    expect(await judge({ signer: await issueUnit(web) }, { intermediates })).toBe(PASSED);
    const stamping = await issueAuthority("Stamping", {
      issuer: root,
      extensions: [purposes(TIME_STAMPING)],
    });
    const plain = await issue({
      subject: name({ CN: "Plain" }),
      issuer: stamping,
      extensions: [keyUsage(0)],
    });
    expect(await judge({ signer: plain }, { intermediates: [stamping.certificate] })).toBe(
      "failed: signer_purpose_missing",
    );
  });

  test("a trusted signer must still be for time-stamping", async () => {
    for (const [extensions, code] of [
      [[keyUsage(0)], "signer_purpose_missing"],
      [[keyUsage(0), purposes("2.5.29.37.0")], "signer_purpose_missing"],
      [[keyUsage(0), purposes(TIME_STAMPING, "2.5.29.37.0")], "signer_purpose_not_alone"],
      [[keyUsage(0), purposes(TIME_STAMPING, TIME_STAMPING)], "signer_purpose_not_alone"],
      [[basicConstraints(), keyUsage(0, 5), purposes(TIME_STAMPING)], "signer_key_usage"],
    ] as const) {
      const signer = await issue({ subject: name({ CN: "Trusted" }), extensions });
      expect(await judge({ signer }, { anchors: [signer.certificate] })).toBe(`failed: ${code}`);
    }
  });

  test("in a wholly trusted chain, authorities can still revoke the signer and each other", async () => {
    const hour = 3_600_000;
    const revoke = async (issuer: Issued, { certificate }: Issued, at: number, reason = 4) =>
      (await issueCrl(issuer, { revoked: [{ certificate, at: new Date(NOW.getTime() + at), reason }] })).der;
    const anchors = certificates(root, authority, unit);
    expect(await verdictOn({}, { anchors, crls: [(await issueCrl(authority)).der] })).toMatchObject({
      status: "passed",
      revocation: { status: "good", asOf: NOW },
    });
    const crls = [await revoke(authority, unit, -hour)];
    expect(await judge({}, { anchors, crls })).toBe("failed: revoked");
    const lost = { anchors, crls: [await revoke(authority, unit, hour, 1)] };
    expect(await judge({}, lost)).toBe("indeterminate: revoked_no_poe");
    expect(await verdictOn({}, { ...lost, proofOfExistence: { noLaterThan: NOW } })).toMatchObject({
      status: "passed",
      restsOnProofOfExistence: true,
    });
    // An authority that is trusted, and revoked by the root that is trusted too.
    const upper = { anchors: anchors.slice(0, 2), crls: [await revoke(root, authority, -hour)] };
    expect(await judge({}, upper)).toBe("indeterminate: revoked");
    // Nobody else's word takes trust away: neither a namesake's, nor that of an issuer that is not trusted.
    const namesake = await issueAuthority("Authority", { issuer: root });
    const stranger = {
      anchors: [unit.certificate, namesake.certificate],
      crls: [await revoke(namesake, unit, -hour)],
    };
    expect(await judge({}, stranger)).toBe(PASSED);
    expect(await judge({}, { anchors: [unit.certificate], crls })).toBe(PASSED);
  });

  test("with an unknown critical extension it is not understood, in the signer and above", async () => {
    const unknown = extension("1.2.3.4", NULL, true);
    const signer = await issueUnit(authority, { extensions: [unknown] });
    expect(await judge({ signer })).toBe("indeterminate: unknown_critical_extension");
    const odd = await issueAuthority("Odd", { issuer: root, extensions: [unknown] });
    expect(await judge({ signer: await issueUnit(odd) }, { intermediates: [odd.certificate] })).toBe(
      "indeterminate: unknown_critical_extension",
    );
  });
});

test("a wrong type in place of an identifier is reported, and does not crash", async () => {
  for (const sid of [octets(new Uint8Array(20)), NULL, oid("1.2.3"), sequence(), sequence(NULL, NULL)]) {
    expect(await judge({ sid })).toMatch(/^(der|x509)_/);
  }
});
