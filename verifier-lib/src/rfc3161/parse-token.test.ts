/** Each field of a token, a response and a request: read, at its bound, beyond it, and of another type. */

import { bytesToHex, FormatError, hexToBytes } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, TAG } from "../asn1/der.js";
import { encodeDer } from "../asn1/values.js";
import { EXTENSION } from "../x509/algorithms.js";
import { generalizedTime, NOW, name } from "../x509/authority.testing.js";
import { isBareToken, parseTimestampToken } from "./parse-token.js";
import { HASHES, OID } from "./token.js";
import { algorithm, attribute, IMPRINT, integer, NULL, octets, oid, sequence } from "./token.testing.js";
import { parseTstInfo } from "./tst-info.js";

type Bytes = Uint8Array;
const SHA256 = HASHES["SHA-256"].oid;
const set = (...parts: readonly Bytes[]) => encodeDer(TAG.set, ...parts);
const explicit = (number: number, ...parts: readonly Bytes[]) =>
  encodeDer(contextConstructed(number), ...parts);
const times = <Value>(count: number, make: (i: number) => Value) =>
  Array.from({ length: count }, (_, i) => make(i));
const sorted = (attributes: readonly Bytes[]) => [...attributes].sort((a, b) => Buffer.compare(a, b));
const UTF8 = (text: string) => encodeDer(TAG.utf8String, new TextEncoder().encode(text));

const IMPRINT_OF = (oid: string, digest: Bytes) => sequence(algorithm(oid, NULL), octets(digest));
interface InfoParts {
  readonly version?: string;
  readonly imprint?: Bytes;
  readonly serialNumber?: Bytes;
  readonly genTime?: Bytes;
  readonly after?: readonly Bytes[];
}
const tstInfo = (parts: InfoParts = {}) =>
  sequence(
    integer(parts.version ?? "01"),
    oid("1.2.3.4"),
    parts.imprint ?? IMPRINT_OF(SHA256, IMPRINT),
    parts.serialNumber ?? integer("2a"),
    parts.genTime ?? generalizedTime(NOW),
    ...(parts.after ?? []),
  );

const ATTRIBUTES = [
  attribute(OID.contentType, oid(OID.tstInfo)),
  attribute(OID.messageDigest, octets(new Uint8Array(32))),
];
interface SignerParts {
  readonly version?: Bytes;
  readonly sid?: Bytes;
  readonly attributes?: readonly Bytes[] | null;
  readonly signature?: Bytes;
  readonly after?: readonly Bytes[];
}
const TRUE = encodeDer(TAG.boolean, Uint8Array.of(0xff));
const extension = (type: string, ...critical: readonly Bytes[]) =>
  sequence(oid(type), ...critical, octets(sequence()));
const KNOWN = sequence(oid(EXTENSION.qcStatements), TRUE, octets(sequence(sequence(oid("1.2.5")))));
const SID = sequence(name({ CN: "Authority" }), integer("2a"));
const signerInfo = ({ version, sid, attributes = ATTRIBUTES, signature, after = [] }: SignerParts = {}) =>
  sequence(
    version ?? integer("01"),
    sid ?? SID,
    algorithm(SHA256),
    ...(attributes === null ? [] : [explicit(0, ...attributes)]),
    algorithm("1.2.840.10045.4.3.2"),
    signature ?? octets(Uint8Array.of(1, 2, 3)),
    ...after,
  );

interface TokenParts {
  readonly type?: string;
  readonly version?: Bytes;
  readonly digestAlgorithms?: readonly Bytes[];
  readonly encapsulated?: Bytes;
  readonly certificates?: readonly Bytes[];
  readonly revocation?: readonly Bytes[];
  readonly signers?: readonly Bytes[];
  readonly after?: readonly Bytes[];
  readonly afterContent?: readonly Bytes[];
}
const encapsulated = (content: Bytes = tstInfo(), type: string = OID.tstInfo) =>
  sequence(oid(type), explicit(0, octets(content)));
const tokenOf = (parts: TokenParts = {}) =>
  sequence(
    oid(parts.type ?? OID.signedData),
    explicit(
      0,
      sequence(
        parts.version ?? integer("03"),
        set(...(parts.digestAlgorithms ?? [algorithm(SHA256)])),
        parts.encapsulated ?? encapsulated(),
        ...(parts.certificates === undefined ? [] : [explicit(0, ...parts.certificates)]),
        ...(parts.revocation === undefined ? [] : [explicit(1, ...parts.revocation)]),
        set(...(parts.signers ?? [signerInfo()])),
        ...(parts.after ?? []),
      ),
    ),
    ...(parts.afterContent ?? []),
  );
