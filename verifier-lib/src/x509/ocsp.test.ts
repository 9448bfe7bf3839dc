import { createHash } from "node:crypto";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { describe, expect, test } from "vitest";
import { TAG } from "../asn1/der.js";
import {
  around,
  bytes,
  codeOf,
  integer,
  NULL,
  octets,
  plain,
  set,
  spentBy,
  text,
} from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { extension, issueAuthority, issueUnit, name, oid, sequence } from "./authority.testing.js";
import { encodeOcspRequest, ocspIssuerId, parseOcspResponse } from "./ocsp.js";

const SHA_1 = sequence(oid("1.3.14.3.2.26"), NULL);

test("a request names the issuer by SHA-1 and the certificate by its number: RFC 6960, section 4.1.1", async () => {
  const sha1 = (of: Uint8Array) => new Uint8Array(createHash("sha1").update(of).digest());
  const root = await issueAuthority("Root");
  const { certificate } = await issueUnit(root, { serialNumber: "00f0a1" });
  const issuerNameHash = sha1(root.certificate.subject.der);
  const issuerKeyHash = sha1(root.certificate.spki.publicKey);
  const id = sequence(SHA_1, octets(issuerNameHash), octets(issuerKeyHash), integer(0x00, 0xf0, 0xa1));
  expect(bytesToHex(encodeOcspRequest(certificate, root.certificate))).toBe(
    bytesToHex(sequence(sequence(sequence(sequence(id))))),
  );
  expect(ocspIssuerId(root.certificate)).toEqual({
    hashAlgorithm: "1.3.14.3.2.26",
    issuerNameHash,
    issuerKeyHash,
  });
});

// The form of responses: section 4.2. Nothing here is signed.
const enumerated = (value: number) => encodeDer(TAG.enumerated, bytes(value));
const time = (value: string) => text(TAG.generalizedTime, `${value}000000Z`);
const day = (value: string) => new Date(`2026-${value}T00:00:00Z`);

const GOOD = plain(0);
const revoked = (...reason: readonly Uint8Array[]) => around(1, time("20260105"), ...reason);
const reasonIn = (code: number) => around(0, enumerated(code));
const reasonBeside = (code: number, isCritical = false) =>
  extension("2.5.29.21", enumerated(code), isCritical);
const ID = sequence(SHA_1, octets(bytes(1)), octets(bytes(2)), integer(0, 0xa1));

interface Answer {
  readonly id?: Uint8Array;
  readonly status?: Uint8Array;
  readonly next?: Uint8Array | null;
  readonly extensions?: readonly Uint8Array[];
  readonly more?: readonly Uint8Array[];
}
const inBrackets = (extensions: readonly Uint8Array[]) =>
  extensions.length === 0 ? [] : [around(1, sequence(...extensions))];
function answer({
  id = ID,
  status = GOOD,
  next = null,
  extensions = [],
  more = [],
}: Answer = {}): Uint8Array {
  const due = next === null ? [] : [around(0, next)];
  return sequence(id, status, time("20260110"), ...due, ...inBrackets(extensions), ...more);
}

interface Basic {
  readonly version?: readonly Uint8Array[];
  readonly responder?: Uint8Array;
  readonly answers?: readonly Uint8Array[];
  readonly extensions?: readonly Uint8Array[];
  readonly more?: readonly Uint8Array[];
  readonly certificates?: readonly Uint8Array[];
}
function basic(parts: Basic = {}): Uint8Array {
  const { version = [], answers = [answer()], extensions = [], more = [], certificates = [] } = parts;
  const { responder = around(1, name({ CN: "Responder" })) } = parts;
  const data = [responder, time("20260111"), sequence(...answers)];
  return sequence(
    sequence(...version, ...data, ...inBrackets(extensions), ...more),
    sequence(oid("1.2.840.10045.4.3.2")),
    encodeDer(TAG.bitString, bytes(0, 7)),
    ...certificates,
  );
}
const BASIC_TYPE = "1.3.6.1.5.5.7.48.1.1";
const whole = (status: number, ...content: readonly Uint8Array[]) => sequence(enumerated(status), ...content);
const wrapped = (type = BASIC_TYPE, ...more: readonly Uint8Array[]) =>
  around(0, sequence(oid(type), octets(basic()), ...more));

const codeOfResponse = (der: Uint8Array) => codeOf(() => parseOcspResponse(der));
const only = (parts: Answer, of: Basic = {}) =>
  parseOcspResponse(basic({ ...of, answers: [answer(parts)] })).responses[0]!;

