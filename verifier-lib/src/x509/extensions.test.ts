import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, parseDer, TAG } from "../asn1/der.js";
import {
  around,
  bytes,
  codeOf,
  FALSE,
  integer,
  NULL,
  octets,
  plain,
  set,
  TRUE,
  text,
} from "../asn1/der.testing.js";
import { encodeDer } from "../asn1/values.js";
import { CERTIFICATE_LIMITS } from "../limits.js";
import { extension, name, oid, sequence } from "./authority.testing.js";
import type { Certificate, GeneralName } from "./certificate.js";
import { informationAccess, readCertificateExtensions, readExtension, readExtensions } from "./extensions.js";
import { readGeneralName, readGeneralNames } from "./names.js";

describe("information access", () => {
  const OCSP = "1.3.6.1.5.5.7.48.1";
  const CA_ISSUERS = "1.3.6.1.5.5.7.48.2";
  const AUTHORITY_INFORMATION_ACCESS = "1.3.6.1.5.5.7.1.1";

  const uri = (value: string) => text(0x86, value);
  const access = (method: string, ...location: readonly Uint8Array[]) => sequence(oid(method), ...location);
  const withValue = (value: Uint8Array, type = AUTHORITY_INFORMATION_ACCESS) =>
    informationAccess({ extensions: [{ oid: type, isCritical: false, value }] } as unknown as Certificate);

  test("has the addresses of each method in order, and no other names", () => {
    const value = sequence(
      access(OCSP, uri("http://ocsp.example/1")),
      access(CA_ISSUERS, uri("http://ca.example/1")),
      access("1.3.6.1.5.5.7.48.3", uri("http://time.example")),
      access(OCSP, text(0x82, "dns.example")),
      access(CA_ISSUERS, text(0x81, "me@mail.example")),
      access(OCSP, uri("http://ocsp.example/2")),
      access(CA_ISSUERS, uri("ldap://ca.example/2")),
    );
    expect(withValue(value)).toEqual({
      ocsp: ["http://ocsp.example/1", "http://ocsp.example/2"],
      caIssuers: ["http://ca.example/1", "ldap://ca.example/2"],
    });
  });

  describe("there are no addresses", () => {
    const NONE = { ocsp: [], caIssuers: [] };
    const good = access(OCSP, uri("http://ocsp.example"));

    test("without the extension", () => {
      expect(withValue(sequence(good), "1.2.3")).toEqual(NONE);
      expect(informationAccess({ extensions: [] } as unknown as Certificate)).toEqual(NONE);
    });

    test.each<[string, Uint8Array]>([
      ["a set", set(good)],
      ["nothing", new Uint8Array()],
      ["trailing data", Uint8Array.of(...sequence(good), 0)],
      ["an address too much", sequence(good, access(OCSP, uri("http://a"), uri("http://b")))],
      ["no address", sequence(good, access(OCSP))],
      ["no method", sequence(good, sequence(uri("http://a")))],
      ["an address that is no general name", sequence(good, access(OCSP, name({})))],
    ])("in an extension that cannot be read: %s", (_, value) => {
      expect(withValue(value)).toEqual(NONE);
    });
  });

  test("an error that is not one of the format is not hidden", () => {
    expect(() => withValue(null as unknown as Uint8Array)).toThrow(TypeError);
  });
});