const read = (parts: TokenParts = {}) => parseTimestampToken(tokenOf(parts));
const readSigner = (parts: SignerParts) => read({ signers: [signerInfo(parts)] }).signer;

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return "ok";
  } catch (error) {
    if (error instanceof FormatError) return error.code;
    throw error;
  }
};
const hexes = (all: readonly Bytes[]) => all.map((one) => bytesToHex(one));
const CERTIFICATE = (i = 0) => sequence(integer((i % 128).toString(16).padStart(2, "0")));

describe("a token", () => {
  test("and what it says", () => {
    const token = read({ certificates: [CERTIFICATE(1)], revocation: [CERTIFICATE(2)] });
    expect(token).toMatchObject({
      version: 3,
      digestAlgorithms: [SHA256],
      ocspResponses: [],
      tstInfo: {
        policy: "1.2.3.4",
        imprint: { algorithmOid: SHA256, algorithm: "SHA-256", digest: IMPRINT },
        serialNumberHex: "2A",
        genTime: NOW,
        genTimeText: "2026-11-21T12:00:00Z",
        accuracySeconds: null,
        ordering: false,
        nonce: null,
        tsa: null,
        extensions: [],
        qcStatements: [],
      },
      signer: {
        version: 1,
        sid: {
          kind: "issuerAndSerialNumber",
          issuer: { text: "CN=Authority" },
          serialNumber: Uint8Array.of(42),
        },
        digestAlgorithm: { oid: SHA256 },
        signatureAlgorithm: { oid: "1.2.840.10045.4.3.2" },
        signature: Uint8Array.of(1, 2, 3),
      },
    });
    expect(hexes(token.certificates)).toEqual([bytesToHex(CERTIFICATE(1))]);
    expect(hexes(token.crls)).toEqual([bytesToHex(CERTIFICATE(2))]);
  });

  test.each<[string, TokenParts, string]>([
    ["of another content type", { type: OID.tstInfo }, "tsp_not_signed_data"],
    ["with something after its content", { afterContent: [NULL] }, "der_unexpected"],
    ["with something after its signers", { after: [NULL] }, "der_unexpected"],
    ["over something else", { encapsulated: encapsulated(tstInfo(), OID.signedData) }, "tsp_not_a_timestamp"],
    ["without its content", { encapsulated: sequence(oid(OID.tstInfo)) }, "tsp_not_a_timestamp"],
    [
      "with something after its content type and content",
      { encapsulated: sequence(oid(OID.tstInfo), explicit(0, octets(tstInfo())), NULL) },
      "der_unexpected",
    ],
    ["without a signer", { signers: [] }, "tsp_signer_count"],
    ["with two signers", { signers: [signerInfo(), signerInfo()] }, "tsp_signer_count"],
    ["with 256 algorithms", { digestAlgorithms: times(256, () => algorithm(SHA256)) }, "ok"],
    ["with 257 algorithms", { digestAlgorithms: times(257, () => algorithm(SHA256)) }, "tsp_too_many"],
    ["with no certificate in its list", { certificates: [] }, "ok"],
    ["with 256 certificates", { certificates: times(256, CERTIFICATE) }, "ok"],
    ["with 257 certificates", { certificates: times(257, CERTIFICATE) }, "tsp_too_many"],
    ["with 256 revocation lists", { revocation: times(256, CERTIFICATE) }, "ok"],
    ["with 257 revocation lists", { revocation: times(257, CERTIFICATE) }, "tsp_too_many"],
    ["of a negative version", { version: integer("ff") }, "der_integer"],
    ["of a version that CMS does not have", { version: integer("06") }, "tsp_version"],
    ["with a signer of such a version", { signers: [signerInfo({ version: integer("06") })] }, "tsp_version"],
  ])("%s", (_, parts, code) => {
    expect(codeOf(() => read(parts))).toBe(code);
  });

  test("in brackets with something else beside it", () => {
    const [type, content] = [oid(OID.signedData), tokenOf().subarray(4 + oid(OID.signedData).length)];
    const signedData = content.subarray(4);
    expect(codeOf(() => parseTimestampToken(sequence(type, explicit(0, signedData))))).toBe("ok");
    expect(codeOf(() => parseTimestampToken(sequence(type, explicit(0, signedData, NULL))))).toBe(
      "der_unexpected",
    );
    expect(codeOf(() => parseTimestampToken(sequence(type, explicit(1, signedData))))).toBe("der_unexpected");
  });

  test("names where in the token its content is malformed", () => {
    const der = tokenOf({ encapsulated: encapsulated(tstInfo({ version: "02" })) });
    try {
      parseTimestampToken(der);
      expect.unreachable();
    } catch (error) {
      const { code, offset, cause } = error as FormatError;
      // After the header of the TSTInfo stands its version.
      const at = Buffer.from(der).indexOf(tstInfo({ version: "02" })) + 2;
      expect([code, offset]).toEqual(["tsp_version", at]);
      expect(cause).toBeInstanceOf(FormatError);
    }
  });

  test("of other kinds of certificates or revocation data", () => {
    const other = explicit(3, NULL);
    expect(read({ certificates: [CERTIFICATE(), other] })).toMatchObject({
      certificates: [CERTIFICATE()],
    });
    expect(read({ revocation: [other, CERTIFICATE()] })).toMatchObject({
      crls: [CERTIFICATE()],
      ocspResponses: [],
    });
  });

  test("with answers of OCSP", () => {
    const ocsp = (format: string, ...more: readonly Bytes[]) =>
      explicit(1, oid(format), CERTIFICATE(7), ...more);
    const { crls, ocspResponses } = read({
      revocation: [CERTIFICATE(1), ocsp(OID.ocspResponse), ocsp("1.2.3.4")],
    });
    expect([hexes(crls), hexes(ocspResponses)]).toEqual([
      [bytesToHex(CERTIFICATE(1))],
      [bytesToHex(CERTIFICATE(7))],
    ]);
    expect(codeOf(() => read({ revocation: [ocsp(OID.ocspResponse, NULL)] }))).toBe("der_unexpected");
    expect(codeOf(() => read({ revocation: [explicit(1, oid(OID.ocspResponse))] }))).toBe("der_unexpected");
  });

  test("names the parts that no signature covers, with their places", () => {
    const unsigned = explicit(1, attribute("1.2.3", NULL));
    const der = tokenOf({
      certificates: [CERTIFICATE(1), CERTIFICATE(2)],
      revocation: [CERTIFICATE(3)],
      signers: [signerInfo({ after: [unsigned] })],
    });
    const parts = parseTimestampToken(der).unsigned;
    const at = ({ start, end }: { start: number; end: number }) => bytesToHex(der.subarray(start, end));
    expect(parts.map((one) => [one.part, at(one)])).toEqual([
      ["version", "020103"],
      ["digest_algorithm", bytesToHex(algorithm(SHA256))],
      ["certificate", bytesToHex(CERTIFICATE(1))],
      ["certificate", bytesToHex(CERTIFICATE(2))],
      ["revocation_data", bytesToHex(CERTIFICATE(3))],
      ["version", "020101"],
      ["signer_identifier", bytesToHex(SID)],
      ["digest_algorithm", bytesToHex(algorithm(SHA256))],
      ["signature_algorithm", bytesToHex(algorithm("1.2.840.10045.4.3.2"))],
      ["unsigned_attributes", bytesToHex(unsigned)],
    ]);
  });
});