describe("a response", () => {
  test("with its envelope and without", () => {
    for (const der of [basic(), whole(0, wrapped())]) {
      expect(parseOcspResponse(der)).toMatchObject({
        der: basic(),
        signatureAlgorithm: { oid: "1.2.840.10045.4.3.2" },
        signature: bytes(7),
        responder: { name: { text: "CN=Responder" } },
        producedAt: day("01-11"),
        certificates: [],
        responses: [
          {
            hashAlgorithm: "1.3.14.3.2.26",
            issuerNameHash: bytes(1),
            issuerKeyHash: bytes(2),
            serialNumberHex: "00A1",
            status: "good",
            revokedAt: null,
            reason: null,
            invalidityDate: null,
            thisUpdate: day("01-10"),
            nextUpdate: null,
            hasUnknownCritical: false,
          },
        ],
      });
    }
  });

  test("by a responder named by its key, of version 1 in words, without answer, with the next", () => {
    const keyed = around(2, octets(bytes(5, 6)));
    expect(parseOcspResponse(basic({ responder: keyed })).responder).toEqual({ keyHash: bytes(5, 6) });
    expect(codeOfResponse(basic({ version: [around(0, integer(0))] }))).toBe("ok");
    expect(parseOcspResponse(basic({ answers: [] })).responses).toEqual([]);
    expect(only({ next: time("20260120") }).nextUpdate).toEqual(day("01-20"));
  });

  test("with certificates: those that can be read", async () => {
    const { certificate } = await issueAuthority("Responder");
    const { der } = certificate;
    const read = (...certificates: readonly Uint8Array[]) =>
      parseOcspResponse(basic({ certificates })).certificates;
    expect(read(around(0, sequence(der, der)))).toEqual([certificate, certificate]);
    expect(read(around(0, sequence(NULL, der)))).toEqual([certificate]);
    expect(read(around(0, sequence()))).toEqual([]);
    // The fields of a certificate in place of certificates: none of them is one.
    expect(read(around(0, der))).toEqual([]);
    expect(codeOf(() => read(around(0, set())))).toBe("der_unexpected");
    expect(codeOf(() => read(around(0, sequence()), NULL))).toBe("der_unexpected");
  });

  test("costs eight units for each extension of an answer that is read", async () => {
    const unitsOf = (type: string) => {
      const extensions = [extension(type, enumerated(1))];
      return spentBy((work) => parseOcspResponse(basic({ answers: [answer({ extensions })] }), { work }));
    };
    expect(await unitsOf("2.5.29.21")).toBe((await unitsOf("2.5.29.99")) + 8);
  });

  test("has at most 131,072 bytes", () => {
    const sized = (size: number) => sequence(octets(new Uint8Array(size - 10)));
    expect(sized(131_072)).toHaveLength(131_072);
    expect(codeOfResponse(sized(131_072))).toBe("der_unexpected");
    expect(codeOfResponse(sized(131_073))).toBe("der_too_large");
  });
});

describe("the state of a certificate", () => {
  const since = (isCritical = false) => extension("2.5.29.24", time("20260102"), isCritical);
  const critical = extension("1.2.3", NULL, true);
  const odd = extension("1.2.4", NULL);
  // Of two reasons that differ, neither counts.
  test.each<[string, Answer, Basic, object]>([
    ["unknown", { status: plain(2) }, {}, { status: "unknown", revokedAt: null, reason: null }],
    ["revoked", { status: revoked() }, {}, { status: "revoked", revokedAt: day("01-05"), reason: null }],
    ["why", { status: revoked(reasonIn(1)) }, {}, { status: "revoked", reason: "keyCompromise" }],
    [
      "for a reason that is not used",
      { status: revoked(reasonIn(7)) },
      {},
      { status: "revoked", reason: null },
    ],
    ["for an unknown reason", { status: revoked(reasonIn(11)) }, {}, { status: "revoked", reason: null }],
    ["why, beside", { status: revoked(), extensions: [reasonBeside(4)] }, {}, { reason: "superseded" }],
    [
      "why, twice",
      { status: revoked(reasonIn(4)), extensions: [reasonBeside(4)] },
      {},
      { reason: "superseded" },
    ],
    ["why, differing", { status: revoked(reasonIn(4)), extensions: [reasonBeside(5)] }, {}, { reason: null }],
    ["why, 1 and 5", { status: revoked(reasonIn(1)), extensions: [reasonBeside(5)] }, {}, { reason: null }],
    ["why, 7 and 4", { status: revoked(reasonIn(7)), extensions: [reasonBeside(4)] }, {}, { reason: null }],
    ["why, 11 and 4", { status: revoked(reasonIn(11)), extensions: [reasonBeside(4)] }, {}, { reason: null }],
    ["since when", { status: revoked(), extensions: [since()] }, {}, { invalidityDate: day("01-02") }],
    ["with an unknown critical extension", { extensions: [critical] }, {}, { hasUnknownCritical: true }],
    ["with one behind it", { extensions: [reasonBeside(4), critical] }, {}, { hasUnknownCritical: true }],
    ["with one of the response", {}, { extensions: [odd, critical] }, { hasUnknownCritical: true }],
    ["with others", { extensions: [odd] }, { extensions: [odd] }, { hasUnknownCritical: false }],
    [
      "with known critical ones",
      { status: revoked(), extensions: [reasonBeside(4, true), since(true)] },
      {},
      { hasUnknownCritical: false },
    ],
    ["with one known in answers", {}, { extensions: [reasonBeside(4, true)] }, { hasUnknownCritical: true }],
  ])("is %s", (_, parts, of, expected) => {
    expect(only(parts, of)).toMatchObject(expected);
  });
});

