import { createHash } from "node:crypto";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { extension, issueAuthority, issueUnit, name, oid, sequence } from "./authority.testing.js";
import { encodeOcspRequest, ocspIssuerId, parseOcspResponse } from "./ocsp.js";

describe("encode ocsp request", () => {
  const sha1 = (bytes: Uint8Array) => new Uint8Array(createHash("sha1").update(bytes).digest());

  test("a request names the issuer by SHA-1 and the certificate by its number: RFC 6960, section 4.1.1", async () => {
    const { certificate: issuer, ...rest } = await issueAuthority("Root");
    const { certificate } = await issueUnit({ certificate: issuer, ...rest }, { serialNumber: "00f0a1" });
    const octets = (bytes: Uint8Array) => encodeDer(TAG.octetString, bytes);
    const id = sequence(
      sequence(oid("1.3.14.3.2.26"), encodeDer(TAG.null)),
      octets(sha1(issuer.subject.der)),
      octets(sha1(issuer.spki.publicKey)),
      encodeDer(TAG.integer, Uint8Array.of(0x00, 0xf0, 0xa1)),
    );
    expect(bytesToHex(encodeOcspRequest(certificate, issuer))).toBe(
      bytesToHex(sequence(sequence(sequence(sequence(id))))),
    );
    expect(ocspIssuerId(issuer)).toEqual({
      hashAlgorithm: "1.3.14.3.2.26",
      issuerNameHash: sha1(issuer.subject.der),
      issuerKeyHash: sha1(issuer.spki.publicKey),
    });
  });
});