describe("a token as large as is read, and larger", () => {
  const nested = (depth: number): Bytes => (depth === 0 ? new Uint8Array() : sequence(nested(depth - 1)));
  const many = (count: number) =>
    encodeDer(
      TAG.sequence,
      new Uint8Array(2 * count).map((_, i) => (i % 2 === 0 ? 5 : 0)),
    );

  test("of bytes, of levels and of values", () => {
    const token = (der: Bytes) => codeOf(() => parseTimestampToken(der));
    expect(token(octets(new Uint8Array(1_048_576 - 5)))).toBe("der_unexpected");
    expect(token(octets(new Uint8Array(1_048_577 - 5)))).toBe("der_too_large");
    const deep = (depth: number) =>
      encodeDer(TAG.set, encodeDer(TAG.set, encodeDer(TAG.set, nested(depth - 3))));
    expect([token(deep(32)), token(deep(33))]).toEqual(["der_unexpected", "der_too_deep"]);
    expect([token(many(65_535)), token(many(65_536))]).toEqual(["der_unexpected", "der_too_many_elements"]);
  });

  test("and of its content", () => {
    const info = (der: Bytes) => codeOf(() => parseTstInfo(der));
    expect(info(octets(new Uint8Array(65_536 - 4)))).toBe("der_unexpected");
    expect(info(octets(new Uint8Array(65_537 - 4)))).toBe("der_too_large");
    expect([info(nested(24)), info(nested(25))]).toEqual(["der_unexpected", "der_too_deep"]);
    expect([info(many(4_095)), info(many(4_096))]).toEqual(["der_unexpected", "der_too_many_elements"]);
  });

  test("is read by a budget, and what the budget throws is passed on", () => {
    for (let calls = 0; calls < 20; calls++) {
      let count = 0;
      const work = new (class extends WorkBudget {
        override spend() {
          if (count++ === calls) throw new RangeError("stopped");
        }
      })();
      expect(() => parseTimestampToken(tokenOf(), { work })).toThrow(RangeError);
    }
  });

  test("its statements are read by the same budget", () => {
    const spent = (type: string) => {
      const extension = sequence(oid(type), octets(sequence(sequence(oid("1.2.3")))));
      const work = new WorkBudget(1000);
      parseTstInfo(tstInfo({ after: [explicit(1, extension)] }), work);
      return 1000 - work.left;
    };
    // A reading, the statement, its identifier and what might follow.
    expect(spent("1.3.6.1.5.5.7.1.3") - spent("1.3.6.1.5.5.7.1.4")).toBe(8 + 2 + 2);
  });
});