describe("a response is refused", () => {
  test.each<[string, Uint8Array]>([
    ["an error", whole(6)],
    ["an error with an answer", whole(1, wrapped())],
    ["a success without answer", whole(0)],
    ["a response of another type", whole(0, wrapped("1.2.3"))],
  ])("as there is no answer in %s", (_, der) => {
    expect(codeOfResponse(der)).toBe("ocsp_no_response");
  });

  const [byName, byKey, number] = [octets(bytes(1)), octets(bytes(2)), integer(1)];
  test.each<[string, Answer]>([
    ["something after it", { more: [NULL] }],
    ["no number", { id: sequence(SHA_1, byName, byKey) }],
    ["two numbers", { id: sequence(SHA_1, byName, byKey, number, number) }],
    ["a name of the issuer that is no hash", { id: sequence(SHA_1, NULL, byKey, number) }],
    ["a key of the issuer that is no hash", { id: sequence(SHA_1, byName, NULL, number) }],
    ["a number that is none", { id: sequence(SHA_1, byName, byKey, NULL) }],
    ["a state of another kind", { status: around(3) }],
    ["a revocation without time", { status: around(1) }],
    ["a revocation with one thing too much", { status: revoked(reasonIn(1), NULL) }],
    ["two dates of the next", { more: [around(0, time("20260110"), NULL)] }],
  ])("with an answer with %s", (_, one) => {
    expect(codeOfResponse(basic({ answers: [answer(one)] }))).toBe("der_unexpected");
  });

  const twice = [reasonBeside(1), reasonBeside(1)];
  test.each<[string, Uint8Array, string]>([
    ["a set", set(), "der_unexpected"],
    ["nothing inside", sequence(), "der_unexpected"],
    ["something after the envelope", whole(0, wrapped("1.2.3"), NULL), "der_unexpected"],
    ["something after the content", whole(0, wrapped(BASIC_TYPE, NULL)), "der_unexpected"],
    ["two contents", whole(0, around(0, sequence(), sequence())), "der_unexpected"],
    [
      "content that is not wrapped",
      whole(0, around(0, sequence(oid(BASIC_TYPE), basic()))),
      "der_unexpected",
    ],
    ["version 2", basic({ version: [around(0, integer(1))] }), "x509_version"],
    ["a version without number", basic({ version: [around(0)] }), "der_unexpected"],
    ["a responder of another kind", basic({ responder: around(3, byName) }), "der_unexpected"],
    ["a responder whose key is no hash", basic({ responder: around(2, NULL) }), "der_unexpected"],
    ["a responder with two names", basic({ responder: around(1, name({}), name({})) }), "der_unexpected"],
    ["something after the answers", basic({ more: [NULL] }), "der_unexpected"],
    ["an answer that is none", basic({ answers: [NULL] }), "der_unexpected"],
    ["an extension twice", basic({ answers: [answer({ extensions: twice })] }), "x509_extension_duplicate"],
    ["an extension of the response twice", basic({ extensions: twice }), "x509_extension_duplicate"],
  ])("with %s", (_, der, code) => {
    expect(codeOfResponse(der)).toBe(code);
  });
});
