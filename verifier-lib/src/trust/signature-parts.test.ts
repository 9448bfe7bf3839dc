import { describe, expect, test } from "vitest";
import { digestOf } from "../rfc3161/token.js";
import { readSignatureMethod, readSignedInfo, readSignedProperties } from "./signature-parts.js";
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  INCLUSIVE_C14N,
  XADES,
  XMLDSIG,
} from "./signature-structure.js";
import {
  DIGEST_METHODS,
  MORE_2001,
  MORE_2007,
  qualifyingProperties,
  signedProperties,
  signingTime,
} from "./signed-xml.testing.js";
import { allChildElements } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";

describe("read signature method", () => {
  function read(algorithm: string, content = "") {
    const text = `<SignatureMethod xmlns="${XMLDSIG}" xmlns:pss="${MORE_2007}" Algorithm="${algorithm}">${content}</SignatureMethod>`;
    try {
      return readSignatureMethod(parseXml(Buffer.from(text)).root);
    } catch (error) {
      return (error as { code: string }).code;
    }
  }
  const pss = (content: string, after = "") =>
    read(`${MORE_2007}rsa-pss`, `<pss:RSAPSSParams>${content}</pss:RSAPSSParams>${after}`);
  const digestMethod = (algorithm: string) => `<DigestMethod Algorithm="${algorithm}"/>`;
  const mgf1 = (content = "") =>
    `<pss:MaskGenerationFunction Algorithm="${MORE_2007}MGF1">${content}</pss:MaskGenerationFunction>`;
  const salt = (text: string) => pss(`<pss:SaltLength>${text}</pss:SaltLength>`);
  const trailer = (text: string) => pss(`<pss:TrailerField>${text}</pss:TrailerField>`);
  const scheme = (hash: string, saltLengthBytes: number) => ({ kind: "rsa-pss", hash, saltLengthBytes });

  test.each([
    [`${XMLDSIG}rsa-sha1`],
    [`${XMLDSIG}dsa-sha1`],
    [`${MORE_2001}ecdsa-sha1`],
    [`${MORE_2001}rsa-md5`],
    [`${MORE_2007}sha1-rsa-MGF1`],
  ])("%s is broken, not unknown", (algorithm) => {
    expect(read(algorithm)).toBe("xml_signature_hash_too_weak");
  });

  test.each(["256", "384", "512"])("with SHA-%s there are RSA, RSA-PSS and ECDSA", (bits) => {
    const hash = `SHA-${bits}`;
    expect(read(`${MORE_2001}rsa-sha${bits}`)).toEqual({ kind: "rsa-pkcs1", hash });
    expect(read(`${MORE_2001}ecdsa-sha${bits}`)).toEqual({ kind: "ecdsa", hash });
    expect(read(`${MORE_2007}sha${bits}-rsa-MGF1`)).toEqual(scheme(hash, Number(bits) / 8));
    const method = DIGEST_METHODS[hash as keyof typeof DIGEST_METHODS];
    expect(pss(digestMethod(method))).toEqual(scheme(hash, Number(bits) / 8));
  });

  test("an algorithm of Object's prototype is unknown", () => {
    expect(read("constructor")).toBe("xml_signature_algorithm_unsupported");
  });

  test("the salt is as long as the hash, unless its length is given", () => {
    expect(read(`${MORE_2007}sha384-rsa-MGF1`)).toEqual(scheme("SHA-384", 48));
    expect(read(`${MORE_2007}rsa-pss`)).toEqual(scheme("SHA-256", 32));
    expect(pss("")).toEqual(scheme("SHA-256", 32));
    expect(pss(digestMethod(DIGEST_METHODS["SHA-512"]))).toEqual(scheme("SHA-512", 64));
    expect(salt("0")).toEqual(scheme("SHA-256", 0));
    expect(salt(" 20\n")).toEqual(scheme("SHA-256", 20));
    expect(salt("999")).toEqual(scheme("SHA-256", 999));
  });

  test.each(["1000", "", "-1", "1 2", "x1", "1x", "<pss:a/>"])("a salt of length %j is refused", (text) => {
    expect(salt(text)).toBe("xml_signature_algorithm_mismatch");
  });

  test("only the trailer field 1 exists", () => {
    expect(trailer(" 1\n")).toEqual(scheme("SHA-256", 32));
    expect(trailer("188")).toBe("xml_signature_algorithm_mismatch");
    expect(trailer("<pss:a/>")).toBe("xml_signature_algorithm_mismatch");
  });

  test("the mask is MGF1 with the hash of the signature", () => {
    expect(pss(mgf1())).toEqual(scheme("SHA-256", 32));
    expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-256"])))).toEqual(scheme("SHA-256", 32));
    expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-384"])))).toBe("xml_signature_algorithm_unsupported");
    expect(pss(mgf1(digestMethod(DIGEST_METHODS["SHA-1"])))).toBe("xml_signature_hash_too_weak");
    expect(pss(digestMethod(DIGEST_METHODS["SHA-1"]))).toBe("xml_signature_hash_too_weak");
    expect(pss(digestMethod("urn:x"))).toBe("xml_signature_algorithm_unsupported");
  });

  test.each([
    ["a method", read(`${MORE_2001}rsa-sha256`, "<a/>")],
    ["RSA-PSS", pss("", "<a/>")],
    ["the parameters", pss("<a/>")],
    ["the mask", pss(mgf1("<a/>"))],
  ])("%s takes no other content", (_name, result) => {
    expect(result).toBe("xml_signature_malformed");
  });
});