test("a token without optional parts names the others alone", () => {
  expect(read().unsigned.map(({ part }) => part)).toEqual([
    "version",
    "digest_algorithm",
    "version",
    "signer_identifier",
    "digest_algorithm",
    "signature_algorithm",
  ]);
});

test("a token starts with an identifier, a response with a sequence", () => {
  const long = tokenOf({ certificates: [octets(new Uint8Array(70_000))] });
  const short = sequence(oid("1.2"));
  for (const token of [short, tokenOf(), long]) {
    expect(isBareToken(token)).toBe(true);
    expect(isBareToken(sequence(sequence(integer("00")), token))).toBe(false);
  }
  expect(isBareToken(sequence(sequence(integer("00"))))).toBe(false);
  for (const hex of ["", "30", "3006", "308106", "300006", "30800601"]) {
    expect(isBareToken(hexToBytes(hex)), hex).toBe(["300006", "30800601"].includes(hex));
  }
});

describe("a signer", () => {
  test("by the identifier of its key", () => {
    const sid = encodeDer(contextPrimitive(0), Uint8Array.of(1, 2));
    expect(readSigner({ sid }).sid).toEqual({
      kind: "subjectKeyIdentifier",
      keyIdentifier: Uint8Array.of(1, 2),
    });
  });

  test.each<[string, SignerParts]>([
    ["by issuer, number and something else", { sid: sequence(name({ CN: "A" }), integer("2a"), NULL) }],
    ["by the number alone", { sid: sequence(integer("2a")) }],
    ["whose signature is no string", { signature: NULL }],
    ["with something after it", { after: [NULL] }],
  ])("%s", (_, parts) => {
    expect(codeOf(() => readSigner(parts))).toBe("der_unexpected");
  });

  test("without signed attributes", () => {
    expect(readSigner({ attributes: null }).signedAttributes).toBeNull();
  });
});

