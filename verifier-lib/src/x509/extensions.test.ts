import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test } from "vitest";
import { contextConstructed, contextPrimitive, parseDer, TAG } from "../asn1/der.js";
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

  const text = (tag: number, value: string) =>
    encodeDer(contextPrimitive(tag), new TextEncoder().encode(value));
  const uri = (value: string) => text(6, value);
  const access = (method: string, ...location: readonly Uint8Array[]) => sequence(oid(method), ...location);
  const withValue = (value: Uint8Array, type = AUTHORITY_INFORMATION_ACCESS) =>
    informationAccess({ extensions: [{ oid: type, isCritical: false, value }] } as unknown as Certificate);

  test("has the addresses of each method in order, and no other names", () => {
    const value = sequence(
      access(OCSP, uri("http://ocsp.example/1")),
      access(CA_ISSUERS, uri("http://ca.example/1")),
      access("1.3.6.1.5.5.7.48.3", uri("http://time.example")),
      access(OCSP, text(2, "dns.example")),
      access(CA_ISSUERS, text(1, "me@mail.example")),
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
      ["a set", encodeDer(TAG.set, good)],
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
  const bytes = (...content: readonly number[]) => Uint8Array.from(content);
  const NULL = encodeDer(TAG.null);
  const integer = (...content: readonly number[]) => encodeDer(TAG.integer, bytes(...content));
  const octets = (...content: readonly number[]) => encodeDer(TAG.octetString, bytes(...content));
  const TRUE = encodeDer(TAG.boolean, bytes(0xff));
  const FALSE = encodeDer(TAG.boolean, bytes(0));
  /** Under a context tag: in primitive and in constructed form. */
  const plain = (number: number, ...parts: readonly Uint8Array[]) =>
    encodeDer(contextPrimitive(number), ...parts);
  const around = (number: number, ...parts: readonly Uint8Array[]) =>
    encodeDer(contextConstructed(number), ...parts);
  const text = (value: string) => new TextEncoder().encode(value);
  const dns = (value: string) => plain(2, text(value));
  const uri = (value: string) => plain(6, text(value));

  const read = (type: string, value: Uint8Array, work?: WorkBudget) =>
    readCertificateExtensions([{ oid: type, isCritical: false, value }], work);

  function codeOf(work: () => unknown): string {
    try {
      work();
      return "ok";
    } catch (error) {
      if (error instanceof FormatError) return error.code;
      throw error;
    }
  }

  const ID = {
    subjectKeyIdentifier: "2.5.29.14",
    keyUsage: "2.5.29.15",
    subjectAltName: "2.5.29.17",
    basicConstraints: "2.5.29.19",
    nameConstraints: "2.5.29.30",
    crlDistributionPoints: "2.5.29.31",
    policies: "2.5.29.32",
    policyMappings: "2.5.29.33",
    authorityKeyIdentifier: "2.5.29.35",
    policyConstraints: "2.5.29.36",
    extendedKeyUsage: "2.5.29.37",
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
    test.each<[string, string, Uint8Array, object]>([
      ["a key identifier", ID.subjectKeyIdentifier, octets(1, 2), { subjectKeyIdentifier: bytes(1, 2) }],
      [
        "an issuer's key by its identifier",
        ID.authorityKeyIdentifier,
        sequence(plain(0, bytes(1, 2))),
        { authorityKeyIdentifier: { keyIdentifier: bytes(1, 2), issuer: null, serialNumber: null } },
      ],
      [
        "an issuer's key by its certificate",
        ID.authorityKeyIdentifier,
        sequence(around(1, dns("a")), plain(2, bytes(7))),
        {
          authorityKeyIdentifier: {
            keyIdentifier: null,
            issuer: [{ kind: "dns", value: "a" }],
            serialNumber: bytes(7),
          },
        },
      ],
      [
        "no key",
        ID.authorityKeyIdentifier,
        sequence(),
        { authorityKeyIdentifier: { keyIdentifier: null, issuer: null, serialNumber: null } },
      ],
      [
        "the first and the last bit of the first byte of a key's use",
        ID.keyUsage,
        encodeDer(TAG.bitString, bytes(0, 0x81)),
        { keyUsage: new Set(["digitalSignature", "encipherOnly"]) },
      ],
      [
        "the other bits",
        ID.keyUsage,
        encodeDer(TAG.bitString, bytes(7, 0x7e, 0x80)),
        {
          keyUsage: new Set([
            "nonRepudiation",
            "keyEncipherment",
            "dataEncipherment",
            "keyAgreement",
            "keyCertSign",
            "cRLSign",
            "decipherOnly",
          ]),
        },
      ],
      ["no use", ID.keyUsage, encodeDer(TAG.bitString, bytes(0)), { keyUsage: new Set() }],
      [
        "no authority",
        ID.basicConstraints,
        sequence(),
        { basicConstraints: { isCa: false, pathLength: null } },
      ],
      [
        "no authority, said in words",
        ID.basicConstraints,
        sequence(FALSE),
        { basicConstraints: { isCa: false, pathLength: null } },
      ],
      [
        "an authority",
        ID.basicConstraints,
        sequence(TRUE),
        { basicConstraints: { isCa: true, pathLength: null } },
      ],
      [
        "an authority with a bound",
        ID.basicConstraints,
        sequence(TRUE, integer(0)),
        { basicConstraints: { isCa: true, pathLength: 0 } },
      ],
      [
        "permitted names",
        ID.nameConstraints,
        sequence(around(0, sequence(dns("a")), sequence(dns("b")))),
        {
          nameConstraints: {
            permitted: [
              { kind: "dns", value: "a" },
              { kind: "dns", value: "b" },
            ],
            excluded: [],
          },
        },
      ],
      [
        "excluded names",
        ID.nameConstraints,
        sequence(around(1, sequence(dns("a")))),
        { nameConstraints: { permitted: [], excluded: [{ kind: "dns", value: "a" }] } },
      ],
      [
        "policies, with qualifiers and without",
        ID.policies,
        sequence(sequence(oid("1.2.1")), sequence(oid("1.2.2"), sequence(NULL))),
        { policies: ["1.2.1", "1.2.2"] },
      ],
      [
        "mappings of policies",
        ID.policyMappings,
        sequence(sequence(oid("1.2.1"), oid("1.2.2"))),
        { policyMappings: [{ issuerDomain: "1.2.1", subjectDomain: "1.2.2" }] },
      ],
      [
        "a required policy",
        ID.policyConstraints,
        sequence(plain(0, bytes(3))),
        { policyConstraints: { requireExplicitPolicy: 3, inhibitPolicyMapping: null } },
      ],
      [
        "no mappings",
        ID.policyConstraints,
        sequence(plain(1, bytes(0))),
        { policyConstraints: { requireExplicitPolicy: null, inhibitPolicyMapping: 0 } },
      ],
      ["no anyPolicy", ID.inhibitAnyPolicy, integer(2), { inhibitAnyPolicy: 2 }],
      [
        "purposes",
        ID.extendedKeyUsage,
        sequence(oid("1.2.3"), oid("1.2.4")),
        { extendedKeyUsages: ["1.2.3", "1.2.4"] },
      ],
      [
        "statements",
        ID.qcStatements,
        sequence(sequence(oid("1.2.3")), sequence(oid("1.2.4"), NULL)),
        {
          qcStatements: [
            { oid: "1.2.3", info: null },
            { oid: "1.2.4", info: NULL },
          ],
        },
      ],
    ])("%s", (_, type, value, expected) => {
      expect(read(type, value)).toMatchObject(expected);
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
    test.each<[string, string, Uint8Array]>([
      ["a key identifier that is no octet string", ID.subjectKeyIdentifier, NULL],
      ["an issuer's key in a set", ID.authorityKeyIdentifier, encodeDer(TAG.set)],
      [
        "an issuer's key with one thing too much",
        ID.authorityKeyIdentifier,
        sequence(plain(0, bytes(1)), plain(3)),
      ],
      ["an issuer without name", ID.authorityKeyIdentifier, sequence(around(1))],
      ["uses that are no bits", ID.keyUsage, octets(1)],
      ["constraints in another order", ID.basicConstraints, sequence(integer(0), TRUE)],
      ["constraints with one thing too much", ID.basicConstraints, sequence(TRUE, integer(0), NULL)],
      ["constraints that are a set", ID.basicConstraints, encodeDer(TAG.set, TRUE)],
      ["no purpose", ID.extendedKeyUsage, sequence()],
      ["purposes in a set", ID.extendedKeyUsage, encodeDer(TAG.set, oid("1.2.3"))],
      ["a purpose that is no identifier", ID.extendedKeyUsage, sequence(NULL)],
      ["names in a set", ID.subjectAltName, encodeDer(TAG.set, dns("a"))],
      ["no constraint", ID.nameConstraints, sequence()],
      ["no permitted name", ID.nameConstraints, sequence(around(0), around(1, sequence(dns("a"))))],
      ["no excluded name", ID.nameConstraints, sequence(around(1))],
      [
        "a permitted name with a minimum",
        ID.nameConstraints,
        sequence(around(0, sequence(dns("a"), plain(0, bytes(0))))),
      ],
      ["constraints with one more", ID.nameConstraints, sequence(around(0, sequence(dns("a"))), around(2))],
      ["no policy", ID.policies, sequence()],
      [
        "a policy twice",
        ID.policies,
        sequence(sequence(oid("1.2.1")), sequence(oid("1.2.2")), sequence(oid("1.2.1"))),
      ],
      ["a policy with a value that is no qualifier", ID.policies, sequence(sequence(oid("1.2.1"), NULL))],
      ["a policy with one thing too much", ID.policies, sequence(sequence(oid("1.2.1"), sequence(), NULL))],
      ["no mapping", ID.policyMappings, sequence()],
      ["a mapping of one policy", ID.policyMappings, sequence(sequence(oid("1.2.1")))],
      ["a mapping of three", ID.policyMappings, sequence(sequence(oid("1.2.1"), oid("1.2.1"), oid("1.2.1")))],
      ["no constraint of policies", ID.policyConstraints, sequence()],
      ["an empty number of certificates", ID.policyConstraints, sequence(plain(0))],
      ["a negative number of certificates", ID.policyConstraints, sequence(plain(1, bytes(0x80)))],
      [
        "constraints of policies with one more",
        ID.policyConstraints,
        sequence(plain(0, bytes(1)), plain(2, bytes(1))),
      ],
      ["a number of certificates that is none", ID.inhibitAnyPolicy, NULL],
      ["no distribution point", ID.crlDistributionPoints, sequence()],
      [
        "a point with two names",
        ID.crlDistributionPoints,
        sequence(sequence(around(0, around(0, uri("a")), around(0, uri("b"))))),
      ],
      ["a point without name", ID.crlDistributionPoints, sequence(sequence(around(0)))],
      ["a point with an empty name", ID.crlDistributionPoints, sequence(sequence(around(0, around(0))))],
      ["a point with one thing too much", ID.crlDistributionPoints, sequence(sequence(point, plain(3)))],
      ["an authority of lists without name", ID.crlDistributionPoints, sequence(sequence(point, around(2)))],
      ["no statement", ID.qcStatements, sequence()],
      ["a statement with one thing too much", ID.qcStatements, sequence(sequence(oid("1.2.3"), NULL, NULL))],
      ["trailing bytes", ID.subjectKeyIdentifier, bytes(4, 1, 1, 0)],
    ])("%s", (_, type, value) => {
      expect(codeOf(() => read(type, value))).toBe("x509_extension_malformed");
    });

    test("with the extension and the cause in the error", () => {
      try {
        read(ID.policies, sequence());
        expect.unreachable();
      } catch (error) {
        expect(error).toMatchObject({ code: "x509_extension_malformed" });
        expect((error as Error).message).toContain(`${ID.policies}: `);
        expect((error as Error).cause).toBeInstanceOf(FormatError);
      }
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
      const explicit = sequence(oid("1.2.5"), FALSE, octets(5));
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
      ["one with two values", sequence(sequence(oid("1.2.3"), octets(5), octets(5))), "der_unexpected"],
      ["one whose value is not wrapped", sequence(sequence(oid("1.2.3"), NULL)), "der_unexpected"],
      ["a set", encodeDer(TAG.set, extension("1.2.3", NULL)), "der_unexpected"],
    ])("with %s is refused", (_, der, code) => {
      expect(codeOf(() => parsed(der))).toBe(code);
    });

    test("is searched for the one asked for", () => {
      const extensions = parsed(sequence(extension("1.2.3", octets(1)), extension("1.2.4", octets(2))));
      expect(readExtension(extensions, "1.2.4", ({ content }) => bytesToHex(content))).toBe("02");
      expect(readExtension(extensions, "1.2.5", () => 1)).toBeNull();
    });
  });

  describe("a general name", () => {
    test.each<[string, Uint8Array, GeneralName]>([
      ["a mailbox", plain(1, text("me@a")), { kind: "email", value: "me@a" }],
      ["a host", plain(2, text("a\u007f")), { kind: "dns", value: "a\u007f" }],
      ["a URI", plain(6, text("http://a")), { kind: "uri", value: "http://a" }],
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