describe("read certificate extensions", () => {
  const dns = (value: string) => text(0x82, value);
  const uri = (value: string) => text(0x86, value);

  const read = (type: string, value: Uint8Array, work?: WorkBudget) =>
    readCertificateExtensions([{ oid: type, isCritical: false, value }], work);

  const ID = {
    subjectKeyIdentifier: "2.5.29.14",
    keyUsage: "2.5.29.15",
    subjectAltNames: "2.5.29.17",
    basicConstraints: "2.5.29.19",
    nameConstraints: "2.5.29.30",
    crlDistributionPoints: "2.5.29.31",
    policies: "2.5.29.32",
    policyMappings: "2.5.29.33",
    authorityKeyIdentifier: "2.5.29.35",
    policyConstraints: "2.5.29.36",
    extendedKeyUsages: "2.5.29.37",
    inhibitAnyPolicy: "2.5.29.54",
    qcStatements: "1.3.6.1.5.5.7.1.3",
  } as const;

  test("without extensions, each value is null, or an empty list", () => {
    expect(readCertificateExtensions([])).toEqual({
      subjectKeyIdentifier: null,
      authorityKeyIdentifier: null,
      keyUsage: null,
      basicConstraints: null,
      extendedKeyUsages: null,
      subjectAltNames: [],
      nameConstraints: null,
      policies: null,
      policyMappings: [],
      policyConstraints: null,
      inhibitAnyPolicy: null,
      crlDistributionPoints: [],
      crlIssuers: [],
      qcStatements: [],
    });
  });

  describe("the value of an extension", () => {
    const bits = (...content: readonly number[]) => encodeDer(TAG.bitString, bytes(...content));
    const NO_KEY = { keyIdentifier: null, issuer: null, serialNumber: null };
    const [A, B]: GeneralName[] = [
      { kind: "dns", value: "a" },
      { kind: "dns", value: "b" },
    ];
    test.each<[keyof typeof ID, string, Uint8Array, unknown]>([
      ["subjectKeyIdentifier", "a key", octets(bytes(1, 2)), bytes(1, 2)],
      ["authorityKeyIdentifier", "no key", sequence(), NO_KEY],
      [
        "authorityKeyIdentifier",
        "a key by its identifier",
        sequence(plain(0, bytes(1, 2))),
        { ...NO_KEY, keyIdentifier: bytes(1, 2) },
      ],
      [
        "authorityKeyIdentifier",
        "a key by its certificate",
        sequence(around(1, dns("a")), plain(2, bytes(7))),
        { ...NO_KEY, issuer: [A], serialNumber: bytes(7) },
      ],
      ["keyUsage", "no use", bits(0), new Set()],
      ["keyUsage", "the outer bits", bits(0, 0x81), new Set(["digitalSignature", "encipherOnly"])],
      [
        "keyUsage",
        "the other bits",
        bits(7, 0x7e, 0x80),
        new Set([
          ...["nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement"],
          ...["keyCertSign", "cRLSign", "decipherOnly"],
        ]),
      ],
      ["basicConstraints", "no authority", sequence(), { isCa: false, pathLength: null }],
      ["basicConstraints", "none, said in words", sequence(FALSE), { isCa: false, pathLength: null }],
      ["basicConstraints", "an authority", sequence(TRUE), { isCa: true, pathLength: null }],
      ["basicConstraints", "one with a bound", sequence(TRUE, integer(0)), { isCa: true, pathLength: 0 }],
      [
        "nameConstraints",
        "permitted",
        sequence(around(0, sequence(dns("a")), sequence(dns("b")))),
        { permitted: [A, B], excluded: [] },
      ],
      [
        "nameConstraints",
        "excluded",
        sequence(around(1, sequence(dns("a")))),
        { permitted: [], excluded: [A] },
      ],
      [
        "policies",
        "with qualifiers and without",
        sequence(sequence(oid("1.2.1")), sequence(oid("1.2.2"), sequence(NULL))),
        ["1.2.1", "1.2.2"],
      ],
      [
        "policyMappings",
        "one",
        sequence(sequence(oid("1.2.1"), oid("1.2.2"))),
        [{ issuerDomain: "1.2.1", subjectDomain: "1.2.2" }],
      ],
      [
        "policyConstraints",
        "a required policy",
        sequence(plain(0, bytes(3))),
        { requireExplicitPolicy: 3, inhibitPolicyMapping: null },
      ],
      [
        "policyConstraints",
        "no mappings",
        sequence(plain(1, bytes(0))),
        { requireExplicitPolicy: null, inhibitPolicyMapping: 0 },
      ],
      ["inhibitAnyPolicy", "a number", integer(2), 2],
      ["extendedKeyUsages", "two", sequence(oid("1.2.3"), oid("1.2.4")), ["1.2.3", "1.2.4"]],
      [
        "qcStatements",
        "with information and without",
        sequence(sequence(oid("1.2.3")), sequence(oid("1.2.4"), NULL)),
        [
          { oid: "1.2.3", info: null },
          { oid: "1.2.4", info: NULL },
        ],
      ],
    ])("%s: %s", (field, _, value, expected) => {
      expect(read(ID[field], value)[field]).toEqual(expected);
    });

    test("distribution points: addresses of lists of the issuer, and authorities with lists about its certificates", () => {
      const point = (...names: readonly Uint8Array[]) => around(0, around(0, ...names));
      const value = sequence(
        sequence(point(uri("http://a/1"), uri("http://a/2"))),
        // Only some reasons.
        sequence(point(uri("http://a/3")), plain(1, bytes(1, 0x60))),
        // A name relative to the issuer's.
        sequence(around(0, around(1, NULL))),
        // Lists of another authority, whose address is of no use for lists of the issuer.
        sequence(point(uri("http://b")), around(2, around(4, name({ CN: "B" })))),
        sequence(around(2, dns("c"))),
        sequence(),
      );
      const { crlDistributionPoints, crlIssuers } = read(ID.crlDistributionPoints, value);
      expect(crlDistributionPoints).toEqual([
        { kind: "uri", value: "http://a/1" },
        { kind: "uri", value: "http://a/2" },
        { kind: "uri", value: "http://a/3" },
      ]);
      expect(crlIssuers).toMatchObject([
        { kind: "directory", value: { text: "CN=B" } },
        { kind: "dns", value: "c" },
      ]);
    });
  });

  describe("a malformed extension is refused", () => {
    const point = around(0, around(0, uri("http://a")));
    const policy = (...more: readonly Uint8Array[]) => sequence(sequence(oid("1.2.1"), ...more));
    const MALFORMED: Readonly<Partial<Record<keyof typeof ID, Readonly<Record<string, Uint8Array>>>>> = {
      subjectKeyIdentifier: { "no octet string": NULL, "trailing bytes": bytes(4, 1, 1, 0) },
      authorityKeyIdentifier: {
        "a set": set(),
        "one thing too much": sequence(plain(0, bytes(1)), plain(3)),
        "an issuer without name": sequence(around(1)),
      },
      keyUsage: { "no bits": octets(bytes(1)) },
      basicConstraints: {
        "another order": sequence(integer(0), TRUE),
        "one thing too much": sequence(TRUE, integer(0), NULL),
        "a set": set(TRUE),
      },
      extendedKeyUsages: { none: sequence(), "a set": set(oid("1.2.3")), "no identifier": sequence(NULL) },
      subjectAltNames: { "a set": set(dns("a")) },
      nameConstraints: {
        none: sequence(),
        "no permitted name": sequence(around(0), around(1, sequence(dns("a")))),
        "no excluded name": sequence(around(1)),
        "a minimum": sequence(around(0, sequence(dns("a"), plain(0, bytes(0))))),
        "one more": sequence(around(0, sequence(dns("a"))), around(2)),
      },
      policies: {
        none: sequence(),
        "one twice": sequence(sequence(oid("1.2.1")), sequence(oid("1.2.2")), sequence(oid("1.2.1"))),
        "a value that is no qualifier": policy(NULL),
        "one thing too much": policy(sequence(), NULL),
      },
      policyMappings: {
        none: sequence(),
        "of one policy": policy(),
        "of three": policy(oid("1.2.1"), oid("1.2.1")),
      },
      policyConstraints: {
        none: sequence(),
        "an empty number": sequence(plain(0)),
        "a negative number": sequence(plain(1, bytes(0x80))),
        "one more": sequence(plain(0, bytes(1)), plain(2, bytes(1))),
      },
      inhibitAnyPolicy: { "no number": NULL },
      crlDistributionPoints: {
        none: sequence(),
        "two names": sequence(sequence(around(0, around(0, uri("a")), around(0, uri("b"))))),
        "a point without name": sequence(sequence(around(0))),
        "an empty name": sequence(sequence(around(0, around(0)))),
        "one thing too much": sequence(sequence(point, plain(3))),
        "an authority without name": sequence(sequence(point, around(2))),
      },
      qcStatements: { none: sequence(), "one thing too much": policy(NULL, NULL) },
    };
    const all = Object.entries(MALFORMED).flatMap(([field, cases]) =>
      Object.entries(cases).map(([what, value]) => [field as keyof typeof ID, what, value] as const),
    );
    test.each(all)("%s: %s", (field, _, value) => {
      expect(codeOf(() => read(ID[field], value))).toBe("x509_extension_malformed");
    });

    test("with the extension and the cause in the error", () => {
      expect(() => read(ID.policies, sequence())).toThrow(
        expect.objectContaining({
          code: "x509_extension_malformed",
          message: expect.stringContaining(`${ID.policies}: `),
          cause: expect.any(FormatError),
        }),
      );
    });

    test("but an exhausted budget is no malformation, and an error of another kind is not hidden", () => {
      expect(codeOf(() => read(ID.policies, sequence(sequence(oid("1.2.1"))), new WorkBudget(1)))).toBe(
        "work_limit_exceeded",
      );
      expect(() => read(ID.policies, null as unknown as Uint8Array)).toThrow(TypeError);
    });
  });

  describe("a list of extensions", () => {
    const parsed = (der: Uint8Array) => readExtensions(parseDer(der, CERTIFICATE_LIMITS));

    test("has each in order, critical or not", () => {
      const explicit = sequence(oid("1.2.5"), FALSE, octets(bytes(5)));
      expect(parsed(sequence(extension("1.2.3", NULL, true), extension("1.2.4", NULL), explicit))).toEqual([
        { oid: "1.2.3", isCritical: true, value: NULL },
        { oid: "1.2.4", isCritical: false, value: NULL },
        { oid: "1.2.5", isCritical: false, value: bytes(5) },
      ]);
      const tagged = parseDer(around(1, extension("1.2.3", NULL)), CERTIFICATE_LIMITS);
      expect(readExtensions(tagged, contextConstructed(1))).toHaveLength(1);
      expect(codeOf(() => readExtensions(tagged))).toBe("der_unexpected");
      expect(parsed(sequence())).toEqual([]);
    });

    test.each<[string, Uint8Array, string]>([
      [
        "one twice",
        sequence(extension("1.2.3", NULL), extension("1.2.3", NULL, true)),
        "x509_extension_duplicate",
      ],
      ["one without value", sequence(sequence(oid("1.2.3"))), "der_unexpected"],
      [
        "one with two values",
        sequence(sequence(oid("1.2.3"), octets(bytes(5)), octets(bytes(5)))),
        "der_unexpected",
      ],
      ["one whose value is not wrapped", sequence(sequence(oid("1.2.3"), NULL)), "der_unexpected"],
      ["a set", set(extension("1.2.3", NULL)), "der_unexpected"],
    ])("with %s is refused", (_, der, code) => {
      expect(codeOf(() => parsed(der))).toBe(code);
    });

    test("is searched for the one asked for", () => {
      const extensions = parsed(
        sequence(extension("1.2.3", octets(bytes(1))), extension("1.2.4", octets(bytes(2)))),
      );
      expect(readExtension(extensions, "1.2.4", ({ content }) => bytesToHex(content))).toBe("02");
      expect(readExtension(extensions, "1.2.5", () => 1)).toBeNull();
    });
  });

  describe("a general name", () => {
    test.each<[string, Uint8Array, GeneralName]>([
      ["a mailbox", text(0x81, "me@a"), { kind: "email", value: "me@a" }],
      ["a host", text(0x82, "a\u007f"), { kind: "dns", value: "a\u007f" }],
      ["a URI", text(0x86, "http://a"), { kind: "uri", value: "http://a" }],
      ["an address", plain(7, bytes(192, 0, 2, 1)), { kind: "ip", value: bytes(192, 0, 2, 1) }],
      ["of another type", around(0, NULL), { kind: "other", tag: 0xa0, der: around(0, NULL) }],
      ["of X.400", around(3, NULL), { kind: "other", tag: 0xa3, der: around(3, NULL) }],
      ["of EDI", around(5, NULL), { kind: "other", tag: 0xa5, der: around(5, NULL) }],
      [
        "a registered identifier",
        plain(8, bytes(42)),
        { kind: "other", tag: 0x88, der: plain(8, bytes(42)) },
      ],
    ])("%s", (_, der, expected) => {
      expect(readGeneralName(parseDer(der, CERTIFICATE_LIMITS))).toEqual(expected);
    });

    test.each<[string, Uint8Array, object]>([
      ["a mailbox", plain(1, bytes(0xc3, 0xa4)), { kind: "email", value: "ä" }],
      ["a host", plain(2, bytes(0x61, 0xff)), { kind: "dns", value: "aÿ" }],
      ["a URI", plain(6, bytes(0xe4)), { kind: "uri", value: "ä" }],
    ])("%s beyond ASCII, in UTF-8 or Latin-1", (_, der, expected) => {
      expect(readGeneralName(parseDer(der, CERTIFICATE_LIMITS))).toEqual(expected);
    });

    test("a directory name", () => {
      const der = around(4, name({ CN: "A" }));
      expect(readGeneralName(parseDer(der, CERTIFICATE_LIMITS))).toMatchObject({
        kind: "directory",
        value: { text: "CN=A" },
      });
    });

    test.each<[string, Uint8Array]>([
      ["no directory name", around(4)],
      ["two directory names", around(4, name({}), name({}))],
      ["tag 3 in primitive form", plain(3)],
      ["tag 9", plain(9)],
      ["a sequence", sequence()],
    ])("is refused: %s", (_, der) => {
      expect(codeOf(() => readGeneralName(parseDer(der, CERTIFICATE_LIMITS)))).toBe("x509_name_malformed");
    });

    test("a list has at least one", () => {
      const listed = (der: Uint8Array, tag?: number) =>
        readGeneralNames(parseDer(der, CERTIFICATE_LIMITS), tag);
      expect(listed(sequence(dns("a"), dns("b")))).toHaveLength(2);
      expect(listed(around(1, dns("a")), contextConstructed(1))).toHaveLength(1);
      expect(codeOf(() => listed(sequence()))).toBe("x509_name_malformed");
      expect(codeOf(() => listed(around(1, dns("a"))))).toBe("der_unexpected");
    });
  });
});