describe("signed attributes", () => {
  const signed = (...attributes: readonly Bytes[]) =>
    readSigner({ attributes: sorted(attributes) }).signedAttributes!;
  const code = (...attributes: readonly Bytes[]) => codeOf(() => signed(...attributes));
  const HASH = new Uint8Array(32).fill(7);

  test("are what is signed with the tag of a SET", () => {
    expect(bytesToHex(signed(...ATTRIBUTES).der)).toBe(bytesToHex(set(...sorted(ATTRIBUTES))));
  });

  test("that are not there, or not read", () => {
    expect(signed(attribute("1.2.3", NULL, NULL))).toMatchObject({
      contentType: null,
      messageDigest: null,
      signingCertificates: [],
      algorithmProtection: null,
    });
  });

  test("of content and digest", () => {
    expect(signed(...ATTRIBUTES)).toMatchObject({
      contentType: OID.tstInfo,
      messageDigest: new Uint8Array(32),
    });
  });

  const numbered = (count: number) =>
    times(count, (i) => attribute(`1.2.${i}`, integer((i % 128).toString(16).padStart(2, "0"))));
  test.each<[string, readonly Bytes[], string]>([
    ["256 of them", numbered(256), "ok"],
    ["257 of them", numbered(257), "tsp_too_many"],
    [
      "one twice",
      [attribute("1.2.3", integer("01")), attribute("1.2.3", integer("02"))],
      "tsp_attribute_duplicate",
    ],
    ["one without a value", [attribute("1.2.3")], "tsp_attribute_malformed"],
    ["one whose values are no set", [sequence(oid("1.2.3"), sequence(NULL))], "der_unexpected"],
    ["one with something after its values", [sequence(oid("1.2.3"), set(NULL), NULL)], "der_unexpected"],
    ["a digest that is no string", [attribute(OID.messageDigest, NULL)], "der_unexpected"],
    ["a content type that is no identifier", [attribute(OID.contentType, NULL)], "der_unexpected"],
    ...[
      OID.contentType,
      OID.messageDigest,
      OID.signingCertificate,
      OID.signingCertificateV2,
      OID.algorithmProtection,
    ].map((type): [string, readonly Bytes[], string] => [
      `two values of ${type}`,
      [attribute(type, NULL, NULL)],
      "tsp_attribute_malformed",
    ]),
  ])("%s", (_, attributes, expected) => {
    expect(code(...attributes)).toBe(expected);
  });

  test("that do not stand in the order of DER are read with what would: the shorter of two that begin alike is first", () => {
    const [a, b] = [attribute("1.2.3", integer("01")), attribute("1.2.3", integer("02"))];
    const [c, d] = [attribute("1.2.4", integer("01")), attribute("1.2.4", integer("0102"))];
    const order = (...attributes: readonly Bytes[]) =>
      readSigner({ attributes }).signedAttributes!.derInOrder;
    const all = (...attributes: readonly Bytes[]) => encodeDer(TAG.set, ...attributes);
    expect(order(a, c)).toBeNull();
    expect(order(c, a)).toEqual(all(a, c));
    expect(order(a, d)).toBeNull();
    expect(order(d, a)).toEqual(all(a, d));
    for (const twice of [
      [b, a],
      [a, a],
      [a, c, a],
    ]) {
      expect(codeOf(() => readSigner({ attributes: twice }))).toBe("tsp_attribute_duplicate");
    }
  });

  const GENERAL_NAMES = sequence(explicit(4, name({ CN: "Authority" })));
  const ISSUER_SERIAL = sequence(GENERAL_NAMES, integer("2a"));
  const v1 = (...parts: readonly Bytes[]) => attribute(OID.signingCertificate, sequence(...parts));
  const v2 = (...parts: readonly Bytes[]) => attribute(OID.signingCertificateV2, sequence(...parts));
  test.each<[string, Bytes, object]>([
    [
      "1",
      v1(sequence(sequence(octets(HASH)))),
      { version: 1, hashOid: HASHES["SHA-1"].oid, issuerSerial: null },
    ],
    ["2", v2(sequence(sequence(octets(HASH)))), { version: 2, hashOid: SHA256, issuerSerial: null }],
    [
      "2 with another hash",
      v2(sequence(sequence(algorithm("1.2.3"), octets(HASH)))),
      { version: 2, hashOid: "1.2.3" },
    ],
    [
      "1 with issuer and number",
      v1(sequence(sequence(octets(HASH), ISSUER_SERIAL))),
      { issuerSerial: { issuer: [{ kind: "directory" }], serialNumber: Uint8Array.of(42) } },
    ],
    [
      "2 with issuer and number",
      v2(sequence(sequence(octets(HASH), ISSUER_SERIAL))),
      { issuerSerial: { issuer: [{ kind: "directory" }], serialNumber: Uint8Array.of(42) } },
    ],
    ["1 with policies", v1(sequence(sequence(octets(HASH))), sequence(sequence(oid("1.2")))), { version: 1 }],
    [
      "2, the first of two",
      v2(sequence(sequence(octets(HASH)), sequence(octets(IMPRINT)))),
      { certHash: HASH },
    ],
  ])("name a certificate by version %s", (_, one, expected) => {
    expect(signed(one).signingCertificates).toMatchObject([{ certHash: HASH, ...expected }]);
  });

  test("name a certificate by both versions", () => {
    const both = signed(v2(sequence(sequence(octets(HASH)))), v1(sequence(sequence(octets(HASH)))));
    expect(both.signingCertificates.map(({ version }) => version)).toEqual([1, 2]);
  });

  const ids = (count: number) => sequence(...times(count, () => sequence(octets(HASH))));
  test.each<[string, Bytes, string]>([
    ["256", v2(ids(256)), "ok"],
    ["257", v2(ids(257)), "tsp_too_many"],
    ["257 by version 1", v1(ids(257)), "tsp_too_many"],
    ["none", v2(ids(0)), "tsp_attribute_malformed"],
    ["none by version 1", v1(ids(0)), "tsp_attribute_malformed"],
    ["one, with something after the policies", v2(ids(1), sequence(), NULL), "der_unexpected"],
    ["one, with policies that are no sequence", v2(ids(1), NULL), "der_unexpected"],
    [
      "one, with something after issuer and number",
      v2(sequence(sequence(octets(HASH), ISSUER_SERIAL, NULL))),
      "der_unexpected",
    ],
    [
      "one by version 1, with something after issuer and number",
      v1(sequence(sequence(octets(HASH), ISSUER_SERIAL, NULL))),
      "der_unexpected",
    ],
    [
      "one by version 1, with a hash algorithm",
      v1(sequence(sequence(algorithm(SHA256), octets(HASH)))),
      "der_unexpected",
    ],
    [
      "one, with something beside issuer and number",
      v2(sequence(sequence(octets(HASH), sequence(GENERAL_NAMES, integer("2a"), NULL)))),
      "der_unexpected",
    ],
    ["a malformed second one", v2(sequence(sequence(octets(HASH)), sequence(NULL))), "der_unexpected"],
  ])("name certificates: %s", (_, one, expected) => {
    expect(code(one)).toBe(expected);
  });

  const protection = (...parts: readonly Bytes[]) => attribute(OID.algorithmProtection, sequence(...parts));
  const implicit = (number: number) => encodeDer(contextConstructed(number), oid("1.2.4"));
  test("protect the algorithms", () => {
    expect(signed(protection(algorithm("1.2.3"), implicit(1))).algorithmProtection).toEqual({
      digestAlgorithm: algorithm("1.2.3"),
      signatureAlgorithm: algorithm("1.2.4"),
    });
    expect(code(protection(algorithm("1.2.3")))).toBe("der_unexpected");
    expect(code(protection(algorithm("1.2.3"), implicit(2)))).toBe("der_unexpected");
    expect(code(protection(algorithm("1.2.3"), implicit(1), implicit(2)))).toBe("der_unexpected");
    expect(code(protection(NULL, implicit(1)))).toBe("der_unexpected");
  });
});