describe("read signed info", () => {
  const prefixList = (list: string) =>
    `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="${list}"/>`;
  const transform = (algorithm: string, content = "") =>
    `<Transform Algorithm="${algorithm}">${content}</Transform>`;

  interface Content {
    readonly canonicalization?: string;
    readonly transforms?: string;
    readonly digestMethod?: string;
    readonly digestValue?: string;
    /** A child of `Reference` after the others. */
    readonly extra?: string;
    /** Of the references. */
    readonly count?: number;
  }

  function read({
    canonicalization = transform(INCLUSIVE_C14N),
    transforms = "",
    digestMethod = DIGEST_METHODS["SHA-256"],
    digestValue = `${"A".repeat(43)}=`,
    extra = "",
    count = 1,
  }: Content) {
    const method = canonicalization.replaceAll("Transform", "CanonicalizationMethod");
    const reference = `<Reference URI="">${transforms}<DigestMethod Algorithm="${digestMethod}"/><DigestValue>${digestValue}</DigestValue>${extra}</Reference>`;
    const text = `<SignedInfo xmlns="${XMLDSIG}">${method}<SignatureMethod Algorithm="${MORE_2001}rsa-sha256"/>${reference.repeat(count)}</SignedInfo>`;
    try {
      const { canonicalization: method, references } = readSignedInfo(parseXml(Buffer.from(text)).root);
      return { method, reference: references[0]! };
    } catch (error) {
      return (error as { code: string }).code;
    }
  }

  const methodOf = (canonicalization: string) => {
    const result = read({ canonicalization });
    return typeof result === "string" ? result : result.method;
  };
  const exclusive = (...inclusivePrefixes: readonly string[]) => ({ isExclusive: true, inclusivePrefixes });

  test("a list of prefixes has tokens with white space of any kind between and around them", () => {
    expect(methodOf(transform(EXCLUSIVE_C14N))).toEqual(exclusive());
    expect(methodOf(transform(EXCLUSIVE_C14N, prefixList("")))).toEqual(exclusive());
    const list = "  a &#9;b&#13;c&#10;#default #d ";
    expect(methodOf(transform(EXCLUSIVE_C14N, prefixList(list)))).toEqual(exclusive("a", "b", "c", "", "#d"));
  });

  test("a list has at most 128 prefixes", () => {
    const listed = (count: number) =>
      methodOf(
        transform(EXCLUSIVE_C14N, prefixList(Array.from({ length: count }, (_, i) => `p${i}`).join(" "))),
      );
    expect(listed(128)).toMatchObject({ isExclusive: true });
    expect(listed(129)).toBe("xml_signature_malformed");
  });

  test.each([
    [
      "a list without PrefixList",
      transform(EXCLUSIVE_C14N, `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}"/>`),
    ],
    ["a second list", transform(EXCLUSIVE_C14N, prefixList("a") + prefixList("b"))],
    ["an element of another name", transform(EXCLUSIVE_C14N, "<InclusiveNamespaces PrefixList=''/>")],
    ["a list for the inclusive method", transform(INCLUSIVE_C14N, prefixList("a"))],
    ["no algorithm", "<Transform/>"],
  ])("a canonicalisation with %s is malformed", (_name, element) => {
    expect(methodOf(element)).toBe("xml_signature_malformed");
  });

  test("a reference without a canonicalisation uses canonical XML", () => {
    const inclusive = { isExclusive: false, inclusivePrefixes: [] };
    expect(read({})).toMatchObject({ reference: { isEnveloped: false, canonicalization: inclusive } });
    const transforms = `<Transforms>${transform(ENVELOPED_SIGNATURE)}</Transforms>`;
    expect(read({ transforms })).toMatchObject({
      reference: { isEnveloped: true, canonicalization: inclusive, type: null, uri: "" },
    });
  });

  test("a reference and its list of transforms have nothing else", () => {
    expect(read({ extra: "<Extra/>" })).toBe("xml_signature_malformed");
    const transforms = `<Transforms>${transform(INCLUSIVE_C14N)}<Extra/></Transforms>`;
    expect(read({ transforms })).toBe("xml_signature_malformed");
  });

  test("there are at most three references", () => {
    expect(read({ count: 3 })).toMatchObject({ reference: { uri: "" } });
    expect(read({ count: 4 })).toBe("xml_signature_reference");
  });

  test.each(["SHA-256", "SHA-384", "SHA-512"] as const)("a digest may be one of %s", (hash) => {
    const data = new TextEncoder().encode("abc");
    const expected = digestOf(hash, data);
    const digestValue = Buffer.from(expected).toString("base64");
    const result = read({ digestMethod: DIGEST_METHODS[hash], digestValue });
    if (typeof result === "string") throw new Error(result);
    const { digest } = result.reference;
    expect(digest.value).toEqual(expected);
    expect(digest.create().update(data).digest()).toEqual(expected);
    const short = Buffer.from(expected.subarray(1)).toString("base64");
    expect(read({ digestMethod: DIGEST_METHODS[hash], digestValue: short })).toBe("xml_signature_malformed");
  });

  test("a digest with a broken hash is refused for that, one with an unknown hash for this", () => {
    expect(read({ digestMethod: DIGEST_METHODS["SHA-1"] })).toBe("xml_signature_hash_too_weak");
    const md5 = `${MORE_2001}md5`;
    expect(read({ digestMethod: md5 })).toBe("xml_signature_hash_too_weak");
    expect(read({ digestMethod: `${MORE_2001}sha224` })).toBe("xml_signature_algorithm_unsupported");
  });
});

