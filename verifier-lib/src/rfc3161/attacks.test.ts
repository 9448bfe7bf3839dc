/**
 * What an attacker would try, one test for each: a forged `passed`, or an honest token that is made to look forged.
 * docs/design/threats.md has the list, with where the others are held.
 */

import { hexToBytes } from "@svc-proof/shared/encoding";
import { beforeAll, describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, parseDer, TAG } from "../asn1/der.js";
import { DerFields, encodeDer, encodeUnsignedInteger } from "../asn1/values.js";
import { KEY_LIMITS } from "../limits.js";
import {
  basicConstraints,
  extension,
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

let root: Issued;
let authority: Issued;
let unit: Issued;
let rsaUnit: Issued;
beforeAll(async () => {
  root = await issueAuthority("Root");
  authority = await issueAuthority("Authority", { issuer: root });
  unit = await issueUnit(authority);
  rsaUnit = await issueUnit(authority, { key: await newRsaKey() });
});

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
async function judge(recipe: Partial<TokenRecipe> = {}, asked: Asked = {}): Promise<string[]> {
  const { status, code, fault } = await verdictOn(recipe, asked);
  return fault === null ? [status, code] : [status, code, fault];
}
const PASSED = ["passed", "ok"];
const damaged = (fault: string) => ["indeterminate", "damaged", fault];
const SHA256_WITH_RSA = "1.2.840.113549.1.1.11";
const ECDSA_WITH_SHA256 = "1.2.840.10045.4.3.2";
const RSA_ENCRYPTION = "1.2.840.113549.1.1.1";
const RSASSA_PSS = "1.2.840.113549.1.1.10";
const MGF1 = "1.2.840.113549.1.1.8";
const SHA256 = HASHES["SHA-256"].oid;

test("the token attacked below is valid", async () => {
  expect(await judge()).toEqual(PASSED);
  expect(await judge({ signer: rsaUnit })).toEqual(PASSED);
});

describe("algorithms", () => {
  test.each<[string, () => Partial<TokenRecipe>, string, string]>([
    [
      "a key on a curve, labelled RSA",
      () => ({ signatureAlgorithm: algorithm(SHA256_WITH_RSA, NULL) }),
      "failed",
      "algorithm_mismatch",
    ],
    [
      "an RSA key, labelled ECDSA",
      () => ({ signer: rsaUnit, signatureAlgorithm: algorithm(ECDSA_WITH_SHA256) }),
      "failed",
      "algorithm_mismatch",
    ],
    ["two different hashes", () => ({ hash: "SHA-512" }), "failed", "algorithm_mismatch"],
    [
      "a broken hash, named beside the key",
      () => ({ signer: rsaUnit, hash: "SHA-1", signatureAlgorithm: algorithm(RSA_ENCRYPTION, NULL) }),
      "indeterminate",
      "hash_too_weak",
    ],
    [
      "an unknown hash",
      () => ({ digestAlgorithm: algorithm("1.2.3.4", NULL) }),
      "indeterminate",
      "algorithm_unsupported",
    ],
    [
      "parameters for ECDSA, which has none",
      () => ({ signatureAlgorithm: algorithm(ECDSA_WITH_SHA256, NULL) }),
      "failed",
      "algorithm_mismatch",
    ],
    [
      "RSA parameters other than NULL",
      () => ({ signer: rsaUnit, signatureAlgorithm: algorithm(SHA256_WITH_RSA, octets(hexToBytes("00"))) }),
      "failed",
      "algorithm_mismatch",
    ],
    [
      "the content's hash in place of the signature algorithm",
      () => ({ signer: rsaUnit, signatureAlgorithm: algorithm(SHA256, NULL) }),
      "indeterminate",
      "algorithm_unsupported",
    ],
  ])("%s", async (_, recipe, status, code) => {
    expect(await judge(recipe())).toEqual([status, code]);
  });

  test("NULL and absent parameters mean the same", async () => {
    for (const parameters of [[], [NULL]]) {
      const digestAlgorithm = algorithm(SHA256, ...parameters);
      for (const name of [SHA256_WITH_RSA, RSA_ENCRYPTION]) {
        const signatureAlgorithm = algorithm(name, ...parameters);
        expect(await judge({ signer: rsaUnit, digestAlgorithm, signatureAlgorithm })).toEqual(PASSED);
      }
      expect(await judge({ digestAlgorithm })).toEqual(PASSED);
      // Also where the signed attributes protect the other spelling.
      const other = parameters.length === 0 ? [NULL] : [];
      const rsa = algorithm(SHA256_WITH_RSA, ...parameters);
      const signed = algorithm(SHA256_WITH_RSA, ...other).subarray(2);
      const protection = sequence(algorithm(SHA256, ...other), encodeDer(contextConstructed(1), signed));
      const attributes = [attribute(OID.algorithmProtection, protection)];
      expect(await judge({ signer: rsaUnit, digestAlgorithm, signatureAlgorithm: rsa, attributes })).toEqual(
        PASSED,
      );
    }
  });

  const explicit = (number: number, value: Uint8Array) => encodeDer(contextConstructed(number), value);
  const pss = (mask: string, salt: string, ...more: Uint8Array[]) =>
    algorithm(
      RSASSA_PSS,
      sequence(
        explicit(0, algorithm(SHA256, NULL)),
        explicit(1, algorithm(MGF1, algorithm(mask, NULL))),
        explicit(2, integer(salt)),
        ...more,
      ),
    );
  test.each<[string, Uint8Array, string, string]>([
    ["another padding than the signature has", pss(SHA256, "20"), "failed", "signature_invalid"],
    ["a salt longer than the key", pss(SHA256, "7fffffff"), "failed", "signature_invalid"],
    ["a salt of negative length", pss(SHA256, "ff"), "failed", "algorithm_mismatch"],
    ["a mask with another hash", pss(HASHES["SHA-1"].oid, "20"), "indeterminate", "algorithm_unsupported"],
    ["another trailer", pss(SHA256, "20", explicit(3, integer("02"))), "failed", "algorithm_mismatch"],
    ["no parameters", algorithm(RSASSA_PSS), "failed", "algorithm_mismatch"],
    ["defaults, which mean SHA-1", algorithm(RSASSA_PSS, sequence()), "indeterminate", "hash_too_weak"],
  ])("PSS with %s", async (_, signatureAlgorithm, status, code) => {
    const hash = code === "hash_too_weak" ? "SHA-1" : "SHA-256";
    expect(await judge({ signer: rsaUnit, signatureAlgorithm, hash })).toEqual([status, code]);
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
    expect(await judge({ signer, hash: "SHA-512" })).toEqual(PASSED);
    expect(await judge({ signer, hash: "SHA-256" })).toEqual(["failed", "algorithm_mismatch"]);
    expect(await judge({ signer, hash: "SHA-1" })).toEqual(["indeterminate", "hash_too_weak"]);
    const withNull = algorithm("1.3.101.112", NULL);
    expect(await judge({ signer, hash: "SHA-512", signatureAlgorithm: withNull })).toEqual([
      "failed",
      "algorithm_mismatch",
    ]);
    // S and S + L are the same signature to a reader that does not look: RFC 8032, section 5.1.7.
    const addOrder = (signature: Uint8Array) => {
      const order = 2n ** 252n + 27742317777372353535851937790883648493n;
      const little = [...signature.subarray(32)].reverse();
      let scalar = BigInt(`0x${Buffer.from(little).toString("hex")}`) + order;
      const moved = signature.slice();
      for (let at = 32; at < 64; at++, scalar >>= 8n) moved[at] = Number(scalar & 0xffn);
      return moved;
    };
    expect(await judge({ signer, hash: "SHA-512", signature: addOrder })).toEqual([
      "failed",
      "signature_invalid",
    ]);
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
    expect(await judge({ signature })).toEqual(["failed", "signature_invalid"]);
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
    expect(await judge({ naming, sid, certificates })).toEqual(["failed", "signature_invalid"]);
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
    expect(await judge({ sid: sidOf(other), certificates })).toEqual([
      "failed",
      "signing_certificate_mismatch",
    ]);
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
    const sid = encodeDer(contextPrimitive(0), unit.certificate.subjectKeyIdentifier!);
    const certificates = [other.certificate.der, unit.certificate.der];
    const verdict = await verdictOn({ sid, signerVersion: "03", certificates });
    expect([verdict.status, verdict.authority]).toEqual(["passed", "Unit"]);
  });

  test("named by other hashes", async () => {
    const { der } = unit.certificate;
    for (const hash of ["SHA-384", "SHA-512", "SHA-1"] as const) {
      expect(await judge({ naming: [signingCertificateV2(essCertId(der, hash))] })).toEqual(PASSED);
    }
    const unknown = sequence(algorithm("2.16.840.1.101.3.4.2.8"), octets(new Uint8Array(32)));
    expect(await judge({ naming: [signingCertificateV2(unknown)] })).toEqual([
      "indeterminate",
      "algorithm_unsupported",
    ]);
  });

  test.each<[string, () => Promise<readonly Uint8Array[]>]>([
    ["an empty hash", async () => [signingCertificateV2(sequence(octets(new Uint8Array())))]],
    [
      "half of the hash",
      async () => {
        const whole = parseDer(essCertId(unit.certificate.der), KEY_LIMITS).children[0]!.content;
        return [signingCertificateV2(sequence(octets(whole.subarray(0, 16))))];
      },
    ],
    [
      "another first, and this one second",
      async () => [
        signingCertificateV2(essCertId(authority.certificate.der), essCertId(unit.certificate.der)),
      ],
    ],
    [
      "this one in version 2, another in version 1",
      async () => [
        signingCertificateV2(essCertId(unit.certificate.der)),
        attribute(OID.signingCertificate, sequence(sequence(sequence(octets(new Uint8Array(20)))))),
      ],
    ],
    [
      "this one, with the number of another",
      async () => {
        const directory = encodeDer(contextConstructed(4), unit.certificate.issuer.der);
        const issuerSerial = sequence(sequence(directory), integer("2b"));
        return [signingCertificateV2(essCertId(unit.certificate.der, "SHA-256", issuerSerial))];
      },
    ],
  ])("the attributes name %s", async (_, naming) => {
    expect(await judge({ naming: await naming() })).toEqual(["failed", "signing_certificate_mismatch"]);
  });

  test("the attributes name nothing", async () => {
    expect(await judge({ naming: [signingCertificateV2()] })).toEqual(damaged("tsp_attribute_malformed"));
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
    expect(await judge({ certificates: [unreadable] })).toEqual([
      "indeterminate",
      "signer_certificate_missing",
    ]);
    expect(await judge({ naming, certificates: [] })).toEqual([
      "indeterminate",
      "signer_certificate_missing",
    ]);
  });

  test("256 certificates in the token: the signer's is the last", async () => {
    const others = Array.from({ length: 255 }, () => authority.certificate.der);
    expect(await judge({ certificates: [...others, unit.certificate.der] })).toEqual(PASSED);
  });

  test("an unreadable certificate in the token is ignored", async () => {
    const junk = sequence(octets(new Uint8Array(10)));
    expect(await judge({ certificates: [junk, unit.certificate.der] })).toEqual(PASSED);
  });
});

describe("further certificates that the attributes name limit the path", () => {
  /** The subjects of the path that it does not name. */
  const beyond = async (naming: readonly Uint8Array[], signer = unit) => {
    const { status, beyondNamed } = await verdictOn(
      { naming, signer },
      { intermediates: [authority.certificate, lower.certificate] },
    );
    return [status, beyondNamed.map(({ subject }) => subject.text)];
  };
  let lower: Issued;
  let deepUnit: Issued;
  beforeAll(async () => {
    lower = await issueAuthority("Lower", { issuer: authority });
    deepUnit = await issueUnit(lower);
  });
  const v2 = (...of: readonly Issued[]) =>
    signingCertificateV2(...of.map(({ certificate }) => essCertId(certificate.der)));
  const v1 = (...of: readonly Issued[]) => {
    const ids = of.map(({ certificate }) => sequence(octets(digestOf("SHA-1", certificate.der))));
    return attribute(OID.signingCertificate, sequence(sequence(...ids)));
  };

  test("to those, and to the anchor", async () => {
    expect(await beyond([v2(unit)])).toEqual(["passed", []]);
    expect(await beyond([v2(unit, authority)])).toEqual(["passed", []]);
    expect(await beyond([v2(unit, authority, root)])).toEqual(["passed", []]);
    expect(await beyond([v1(unit, authority)])).toEqual(["passed", []]);
  });

  test("others of the path are told, each", async () => {
    expect(await beyond([v2(unit, lower)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
    expect(await beyond([v2(unit, root)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
    expect(await beyond([v1(unit, lower)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
    expect(await beyond([v2(deepUnit, lower)], deepUnit)).toEqual(["passed", ["CN=Authority,C=XX"]]);
    expect(await beyond([v2(deepUnit, root)], deepUnit)).toEqual([
      "passed",
      ["CN=Lower,C=XX", "CN=Authority,C=XX"],
    ]);
  });

  test("each attribute counts by itself, and one with the signer alone limits nothing", async () => {
    expect(await beyond([v1(unit), v2(unit, authority)])).toEqual(["passed", []]);
    expect(await beyond([v1(unit, authority), v2(unit, lower)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
  });

  test("what is named by an unknown hash, or with the number of another, is not what the path uses", async () => {
    const unknown = sequence(algorithm("1.2.3"), octets(new Uint8Array(20)));
    const ofUnit = essCertId(unit.certificate.der);
    expect(await beyond([signingCertificateV2(ofUnit, unknown)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
    const directory = encodeDer(contextConstructed(4), authority.certificate.issuer.der);
    const other = essCertId(
      authority.certificate.der,
      "SHA-256",
      sequence(sequence(directory), integer("2b")),
    );
    expect(await beyond([signingCertificateV2(ofUnit, other)])).toEqual(["passed", ["CN=Authority,C=XX"]]);
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
    expect(await judge(recipe)).toEqual(damaged(code));
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
  const genTime = (time: Date, fraction = "") => {
    const text = `${time.toISOString().replace(/[-:T]|\.\d+Z/g, "")}${fraction}Z`;
    return tstInfo(encodeDer(TAG.generalizedTime, new TextEncoder().encode(text)));
  };
  test("a certificate is valid from its first to its last second", async () => {
    const outside = ["failed", "signer_not_valid_at_gen_time"];
    const ask = (content: Uint8Array) => judge({ content }, { at: NOT_AFTER });
    expect(await ask(genTime(NOT_BEFORE))).toEqual(PASSED);
    expect(await ask(genTime(at(NOT_BEFORE, -1000)))).toEqual(outside);
    expect(await ask(genTime(at(NOT_BEFORE, -1000), ".999999999"))).toEqual(outside);
    expect(await ask(genTime(NOT_AFTER))).toEqual(PASSED);
    expect(await ask(genTime(NOT_AFTER, ".000000001"))).toEqual(PASSED);
    expect(await ask(genTime(NOT_AFTER, ".999999999"))).toEqual(PASSED);
    expect(await ask(genTime(at(NOT_AFTER, 1000)))).toEqual(outside);
  });

  test("it expires after its last second, and a proof of existence must be older", async () => {
    const open = ["indeterminate", "out_of_bounds_no_poe"];
    expect(await judge({}, { at: at(NOT_AFTER, 999) })).toEqual(PASSED);
    expect(await judge({}, { at: at(NOT_AFTER, 1000) })).toEqual(open);
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
    expect(await judge({ signer }, { intermediates, at: at(expiry, 999) })).toEqual(PASSED);
    const later = { intermediates, at: at(expiry, 1000) };
    expect(await judge({ signer }, later)).toEqual(["indeterminate", "out_of_bounds_no_poe"]);
    expect(await judge({ signer }, { ...later, proofOfExistence: { noLaterThan: expiry } })).toEqual(PASSED);
    // Whoever trusts the authority itself, or its signer, does not ask when it expired.
    for (const anchor of [former, signer]) {
      expect(await judge({ signer }, { ...later, anchors: [anchor.certificate] })).toEqual(PASSED);
    }
  });

  test("clocks may differ by five minutes, not more", async () => {
    expect(await judge({}, { at: at(NOW, -300_000) })).toEqual(PASSED);
    expect(await judge({}, { at: at(NOW, -300_001) })).toEqual(["indeterminate", "gen_time_in_the_future"]);
  });

  test("a leap second is the midnight after it, no earlier: what begins or ends there says so", async () => {
    const content = tstInfo(encodeDer(TAG.generalizedTime, new TextEncoder().encode("20261121235960Z")));
    const midnight = new Date("2026-11-22T00:00:00Z");
    expect(await judge({ content }, { at: at(midnight, -300_000) })).toEqual(PASSED);
    expect(await judge({ content }, { at: at(midnight, -300_001) })).toEqual([
      "indeterminate",
      "gen_time_in_the_future",
    ]);
    const signer = await issueUnit(authority, { notAfter: at(midnight, -1000) });
    expect(await judge({ content, signer }, { at: midnight })).toEqual([
      "failed",
      "signer_not_valid_at_gen_time",
    ]);
    expect((await verdictOn({ content }, { at: midnight })).token!.tstInfo.genTime).toEqual(midnight);
  });

  test("a second of ten digits, and zeros at the end: each as it stands, by its signature", async () => {
    for (const fraction of [".1234567891", ".10", ".000"]) {
      expect(await judge({ content: genTime(NOW, fraction) })).toEqual(PASSED);
    }
  });

  test.each([
    ["a leap second within the day", "20261121115960Z"],
    ["the hour 24", "20261121240000Z"],
    ["a comma", "20261121120000,5Z"],
    ["a year of two digits", "261121120000Z"],
    ["a space", "20261121 20000Z"],
    ["a NUL behind it", "20261121120000Z\0"],
  ])("%s", async (_, text) => {
    const content = tstInfo(encodeDer(TAG.generalizedTime, new TextEncoder().encode(text)));
    expect(await judge({ content })).toEqual(damaged("der_time"));
  });

  const GENERALIZED = encodeDer(
    TAG.generalizedTime,
    new TextEncoder().encode(`${NOW.toISOString().replace(/[-:T]|\.\d+Z/g, "")}Z`),
  );
  test("the accuracy is reported as stated, however large", async () => {
    const largest = tstInfo(GENERALIZED, sequence(integer("7fffffff")));
    const { status, token } = await verdictOn({ content: largest });
    expect([status, token!.tstInfo.accuracySeconds]).toEqual(["passed", 2 ** 31 - 1]);
    for (const accuracy of ["80", "0080000000", "80000000"]) {
      const content = tstInfo(GENERALIZED, sequence(integer(accuracy)));
      expect(await judge({ content })).toEqual(damaged("tsp_accuracy"));
    }
  });
});

describe("chains", () => {
  test("look-alikes of an authority, with its name and key identifier, change nothing", async () => {
    const lookAlikes = await Promise.all(
      Array.from({ length: 30 }, async () => (await issueAuthority("Authority")).certificate),
    );
    expect(await judge({}, { intermediates: [...lookAlikes, authority.certificate] })).toEqual(PASSED);
    const verdict = await verdictOn({}, { intermediates: lookAlikes, anchors: lookAlikes });
    expect(verdict.status).toBe("indeterminate");
    expect(["signature_invalid", "path_too_costly"]).toContain(verdict.code);
  });

  test("a self-signed certificate is not an authority", async () => {
    const extensions = [keyUsage(0), purposes(TIME_STAMPING)];
    const self = await issue({ subject: name({ CN: "Self" }), extensions });
    expect(await judge({ signer: self })).toEqual(["indeterminate", "no_path"]);
  });

  test("authorities that certify each other give no path, and the search ends", async () => {
    const [a, b] = [await issueAuthority("A"), await issueAuthority("B")];
    const crossA = await issueAuthority("A", { key: a.key, issuer: b });
    const crossB = await issueAuthority("B", { key: b.key, issuer: a });
    const signer = await issueUnit(a);
    const intermediates = [a, b, crossA, crossB].map(({ certificate }) => certificate);
    expect(await judge({ signer }, { intermediates })).toEqual(["indeterminate", "no_path"]);
    expect(await judge({ signer }, { intermediates, anchors: [b.certificate] })).toEqual(PASSED);
  });

  test("a unit is not an authority: certificates issued by its key are not accepted", async () => {
    const below = await issueUnit(unit);
    const intermediates = [unit.certificate, authority.certificate];
    expect(await judge({ signer: below }, { intermediates })).toEqual(["indeterminate", "issuer_not_ca"]);
    // Nor where it is trusted itself.
    const anchors = [unit.certificate];
    expect(await judge({ signer: below }, { anchors })).toEqual(["indeterminate", "issuer_not_ca"]);
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
      expect(await judge({ signer }, { anchors: [issuer.certificate] })).toEqual(["indeterminate", code]);
    }
  });

  test("an authority's purposes neither limit the unit nor make one", async () => {
    const web = await issueAuthority("Web", { issuer: root, extensions: [purposes("1.3.6.1.5.5.7.3.1")] });
    const intermediates = [web.certificate];
    expect(await judge({ signer: await issueUnit(web) }, { intermediates })).toEqual(PASSED);
    const stamping = await issueAuthority("Stamping", {
      issuer: root,
      extensions: [purposes(TIME_STAMPING)],
    });
    const plain = await issue({
      subject: name({ CN: "Plain" }),
      issuer: stamping,
      extensions: [keyUsage(0)],
    });
    expect(await judge({ signer: plain }, { intermediates: [stamping.certificate] })).toEqual([
      "failed",
      "signer_purpose_missing",
    ]);
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
      expect(await judge({ signer }, { anchors: [signer.certificate] })).toEqual(["failed", code]);
    }
  });

  test("in a wholly trusted chain, authorities can still revoke the signer and each other", async () => {
    const hour = 3_600_000;
    const revoke = async (issuer: Issued, { certificate }: Issued, at: number, reason = 4) =>
      (await issueCrl(issuer, { revoked: [{ certificate, at: new Date(NOW.getTime() + at), reason }] })).der;
    const anchors = [root, authority, unit].map(({ certificate }) => certificate);
    expect(await verdictOn({}, { anchors, crls: [(await issueCrl(authority)).der] })).toMatchObject({
      status: "passed",
      revocation: { status: "good", asOf: NOW },
    });
    const crls = [await revoke(authority, unit, -hour)];
    expect(await judge({}, { anchors, crls })).toEqual(["failed", "revoked"]);
    const lost = { anchors, crls: [await revoke(authority, unit, hour, 1)] };
    expect(await judge({}, lost)).toEqual(["indeterminate", "revoked_no_poe"]);
    expect(await verdictOn({}, { ...lost, proofOfExistence: { noLaterThan: NOW } })).toMatchObject({
      status: "passed",
      restsOnProofOfExistence: true,
    });
    // An authority that is trusted, and revoked by the root that is trusted too.
    const upper = { anchors: anchors.slice(0, 2), crls: [await revoke(root, authority, -hour)] };
    expect(await judge({}, upper)).toEqual(["indeterminate", "revoked"]);
    // Nobody else's word takes trust away: neither a namesake's, nor that of an issuer that is not trusted.
    const namesake = await issueAuthority("Authority", { issuer: root });
    const stranger = {
      anchors: [unit.certificate, namesake.certificate],
      crls: [await revoke(namesake, unit, -hour)],
    };
    expect(await judge({}, stranger)).toEqual(PASSED);
    expect(await judge({}, { anchors: [unit.certificate], crls })).toEqual(PASSED);
  });

  test("with an unknown critical extension it is not understood, in the signer and above", async () => {
    const unknown = extension("1.2.3.4", NULL, true);
    const signer = await issueUnit(authority, { extensions: [unknown] });
    expect(await judge({ signer })).toEqual(["indeterminate", "unknown_critical_extension"]);
    const odd = await issueAuthority("Odd", { issuer: root, extensions: [unknown] });
    expect(await judge({ signer: await issueUnit(odd) }, { intermediates: [odd.certificate] })).toEqual([
      "indeterminate",
      "unknown_critical_extension",
    ]);
  });
});

test("a wrong type in place of an identifier is reported, and does not crash", async () => {
  for (const sid of [octets(new Uint8Array(20)), NULL, oid("1.2.3"), sequence(), sequence(NULL, NULL)]) {
    expect(await judge({ sid })).toEqual(damaged(expect.stringMatching(/^(der|x509)_/)));
  }
});