describe("a TSTInfo", () => {
  const info = (parts: InfoParts) => parseTstInfo(tstInfo(parts));
  const code = (parts: InfoParts) => codeOf(() => info(parts));
  const after = (...parts: readonly Bytes[]) => ({ after: parts });

  test.each<[string, InfoParts, string]>([
    ["version 0", { version: "00" }, "tsp_version"],
    ["version 2", { version: "02" }, "tsp_version"],
    ["a number of 1,000 bytes", { serialNumber: integer(`7f${"ff".repeat(999)}`) }, "ok"],
    ["a negative number", { serialNumber: integer("80") }, "ok"],
    ["a number of another type", { serialNumber: octets(Uint8Array.of(1)) }, "der_unexpected"],
    [
      "a digest that is too short",
      { imprint: IMPRINT_OF(SHA256, IMPRINT.subarray(1)) },
      "tsp_imprint_length",
    ],
    ["a digest that is too long", { imprint: IMPRINT_OF(SHA256, new Uint8Array(33)) }, "tsp_imprint_length"],
    ["an unknown hash of 1 byte", { imprint: IMPRINT_OF("1.2.3", new Uint8Array(1)) }, "ok"],
    ["an unknown hash of 1,000 bytes", { imprint: IMPRINT_OF("1.2.3", new Uint8Array(1000)) }, "ok"],
    ["an unknown hash of no byte", { imprint: IMPRINT_OF("1.2.3", new Uint8Array()) }, "tsp_imprint_length"],
    [
      "an imprint with something after it",
      { imprint: sequence(algorithm(SHA256), octets(IMPRINT), NULL) },
      "der_unexpected",
    ],
    ["an imprint of another type", { imprint: sequence(algorithm(SHA256), NULL) }, "der_unexpected"],
    ["something after it", after(NULL), "der_unexpected"],
    ["a nonce of 1,000 bytes", after(integer(`7f${"ff".repeat(999)}`)), "ok"],
    ["an empty list of extensions", after(explicit(1)), "ok"],
    ["an extension that is not known", after(explicit(1, extension("1.2.3"))), "ok"],
    [
      "one that must be known, behind it",
      after(explicit(1, extension("1.2.4"), extension("1.2.3", TRUE))),
      "tsp_extension_unknown",
    ],
    ["a known one that must be", after(explicit(1, KNOWN)), "ok"],
    ["two names", after(explicit(0, explicit(4, name({ CN: "A" })), NULL)), "der_unexpected"],
    ["no name", after(explicit(0)), "der_unexpected"],
    [
      "nonce before ordering",
      after(integer("01"), encodeDer(TAG.boolean, Uint8Array.of(0xff))),
      "der_unexpected",
    ],
    [
      "malformed statements",
      after(explicit(1, sequence(oid("1.3.6.1.5.5.7.1.3"), octets(NULL)))),
      "x509_extension_malformed",
    ],
  ])("with %s", (_, parts, expected) => {
    expect(code(parts)).toBe(expected);
  });

  test("whose digest has the wrong length, in words: its hash, by name if it is known", () => {
    expect(() => info({ imprint: IMPRINT_OF(SHA256, new Uint8Array(1)) })).toThrow("of SHA-256, got 1 bytes");
    expect(() => info({ imprint: IMPRINT_OF("1.2.3", new Uint8Array()) })).toThrow("of 1.2.3, got 0 bytes");
  });

  test("with every optional field", () => {
    const statements = sequence(sequence(oid("1.2.5")), sequence(oid(OID.qualifiedTimestamp), NULL));
    const parsed = info(
      after(
        sequence(integer("02")),
        encodeDer(TAG.boolean, Uint8Array.of(0xff)),
        integer("00ff"),
        explicit(0, explicit(4, name({ CN: "TSA" }))),
        explicit(1, sequence(oid("1.3.6.1.5.5.7.1.3"), octets(statements))),
      ),
    );
    expect(parsed).toMatchObject({
      accuracySeconds: 2,
      ordering: true,
      nonce: Uint8Array.of(0, 0xff),
      tsa: { kind: "directory", value: { text: "CN=TSA" } },
      extensions: [{ oid: "1.3.6.1.5.5.7.1.3", isCritical: false }],
      qcStatements: [{ oid: "1.2.5" }, { oid: OID.qualifiedTimestamp }],
    });
    expect(info(after(encodeDer(TAG.boolean, Uint8Array.of(0)))).ordering).toBe(false);
    expect(info({ serialNumber: integer("00abcdef") }).serialNumberHex).toBe("00ABCDEF");
  });

  const millis = (hex: string) => encodeDer(contextPrimitive(0), hexToBytes(hex));
  const micros = (hex: string) => encodeDer(contextPrimitive(1), hexToBytes(hex));
  test.each<[string, readonly Bytes[], number | null]>([
    ["nothing", [], 0],
    ["0 seconds", [integer("00")], 0],
    ["the most seconds", [integer("7fffffff")], 2 ** 31 - 1],
    ["a second more", [integer("0080000000")], null],
    ["negative seconds", [integer("ff")], null],
    ["seconds, thousandths and millionths", [integer("01"), millis("02"), micros("03")], 1.002003],
    ["1 thousandth", [millis("01")], 0.001],
    ["257 thousandths", [millis("0101")], 0.257],
    ["the sign of a thousandth alone", [millis("80")], null],
    ["128 thousandths", [millis("0080")], 0.128],
    ["999 thousandths", [millis("03e7")], 0.999],
    ["1000 thousandths", [millis("03e8")], null],
    ["0 thousandths", [millis("00")], 0],
    ["no byte of thousandths", [millis("")], null],
    ["a negative thousandth", [millis("ff")], null],
    ["thousandths with a needless zero", [millis("0001")], null],
    ["thousandths with two zeros", [millis("000080")], null],
    ["1 millionth", [micros("01")], 0.000001],
    ["999 millionths", [micros("03e7")], 0.000999],
    ["1000 millionths", [micros("03e8")], null],
    ["0 millionths", [micros("00")], 0],
    ["a negative millionth", [micros("ff7f")], null],
    ["millionths of five bytes", [micros("0100000001")], null],
  ])("with an accuracy of %s", (_, parts, seconds) => {
    const parsed = () => info(after(sequence(...parts))).accuracySeconds;
    if (seconds === null) expect(codeOf(parsed)).toBe("tsp_accuracy");
    else expect(parsed()).toBeCloseTo(seconds, 9);
  });

  test("with an accuracy of other fields", () => {
    expect(code(after(sequence(NULL)))).toBe("der_unexpected");
    expect(code(after(sequence(micros("01"), millis("01"))))).toBe("der_unexpected");
  });

  const time = (text: string) => encodeDer(TAG.generalizedTime, new TextEncoder().encode(text));
  test.each<[string, [text: string, up: string, down: string] | null]>([
    ["20260102030405Z", ["2026-01-02T03:04:05Z", "05.000", "05.000"]],
    ["20260102030405.5Z", ["2026-01-02T03:04:05.5Z", "05.500", "05.500"]],
    ["20260102030405.05Z", ["2026-01-02T03:04:05.05Z", "05.050", "05.050"]],
    ["20260102030405.0001Z", ["2026-01-02T03:04:05.0001Z", "05.001", "05.000"]],
    ["20260102030405.123456789Z", ["2026-01-02T03:04:05.123456789Z", "05.124", "05.123"]],
    ["20260102030405.1234567891Z", ["2026-01-02T03:04:05.1234567891Z", "05.124", "05.123"]],
    ["20260102030405.50Z", ["2026-01-02T03:04:05.50Z", "05.500", "05.500"]],
    ["20260102030405.0Z", ["2026-01-02T03:04:05.0Z", "05.000", "05.000"]],
    ["20260102030405.1230000000000Z", ["2026-01-02T03:04:05.1230000000000Z", "05.123", "05.123"]],
    ["20260102030405.1230000000001Z", ["2026-01-02T03:04:05.1230000000001Z", "05.124", "05.123"]],
    ["20260102030405.9999999999Z", ["2026-01-02T03:04:05.9999999999Z", "06.000", "05.999"]],
    // A leap second: the midnight after it.
    ["20261231235960Z", ["2026-12-31T23:59:60Z", "00.000", "00.000"]],
    ["20261231235960.999Z", ["2026-12-31T23:59:60.999Z", "00.000", "00.000"]],
    ["20261231235961Z", null],
    ["20261231225960Z", null],
    ["20260230235960Z", null],
    ["20260102030405.Z", null],
    ["20260102030405,5Z", null],
    ["20260102030405", null],
    ["20260102030405+0000", null],
    ["020260102030405Z", null],
    ["20260102030405ZZ", null],
    ["202601020304Z", null],
    ["20260230000000Z", null],
    ["20260131000000Z", ["2026-01-31T00:00:00Z", "00.000", "00.000"]],
    ["20260431000000Z", null],
    ["20260102240000Z", null],
    ["20260102030460Z", null],
    ["20261302030405Z", null],
    [`20260102030405.${"1".repeat(32)}Z`, [`2026-01-02T03:04:05.${"1".repeat(32)}Z`, "05.112", "05.111"]],
    [`20260102030405.${"1".repeat(16)}Z0`, null],
    [`20260102030405Z${" ".repeat(30)}`, null],
  ])("of the time %s", (text, expected) => {
    const parse = () => info({ genTime: time(text) });
    if (expected === null) return expect(codeOf(parse)).toBe("der_time");
    const { genTimeText, genTime, genTimeRoundedDown } = parse();
    expect([
      genTimeText,
      genTime.toISOString().slice(17, 23),
      genTimeRoundedDown.toISOString().slice(17, 23),
    ]).toEqual(expected);
  });

  test("of a leap second, which is never earlier than stated", () => {
    const { genTime, genTimeRoundedDown } = info({ genTime: time("20261231235960.5Z") });
    expect([genTime, genTimeRoundedDown]).toEqual([new Date("2027-01-01"), new Date("2027-01-01")]);
  });

  test("of a time with more digits than are read", () => {
    expect(code({ genTime: time(`20260102030405.${"1".repeat(33)}Z`) })).toBe("der_too_large");
  });

  test("of a time of another type", () => {
    expect(code({ genTime: UTF8("20260102030405Z") })).toBe("der_unexpected");
  });
});