describe("read signed properties", () => {
  const ZEROS = { "SHA-1": `${"A".repeat(27)}=`, "SHA-256": `${"A".repeat(43)}=` };
  const certDigest = (algorithm: string, value: string, extra = "") =>
    `<xades:Cert><xades:CertDigest><ds:DigestMethod Algorithm="${algorithm}"/><ds:DigestValue>${value}</ds:DigestValue>${extra}</xades:CertDigest></xades:Cert>`;
  const signingCertificate = (cert: string, name = "SigningCertificateV2") =>
    `<xades:${name}>${cert}</xades:${name}>`;
  const CERTIFICATE = signingCertificate(certDigest(DIGEST_METHODS["SHA-256"], ZEROS["SHA-256"]));

  /** @param objects the content of the signature. */
  function readObjects(objects: string) {
    const text = `<ds:Signature xmlns:ds="${XMLDSIG}" xmlns:xades="${XADES}" Id="signature">${objects}</ds:Signature>`;
    const signature = parseXml(Buffer.from(text)).root;
    try {
      return readSignedProperties(signature, allChildElements(signature));
    } catch (error) {
      return (error as { code: string }).code;
    }
  }
  const read = (properties: string, after = "") =>
    readObjects(`<ds:Object>${qualifyingProperties(signedProperties(properties) + after)}</ds:Object>`);

  function timeOf(text: string): string {
    const result = read(signingTime(text) + CERTIFICATE);
    return typeof result === "string" ? result : result.signingTime.toISOString();
  }

  test.each([
    ["2026-11-21T12:34:56Z", "2026-11-21T12:34:56.000Z"],
    ["\t\r\n 2026-11-21T12:34:56Z \t\r\n", "2026-11-21T12:34:56.000Z"],
    ["2026-11-21T12:34:56.123456789Z", "2026-11-21T12:34:56.000Z"],
    ["2026-11-21T12:34:56+05:30", "2026-11-21T07:04:56.000Z"],
    ["2026-11-21T12:34:56-05:30", "2026-11-21T18:04:56.000Z"],
  ])("the signing time %j is %s", (text, time) => {
    expect(timeOf(text)).toBe(time);
  });

  test.each([
    "",
    "2026-11-21",
    "2026-11-21T12:34:56",
    "2026-11-21T12:34Z",
    "x2026-11-21T12:34:56Z",
    "2026-11-21T12:34:56Zx",
    "\u00a02026-11-21T12:34:56Z",
    "2026-11-21T12:34:56Z\u00a0",
    "2026-11-21T12:34:56.Z",
    "2026-11-21T12:34:56.1234567890Z",
    "2026-11-21T12:34:56,5Z",
    "2026-11-21T12:34:56 01:00",
    "2026-11-21T12:34:56+0100",
    "2026-11-21T12:34:56z",
    "2026-11-31T25:34:56Z",
    "2016-12-31T23:59:60Z",
    "12026-11-21T12:34:56Z",
  ])("the signing time %j is refused", (text) => {
    expect(timeOf(text)).toBe("xml_signature_malformed");
  });

  test("the signer's certificate may be named in the old way, the new one, or both", () => {
    const old = signingCertificate(certDigest(DIGEST_METHODS["SHA-1"], ZEROS["SHA-1"]), "SigningCertificate");
    expect(read(signingTime() + old)).toMatchObject({ certificateDigests: [{ sizeBytes: 20 }] });
    expect(read(signingTime() + CERTIFICATE)).toMatchObject({ certificateDigests: [{ sizeBytes: 32 }] });
    expect(read(signingTime() + CERTIFICATE + old)).toMatchObject({
      certificateDigests: [{ sizeBytes: 20 }, { sizeBytes: 32 }],
    });
  });

  test("SHA-1 of the certificate is computed", () => {
    const value = Buffer.from(digestOf("SHA-1", new Uint8Array(3))).toString("base64");
    const result = read(signingTime() + signingCertificate(certDigest(DIGEST_METHODS["SHA-1"], value)));
    if (typeof result === "string") throw new Error(result);
    const [digest] = result.certificateDigests;
    expect(digest!.create().update(new Uint8Array(3)).digest()).toEqual(digest!.value);
  });

  test("a property of the same name in another namespace is another one", () => {
    const other = '<SigningTime xmlns="urn:x">never</SigningTime>';
    expect(read(other + signingTime() + CERTIFICATE)).toMatchObject({ id: "properties" });
    expect(read(`${other}${CERTIFICATE}`)).toBe("xml_signature_malformed");
  });

  test.each([
    [
      "MD5 of the certificate",
      signingCertificate(certDigest(`${MORE_2001}md5`, "")),
      "xml_signature_hash_too_weak",
    ],
    [
      "more in CertDigest",
      signingCertificate(certDigest(DIGEST_METHODS["SHA-256"], ZEROS["SHA-256"], "<xades:a/>")),
      "xml_signature_malformed",
    ],
    ["no certificate in its list", signingCertificate(""), "xml_signature_malformed"],
    ["two lists", CERTIFICATE + CERTIFICATE, "xml_signature_malformed"],
  ])("%s is refused", (_name, certificate, code) => {
    expect(read(signingTime() + certificate)).toBe(code);
  });

  test("after the signed properties there is nothing but the unsigned ones", () => {
    const unsigned = "<xades:UnsignedProperties/>";
    expect(read(signingTime() + CERTIFICATE, unsigned)).toMatchObject({ id: "properties" });
    expect(read(signingTime() + CERTIFICATE, "<xades:Other/>")).toBe("xml_signature_malformed");
    expect(read(signingTime() + CERTIFICATE, unsigned + unsigned)).toBe("xml_signature_malformed");
  });

  test("the ancestors are told from the signature down to the parent", () => {
    const result = read(signingTime() + CERTIFICATE);
    if (typeof result === "string") throw new Error(result);
    expect(result.ancestors.map(({ localName }) => localName)).toEqual([
      "Signature",
      "Object",
      "QualifyingProperties",
    ]);
  });

  test("two sets of properties in one object count as little as in two", () => {
    const one = qualifyingProperties(signedProperties(signingTime() + CERTIFICATE));
    expect(readObjects(`<ds:Object>${one}${one}</ds:Object>`)).toBe("xml_signature_malformed");
    expect(readObjects("<ds:Object/>")).toBe("xml_signature_properties_unsigned");
  });
});