describe("parse ocsp response", () => {
  // The form of OCSP responses: RFC 6960, section 4.2. Nothing here is signed.
  const bytes = (...content: readonly number[]) => Uint8Array.from(content);
  const integer = (...content: readonly number[]) => encodeDer(TAG.integer, bytes(...content));
  const octets = (content: Uint8Array) => encodeDer(TAG.octetString, content);
  const enumerated = (value: number) => encodeDer(TAG.enumerated, bytes(value));
  const around = (number: number, ...parts: readonly Uint8Array[]) =>
    encodeDer(contextConstructed(number), ...parts);
  const time = (value: string) => encodeDer(TAG.generalizedTime, new TextEncoder().encode(`${value}000000Z`));
  const NULL = encodeDer(TAG.null);
  const ALGORITHM = sequence(oid("1.2.840.10045.4.3.2"));
  const day = (text: string) => new Date(`2026-${text}T00:00:00Z`);

  const BY_NAME = around(1, name({ CN: "Responder" }));
  const GOOD = encodeDer(contextPrimitive(0));
  const UNKNOWN = encodeDer(contextPrimitive(2));
  const revoked = (...reason: readonly Uint8Array[]) => around(1, time("20260105"), ...reason);
  const reasonIn = (code: number) => around(0, enumerated(code));
  const reasonBeside = (code: number, isCritical = false) =>
    extension("2.5.29.21", enumerated(code), isCritical);
  const ID = sequence(
    sequence(oid("1.3.14.3.2.26"), NULL),
    octets(bytes(1)),
    octets(bytes(2)),
    integer(0, 0xa1),
  );

  interface Answer {
    readonly id?: Uint8Array;
    readonly status?: Uint8Array;
    readonly next?: Uint8Array | null;
    readonly extensions?: readonly Uint8Array[];
    readonly more?: readonly Uint8Array[];
  }
  function answer({
    id = ID,
    status = GOOD,
    next = null,
    extensions = [],
    more = [],
  }: Answer = {}): Uint8Array {
    return sequence(
      id,
      status,
      time("20260110"),
      ...(next === null ? [] : [around(0, next)]),
      ...(extensions.length === 0 ? [] : [around(1, sequence(...extensions))]),
      ...more,
    );
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
    const { version = [], responder = BY_NAME, answers = [answer()], extensions = [], more = [] } = parts;
    const tbs = sequence(
      ...version,
      responder,
      time("20260111"),
      sequence(...answers),
      ...(extensions.length === 0 ? [] : [around(1, sequence(...extensions))]),
      ...more,
    );
    return sequence(tbs, ALGORITHM, encodeDer(TAG.bitString, bytes(0, 7)), ...(parts.certificates ?? []));
  }
  const whole = (status: number, ...content: readonly Uint8Array[]) =>
    sequence(enumerated(status), ...content);
  const wrapped = (der: Uint8Array, type = "1.3.6.1.5.5.7.48.1.1") =>
    whole(0, around(0, sequence(oid(type), octets(der))));

  function codeOf(der: Uint8Array): string {
    try {
      parseOcspResponse(der);
      return "ok";
    } catch (error) {
      if (error instanceof FormatError) return error.code;
      throw error;
    }
  }
  const only = (parts: Answer, of: Basic = {}) =>
    parseOcspResponse(basic({ ...of, answers: [answer(parts)] })).responses[0]!;

  describe("the fields of a response", () => {
    test("with its envelope and without", () => {
      for (const der of [basic(), wrapped(basic())]) {
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

    test("a responder named by its key, version 1 in words, and no answer", () => {
      const keyed = around(2, octets(bytes(5, 6)));
      expect(parseOcspResponse(basic({ responder: keyed })).responder).toEqual({ keyHash: bytes(5, 6) });
      expect(codeOf(basic({ version: [around(0, integer(0))] }))).toBe("ok");
      expect(parseOcspResponse(basic({ answers: [] })).responses).toEqual([]);
    });

    test("its certificates", async () => {
      const { certificate } = await issueAuthority("Responder");
      const certificates = [around(0, sequence(certificate.der, certificate.der))];
      expect(parseOcspResponse(basic({ certificates })).certificates).toEqual([certificate, certificate]);
      expect(parseOcspResponse(basic({ certificates: [around(0, sequence())] })).certificates).toEqual([]);
      expect(codeOf(basic({ certificates: [around(0, encodeDer(TAG.set))] }))).toBe("der_unexpected");
      // The fields of a certificate in place of certificates: none of them is one.
      expect(parseOcspResponse(basic({ certificates: [around(0, certificate.der)] })).certificates).toEqual(
        [],
      );
      const one = around(0, sequence(NULL, certificate.der));
      expect(parseOcspResponse(basic({ certificates: [one] })).certificates).toEqual([certificate]);
      expect(codeOf(basic({ certificates: [around(0, sequence()), NULL] }))).toBe("der_unexpected");
    });

    test("when the next answer is due", () => {
      expect(only({ next: time("20260120") }).nextUpdate).toEqual(day("01-20"));
    });
  });

  describe("the state of a certificate", () => {
    test("is unknown, or revoked with time and reason", () => {
      expect(only({ status: UNKNOWN })).toMatchObject({ status: "unknown", revokedAt: null, reason: null });
      expect(only({ status: revoked() })).toMatchObject({
        status: "revoked",
        revokedAt: day("01-05"),
        reason: null,
      });
      expect(only({ status: revoked(reasonIn(1)) })).toMatchObject({
        status: "revoked",
        reason: "keyCompromise",
      });
    });

    test("may have its reason in an extension; of two reasons that differ, neither counts", () => {
      expect(only({ status: revoked(), extensions: [reasonBeside(4)] }).reason).toBe("superseded");
      expect(only({ status: revoked(reasonIn(4)), extensions: [reasonBeside(4)] }).reason).toBe("superseded");
      expect(only({ status: revoked(reasonIn(4)), extensions: [reasonBeside(5)] }).reason).toBeNull();
      expect(only({ status: revoked(reasonIn(1)), extensions: [reasonBeside(5)] }).reason).toBeNull();
      for (const unknown of [7, 11]) {
        expect(only({ status: revoked(reasonIn(unknown)) })).toMatchObject({
          status: "revoked",
          reason: null,
        });
        expect(only({ status: revoked(reasonIn(unknown)), extensions: [reasonBeside(4)] }).reason).toBeNull();
      }
    });

    test("may say since when the key was suspected", () => {
      const extensions = [extension("2.5.29.24", time("20260102"))];
      expect(only({ status: revoked(), extensions }).invalidityDate).toEqual(day("01-02"));
    });

    test("is limited by a critical extension that is not known, of the answer or of the response", () => {
      const critical = extension("1.2.3", NULL, true);
      const plain = extension("1.2.4", NULL);
      expect(only({ extensions: [reasonBeside(4), critical] }).hasUnknownCritical).toBe(true);
      expect(only({}, { extensions: [plain, critical] }).hasUnknownCritical).toBe(true);
      expect(only({ extensions: [plain] }, { extensions: [plain] }).hasUnknownCritical).toBe(false);
      const since = extension("2.5.29.24", time("20260102"), true);
      expect(only({ status: revoked(), extensions: [reasonBeside(4, true), since] }).hasUnknownCritical).toBe(
        false,
      );
      // Known only in an answer.
      expect(only({}, { extensions: [reasonBeside(4, true)] }).hasUnknownCritical).toBe(true);
    });
  });

  test("eight units of work for each extension of an answer that is read", () => {
    const unitsOf = (type: string) => {
      const work = new WorkBudget();
      const { left } = work;
      parseOcspResponse(basic({ answers: [answer({ extensions: [extension(type, enumerated(1))] })] }), {
        work,
      });
      return left - work.left;
    };
    expect(unitsOf("2.5.29.21")).toBe(unitsOf("2.5.29.99") + 8);
  });

  describe("there is no answer in", () => {
    test.each<[string, Uint8Array]>([
      ["an error", whole(6)],
      [
        "an error with an answer",
        whole(1, around(0, sequence(oid("1.3.6.1.5.5.7.48.1.1"), octets(basic())))),
      ],
      ["a success without answer", whole(0)],
      ["a response of another type", wrapped(basic(), "1.2.3")],
    ])("%s", (_, der) => {
      expect(codeOf(der)).toBe("ocsp_no_response");
    });
  });

  describe("a malformed response is refused", () => {
    test("more than 131,072 bytes", () => {
      const sized = (size: number) => sequence(octets(new Uint8Array(size - 10)));
      expect(sized(131_072)).toHaveLength(131_072);
      expect(codeOf(sized(131_072))).toBe("der_unexpected");
      expect(codeOf(sized(131_073))).toBe("der_too_large");
    });

    const id = (...parts: readonly Uint8Array[]) => basic({ answers: [answer({ id: sequence(...parts) })] });
    const hash = sequence(oid("1.3.14.3.2.26"), NULL);
    test.each<[string, Uint8Array, string]>([
      ["a set", encodeDer(TAG.set), "der_unexpected"],
      ["nothing inside", sequence(), "der_unexpected"],
      [
        "something after the envelope",
        whole(0, around(0, sequence(oid("1.2.3"), octets(basic()))), NULL),
        "der_unexpected",
      ],
      [
        "something after the content",
        whole(0, around(0, sequence(oid("1.3.6.1.5.5.7.48.1.1"), octets(basic()), NULL))),
        "der_unexpected",
      ],
      ["two contents", whole(0, around(0, sequence(), sequence())), "der_unexpected"],
      [
        "content that is not wrapped",
        whole(0, around(0, sequence(oid("1.3.6.1.5.5.7.48.1.1"), basic()))),
        "der_unexpected",
      ],
      ["version 2", basic({ version: [around(0, integer(1))] }), "x509_version"],
      ["a version without number", basic({ version: [around(0)] }), "der_unexpected"],
      ["a responder of another kind", basic({ responder: around(3, octets(bytes(1))) }), "der_unexpected"],
      ["a responder whose key is no hash", basic({ responder: around(2, NULL) }), "der_unexpected"],
      ["a responder with two names", basic({ responder: around(1, name({}), name({})) }), "der_unexpected"],
      ["something after the answers", basic({ more: [NULL] }), "der_unexpected"],
      ["something after an answer", basic({ answers: [answer({ more: [NULL] })] }), "der_unexpected"],
      ["an answer that is none", basic({ answers: [NULL] }), "der_unexpected"],
      ["a certificate without number", id(hash, octets(bytes(1)), octets(bytes(2))), "der_unexpected"],
      [
        "a certificate with two",
        id(hash, octets(bytes(1)), octets(bytes(2)), integer(1), integer(1)),
        "der_unexpected",
      ],
      [
        "a name of the issuer that is no hash",
        id(hash, NULL, octets(bytes(2)), integer(1)),
        "der_unexpected",
      ],
      ["a key of the issuer that is no hash", id(hash, octets(bytes(1)), NULL, integer(1)), "der_unexpected"],
      ["a number that is none", id(hash, octets(bytes(1)), octets(bytes(2)), NULL), "der_unexpected"],
      ["a state of another kind", basic({ answers: [answer({ status: around(3) })] }), "der_unexpected"],
      ["a revocation without time", basic({ answers: [answer({ status: around(1) })] }), "der_unexpected"],
      [
        "a revocation with one thing too much",
        basic({ answers: [answer({ status: revoked(reasonIn(1), NULL) })] }),
        "der_unexpected",
      ],
      [
        "two dates of the next",
        basic({ answers: [sequence(ID, GOOD, time("20260110"), around(0, time("20260110"), NULL))] }),
        "der_unexpected",
      ],
      [
        "an extension twice",
        basic({ answers: [answer({ extensions: [reasonBeside(1), reasonBeside(1)] })] }),
        "x509_extension_duplicate",
      ],
      [
        "an extension of the response twice",
        basic({ extensions: [reasonBeside(1), reasonBeside(1)] }),
        "x509_extension_duplicate",
      ],
    ])("%s", (_, der, code) => {
      expect(codeOf(der)).toBe(code);
    });
  });
});
