import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test, vi } from "vitest";
import { TAG } from "../asn1/der.js";
import { encodeDer, encodeUnsignedInteger } from "../asn1/values.js";
import { runSteps, Work } from "../work/work.js";
import { issue, name, newEcKey, policies } from "../x509/authority.testing.js";
import { parseCertificate } from "../x509/parse-certificate.js";
import {
  ENVELOPED_SIGNATURE,
  EXCLUSIVE_C14N,
  INCLUSIVE_C14N,
  XMLDSIG,
  type XmlSignatureErrorCode,
} from "./signature-structure.js";
import {
  certificates,
  DIGEST_METHODS,
  DOCUMENT,
  documentBytes,
  EXCLUSIVE,
  elementBytes,
  INCLUSIVE,
  LIST,
  MORE_2001,
  MORE_2007,
  newEcSigner,
  newPssSigner,
  newRsaSigner,
  PROPERTIES,
  qualifyingProperties,
  type SignedXmlRecipe,
  signedProperties,
  signingCertificate,
  signingTime,
  signXml,
  transform,
  type XmlSigner,
} from "./signed-xml.testing.js";
import { textOf, XmlElement } from "./xml-document.js";
import { parseXml } from "./xml-parser.js";
import { locateSignature, type VerifyXmlSignatureOptions, verifyXmlSignature } from "./xml-signature.js";

describe("locate signature", () => {
  const SIGNATURE = `<d:Signature xmlns:d="${XMLDSIG}"/>`;
  const stepsOf = (text: string, work = new WorkBudget()) =>
    locateSignature(parseXml(Buffer.from(text)), work);

  function codeOf(text: string): string {
    try {
      runSteps(stepsOf(text));
      return "found";
    } catch (error) {
      return (error as { code: string }).code;
    }
  }

  test.each([
    ["another attribute with a name of two letters", '<a is="1"/><a is="1"/>', "found"],
    ["another attribute of xml:", '<a xml:lang="en"/><a xml:lang="en"/>', "found"],
    ["xml:ID, which is none", '<a xml:ID="1"/><a xml:ID="1"/>', "found"],
    ["an id in another namespace", '<a xmlns:p="urn:p" p:id="1"/><a xmlns:p="urn:p" p:id="1"/>', "found"],
    ["Ids that differ", '<a Id="1"/><a Id="2"/>', "found"],
    ["ID and id", '<a ID="1"/><a id="1"/>', "xml_signature_id_duplicate"],
    ["an Id deep inside", '<a Id="1"/><b><b><a Id="1"/></b></b>', "xml_signature_id_duplicate"],
    ["two Ids of one element", '<a Id="1" xml:id="1"/>', "xml_signature_id_duplicate"],
    ["Signature in another namespace", "<Signature/>", "found"],
    ["another element of XML Signature", `<d:Object xmlns:d="${XMLDSIG}"/>`, "found"],
  ])("beside the signature: %s", (_name, content, result) => {
    expect(codeOf(`<r>${content}${SIGNATURE}</r>`)).toBe(result);
    expect(codeOf(`<r>${SIGNATURE}${content}</r>`)).toBe(result);
  });

  describe("a large document", () => {
    const { root } = parseXml(Buffer.from(`<r>${SIGNATURE}<a/></r>`));
    const [signature, element] = root.children;

    /** A root, `count` elements and one text: `2 * count + 2` visits. */
    function pausesOf(count: number): number {
      const elements = Array.from({ length: count - 1 }, () => element!);
      const wide = new XmlElement(root, [signature!, ...elements, "x"]);
      const steps = locateSignature({ root: wide, before: [], after: [] }, new WorkBudget());
      let pauses = 0;
      while (steps.next().done !== true) pauses++;
      return pauses;
    }

    test.each([
      [16_382, 0],
      [16_383, 1],
      [40_000, 2],
    ])("of %i elements takes %i pauses, one after each 32,768 nodes", (count, pauses) => {
      expect(pausesOf(count)).toBe(pauses);
    });

    test("costs a unit for five nodes", () => {
      const work = new WorkBudget(1_000);
      runSteps(stepsOf(`<r>${SIGNATURE}${"<a/>".repeat(13)}<b>${"<a/>x".repeat(7)}</b></r>`, work));
      // The root with 15 children, <b> with 14, and 21 elements without any.
      expect(1_000 - work.left).toBe(4 + 3 + 21);
    });
  });
});

describe("verify xml signature", async () => {
  const verify = (text: string, options: VerifyXmlSignatureOptions = {}) =>
    verifyXmlSignature(parseXml(Buffer.from(text)), options);

  const codeOf = async (text: string): Promise<XmlSignatureErrorCode | "valid"> => {
    const result = await verify(text);
    return result.isValid ? "valid" : result.code;
  };

  const signer = await newEcSigner();
  const other = await newEcSigner();
  const sign = (recipe: Partial<SignedXmlRecipe> = {}) => signXml({ signer, ...recipe });

  const methodOf = (algorithm: string, content = "") =>
    `<ds:SignatureMethod Algorithm="${algorithm}">${content}</ds:SignatureMethod>`;
  const pss = (content: string) =>
    methodOf(
      `${MORE_2007}rsa-pss`,
      `<pss:RSAPSSParams xmlns:pss="${MORE_2007}">${content}</pss:RSAPSSParams>`,
    );
  const digestMethod = (hash: keyof typeof DIGEST_METHODS) =>
    `<ds:DigestMethod Algorithm="${DIGEST_METHODS[hash]}"/>`;
  const mgf1 = (content = "") =>
    `<pss:MaskGenerationFunction Algorithm="${MORE_2007}MGF1">${content}</pss:MaskGenerationFunction>`;

  describe("a valid signature", () => {
    test("gives the signed root without the signature, the certificate and the time", async () => {
      const result = await verify(await sign());
      if (!result.isValid) throw new Error(result.message);
      const { signed, certificate, signingTime: time } = result;
      expect(certificate.der).toEqual(signer.certificate.der);
      expect(time).toEqual(new Date("2026-11-21T12:00:00Z"));
      const elements = signed.children.filter((child) => child instanceof XmlElement);
      expect(elements.map(({ localName }) => localName)).toEqual(["Number", "Entry"]);
      expect(textOf(elements[1]!)).toBe("T&T <GmbH>");
    });

    const algorithms: readonly (readonly [string, string, () => Promise<XmlSigner>])[] = [
      ...(["256", "384", "512"] as const).flatMap((bits): [string, string, () => Promise<XmlSigner>][] => [
        [`RSA with SHA-${bits}`, methodOf(`${MORE_2001}rsa-sha${bits}`), () => newRsaSigner(`SHA-${bits}`)],
        [
          `RSA-PSS with SHA-${bits}`,
          methodOf(`${MORE_2007}sha${bits}-rsa-MGF1`),
          () => newPssSigner(`SHA-${bits}`, Number(bits) / 8),
        ],
        [
          `ECDSA on P-256 with SHA-${bits}`,
          methodOf(`${MORE_2001}ecdsa-sha${bits}`),
          () => newEcSigner("P-256", `SHA-${bits}`),
        ],
      ]),
      ["ECDSA on P-384", methodOf(`${MORE_2001}ecdsa-sha384`), () => newEcSigner("P-384", "SHA-384")],
      ["ECDSA on P-521", methodOf(`${MORE_2001}ecdsa-sha512`), () => newEcSigner("P-521", "SHA-512")],
      [
        "RSA-PSS, its parameters left out",
        methodOf(`${MORE_2007}rsa-pss`),
        () => newPssSigner("SHA-256", 32),
      ],
      ["RSA-PSS, empty parameters", pss(""), () => newPssSigner("SHA-256", 32)],
      [
        "RSA-PSS with a salt of 20 bytes",
        pss("<pss:SaltLength>20</pss:SaltLength>"),
        () => newPssSigner("SHA-256", 20),
      ],
      [
        "RSA-PSS with all parameters",
        pss(
          `${digestMethod("SHA-384")}${mgf1(digestMethod("SHA-384"))}<pss:SaltLength>48</pss:SaltLength><pss:TrailerField>1</pss:TrailerField>`,
        ),
        () => newPssSigner("SHA-384", 48),
      ],
      ["RSA-PSS with a hash only", pss(digestMethod("SHA-512") + mgf1()), () => newPssSigner("SHA-512", 64)],
    ];
    test.each(algorithms)("by %s", async (_name, method, make) => {
      const made = await make();
      const text = await signXml({ signer: made, method });
      expect(await codeOf(text)).toBe("valid");
      const flipped = await signXml({
        signer: made,
        method,
        signatureValue: (value) => value.with(9, value[9]! ^ 1),
      });
      expect(await codeOf(flipped)).toBe("xml_signature_invalid");
      expect(await codeOf(text.replace("<Number>7<", "<Number>8<"))).toBe("xml_signature_digest");
    });

    const manyCertificates = (count: number) =>
      certificates(...Array.from({ length: count }, () => other.certificate));
    const inList =
      '<ec:InclusiveNamespaces xmlns:ec="http://www.w3.org/2001/10/xml-exc-c14n#" PrefixList="l #default"/>';
    test.each<[string, Partial<SignedXmlRecipe>]>([
      [
        "canonical XML in every place",
        {
          canonicalization: INCLUSIVE,
          references: [
            {
              ...DOCUMENT,
              transforms: transform(ENVELOPED_SIGNATURE) + transform(INCLUSIVE_C14N),
              digested: documentBytes(INCLUSIVE),
            },
            {
              ...PROPERTIES,
              transforms: transform(INCLUSIVE_C14N),
              digested: elementBytes("properties", INCLUSIVE),
            },
          ],
        },
      ],
      [
        "canonical XML where none is named",
        {
          references: [
            { ...DOCUMENT, transforms: transform(ENVELOPED_SIGNATURE), digested: documentBytes(INCLUSIVE) },
            { ...PROPERTIES, transforms: null, digested: elementBytes("properties", INCLUSIVE) },
          ],
        },
      ],
      [
        "the exclusive method with a list of prefixes",
        {
          canonicalization: { isExclusive: true, inclusivePrefixes: ["l", ""] },
          canonicalizationMethod: `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}">${inList}</ds:CanonicalizationMethod>`,
          references: [
            {
              ...DOCUMENT,
              transforms: transform(ENVELOPED_SIGNATURE) + transform(EXCLUSIVE_C14N, inList),
              digested: documentBytes({ isExclusive: true, inclusivePrefixes: ["l", ""] }),
            },
            PROPERTIES,
          ],
        },
      ],
      [
        "a reference to the root by its Id",
        {
          references: [{ ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) }, PROPERTIES],
        },
      ],
      [
        "a reference to the root by its Id, with instructions beside the root",
        {
          text: `<?before?>${LIST.slice(LIST.indexOf("<l:"))}<?after a?>`,
          references: [{ ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) }, PROPERTIES],
        },
      ],
      ["the references in the other order", { references: [PROPERTIES, DOCUMENT] }],
      [
        "a reference to the KeyInfo as well",
        {
          references: [
            DOCUMENT,
            PROPERTIES,
            { uri: "#key", transforms: transform(EXCLUSIVE_C14N), digested: elementBytes("key", EXCLUSIVE) },
          ],
          keyInfo: `<ds:KeyInfo Id="key">${certificates(signer.certificate)}</ds:KeyInfo>`,
        },
      ],
      ["instructions beside the root", { text: `<?before?>${LIST.slice(LIST.indexOf("<l:"))}<?after a?>` }],
      [
        "other hashes of the parts",
        {
          references: [
            { ...DOCUMENT, hash: "SHA-512" },
            { ...PROPERTIES, hash: "SHA-384" },
          ],
        },
      ],
      [
        "the chain in KeyInfo",
        {
          keyInfo: `<ds:KeyInfo>${certificates(other.certificate, signer.certificate)}</ds:KeyInfo>`,
        },
      ],
      [
        "sixteen certificates in KeyInfo",
        { keyInfo: `<ds:KeyInfo>${manyCertificates(15)}${certificates(signer.certificate)}</ds:KeyInfo>` },
      ],
      [
        "the older SigningCertificate, with SHA-1",
        {
          properties: signingTime() + signingCertificate([signer.certificate], "SHA-1", "SigningCertificate"),
        },
      ],
      [
        "the signer and its issuer in SigningCertificate",
        {
          properties: signingTime() + signingCertificate([signer.certificate, other.certificate]),
        },
      ],
      [
        "unsigned properties",
        {
          objects: `<ds:Object>${qualifyingProperties(
            `${signedProperties(signingTime() + signingCertificate([signer.certificate]))}<xades:UnsignedProperties><any/></xades:UnsignedProperties>`,
          )}</ds:Object><ds:Object>else</ds:Object>`,
        },
      ],
      [
        "a time with an offset",
        {
          properties:
            signingTime(" 2026-11-21T13:00:00.5+01:00\n") + signingCertificate([signer.certificate]),
        },
      ],
    ])("has %s", async (_name, recipe) => {
      const text = await sign(recipe);
      expect(await verify(text)).toMatchObject({
        isValid: true,
        signingTime: new Date("2026-11-21T12:00:00Z"),
      });
      expect(await codeOf(text.replace("<Number>7<", "<Number>8<"))).toBe("xml_signature_digest");
      expect(await codeOf(text.replace("2026-11-21T1", "2026-11-22T1"))).toBe("xml_signature_digest");
    });

    test("holds when only the writing of the document changes", async () => {
      const text = await sign();
      const rewritten = text
        .replaceAll("\r\n", "\n")
        .replace("<!-- of 2026 -->", "")
        .replace("l:kind='granted' b=\"2\" a='1'", 'a="1"   b="2" l:kind="&#103;ranted"')
        .replace("&lt;GmbH&gt;", "<![CDATA[<GmbH>]]>");
      expect(rewritten).not.toBe(text);
      expect(await codeOf(rewritten)).toBe("valid");
    });
  });

  describe("signature wrapping", () => {
    const wrapped = (signed: string, evil: string) =>
      evil.replace("WRAPPED", () => signed.replace(/^<\?xml.*\?>\s*/, ""));
    const evilRoot = '<l:List xmlns:l="urn:list" xmlns="urn:entries"><Number>8</Number>WRAPPED</l:List>';

    test("the signed document inside another one", async () => {
      expect(await codeOf(wrapped(await sign(), evilRoot))).toBe("xml_signature_misplaced");
    });

    test("the signature under a new root, the signed one beside it", async () => {
      const references = [
        { ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) },
        PROPERTIES,
      ];
      const text = await sign({ references });
      const [signature] = /<ds:Signature .*<\/ds:Signature>/s.exec(text)!;
      const evil = wrapped(text.replace(signature, ""), evilRoot.replace("WRAPPED", `WRAPPED${signature}`));
      expect(await codeOf(evil)).toBe("xml_signature_reference");
      // As the new root has the Id of the signed one.
      expect(await codeOf(evil.replace("<l:List ", '<l:List Id="list" '))).toBe("xml_signature_id_duplicate");
    });

    test("the signed root in an Object of the signature", async () => {
      const references = [
        { ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) },
        PROPERTIES,
      ];
      const text = await sign({ references });
      const [signature] = /<ds:Signature .*<\/ds:Signature>/s.exec(text)!;
      const original = text.replace(signature, "").replace(/^<\?xml.*\?>\s*/, "");
      const carrier = signature.replace(
        "</ds:Signature>",
        () => `<ds:Object>${original}</ds:Object></ds:Signature>`,
      );
      expect(await codeOf(evilRoot.replace("WRAPPED", () => carrier))).toBe("xml_signature_reference");
    });

    test("a second signature, whichever is first", async () => {
      const text = await sign();
      const [signature] = /<ds:Signature .*<\/ds:Signature>/s.exec(text)!;
      for (const second of [`<ds:Signature xmlns:ds="${XMLDSIG}"/>`, signature.replaceAll('Id="', 'Id="x')]) {
        expect(await codeOf(text.replace(signature, () => second + signature))).toBe(
          "xml_signature_ambiguous",
        );
        expect(await codeOf(text.replace(signature, () => signature + second))).toBe(
          "xml_signature_ambiguous",
        );
      }
    });

    const real = signingTime() + signingCertificate([signer.certificate]);
    const fake = signingTime("2006-01-01T00:00:00Z") + signingCertificate([signer.certificate]);
    const object = (content: string) => `<ds:Object>${content}</ds:Object>`;
    test.each<[string, string, XmlSignatureErrorCode]>([
      [
        "false properties in the place, the signed ones in another object",
        object(qualifyingProperties(signedProperties(fake, "fake"))) +
          object(
            qualifyingProperties(signedProperties(real)).replace(/<(\/?)xades:Qual\w+/g, "<$1xades:Other"),
          ),
        "xml_signature_reference",
      ],
      [
        "two sets of properties",
        object(qualifyingProperties(signedProperties(fake, "fake"))) +
          object(qualifyingProperties(signedProperties(real))),
        "xml_signature_malformed",
      ],
      [
        "two SignedProperties in one set",
        object(qualifyingProperties(signedProperties(fake, "fake") + signedProperties(real))),
        "xml_signature_malformed",
      ],
      [
        "the same Id twice",
        object(qualifyingProperties(signedProperties(fake))) + object(`<a xmlns="" Id="properties"/>`),
        "xml_signature_id_duplicate",
      ],
      [
        "the same Id twice, in the case of another schema",
        object(qualifyingProperties(signedProperties(real))) + object(`<a xmlns="" ID="properties"/>`),
        "xml_signature_id_duplicate",
      ],
      [
        "the same Id twice, as xml:id",
        object(qualifyingProperties(signedProperties(real))) + object(`<a xmlns="" xml:id="properties"/>`),
        "xml_signature_id_duplicate",
      ],
      [
        "properties of another signature",
        object(qualifyingProperties(signedProperties(real), "#other")),
        "xml_signature_malformed",
      ],
      [
        "properties below another element",
        object(`<a xmlns="">${qualifyingProperties(signedProperties(real))}</a>`),
        "xml_signature_properties_unsigned",
      ],
      ["no properties", object("text"), "xml_signature_properties_unsigned"],
      ["no object", "", "xml_signature_malformed"],
    ])("%s", async (_name, objects, code) => {
      expect(await codeOf(await sign({ objects }))).toBe(code);
    });
  });

  describe("a signature is refused", () => {
    const XPATH = "http://www.w3.org/TR/1999/REC-xpath-19991116";
    const withReference = (change: Partial<typeof DOCUMENT>): Partial<SignedXmlRecipe> => ({
      references: [{ ...DOCUMENT, ...change }, PROPERTIES],
    });
    const withTransforms = (...transforms: readonly string[]) =>
      withReference({ transforms: transforms.join("") });
    const properties = (...parts: readonly string[]): Partial<SignedXmlRecipe> => ({
      properties: parts.join(""),
    });
    const signedBy = signingCertificate([signer.certificate]);
    const enveloped = transform(ENVELOPED_SIGNATURE);
    const exclusive = transform(EXCLUSIVE_C14N);

    test.each<[string, Partial<SignedXmlRecipe>, XmlSignatureErrorCode]>([
      [
        "an XPath transform",
        withTransforms(enveloped, transform(XPATH, "<ds:XPath>true()</ds:XPath>"), exclusive),
        "xml_signature_transform",
      ],
      [
        "only an XPath transform",
        withTransforms(transform(XPATH, "<ds:XPath>true()</ds:XPath>")),
        "xml_signature_transform",
      ],
      [
        "XSLT",
        withTransforms(enveloped, transform("http://www.w3.org/TR/1999/REC-xslt-19991116")),
        "xml_signature_transform",
      ],
      [
        "base64",
        withTransforms(enveloped, transform("http://www.w3.org/2000/09/xmldsig#base64")),
        "xml_signature_transform",
      ],
      [
        "canonicalisation before the enveloped signature",
        withTransforms(exclusive, enveloped),
        "xml_signature_transform",
      ],
      ["two canonicalisations", withTransforms(enveloped, exclusive, exclusive), "xml_signature_transform"],
      ["the enveloped signature twice", withTransforms(enveloped, enveloped), "xml_signature_transform"],
      ["a document that is not enveloped", withTransforms(exclusive), "xml_signature_transform"],
      [
        "comments kept",
        withTransforms(enveloped, transform(`${EXCLUSIVE_C14N}WithComments`)),
        "xml_signature_transform",
      ],
      [
        "canonical XML 1.1",
        withTransforms(enveloped, transform("http://www.w3.org/2006/12/xml-c14n11")),
        "xml_signature_transform",
      ],
      ["no transform in the list", withTransforms(), "xml_signature_malformed"],
      [
        "a transform with content",
        withTransforms(transform(ENVELOPED_SIGNATURE, "<a xmlns=''/>"), exclusive),
        "xml_signature_malformed",
      ],
      [
        "properties that are enveloped",
        { references: [DOCUMENT, { ...PROPERTIES, transforms: enveloped + exclusive }] },
        "xml_signature_transform",
      ],
      [
        "SignedInfo with comments kept",
        { canonicalizationMethod: `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}WithComments"/>` },
        "xml_signature_canonicalization",
      ],
      [
        "an external reference",
        withReference({ uri: "http://example.com/list.xml" }),
        "xml_signature_reference",
      ],
      ["a file beside it", withReference({ uri: "list.xml" }), "xml_signature_reference"],
      [
        "a file beside it, for a root without an Id",
        { text: LIST.replace(' Id="list"', ""), ...withReference({ uri: "list.xml" }) },
        "xml_signature_reference",
      ],
      ["an XPointer", withReference({ uri: "#xpointer(/)" }), "xml_signature_reference"],
      ["an XPointer with an Id", withReference({ uri: "#xpointer(id('list'))" }), "xml_signature_reference"],
      ["an empty fragment", withReference({ uri: "#" }), "xml_signature_reference"],
      [
        "an empty fragment, for a root with an empty Id",
        {
          text: LIST.replace('Id="list"', 'Id=""'),
          ...withReference({ uri: "#", digested: elementBytes("", EXCLUSIVE) }),
        },
        "xml_signature_reference",
      ],
      ["no URI", withReference({ uri: null }), "xml_signature_malformed"],
      ["a reference to the signature", withReference({ uri: "#signature" }), "xml_signature_reference"],
      [
        "a Manifest",
        {
          references: [
            {
              uri: "#manifest",
              type: `${XMLDSIG}Manifest`,
              transforms: exclusive,
              digested: elementBytes("manifest", EXCLUSIVE),
            },
            PROPERTIES,
          ],
          objects: `<ds:Object>${qualifyingProperties(signedProperties(signingTime() + signedBy))}</ds:Object><ds:Object><ds:Manifest Id="manifest"/></ds:Object>`,
        },
        "xml_signature_reference",
      ],
      [
        "a part of the document only",
        {
          text: LIST.replace("<Number>", '<Number Id="part">'),
          references: [
            { uri: "#part", transforms: exclusive, digested: elementBytes("part", EXCLUSIVE) },
            PROPERTIES,
          ],
        },
        "xml_signature_reference",
      ],
      ["the properties only", { references: [PROPERTIES] }, "xml_signature_document_unsigned"],
      ["the document only", { references: [DOCUMENT] }, "xml_signature_properties_unsigned"],
      [
        "the properties without their type",
        { references: [DOCUMENT, { ...PROPERTIES, type: "" }] },
        "xml_signature_malformed",
      ],
      [
        "the document twice",
        {
          references: [
            DOCUMENT,
            { ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) },
            PROPERTIES,
          ],
        },
        "xml_signature_reference",
      ],
      [
        "four references",
        { references: [DOCUMENT, PROPERTIES, DOCUMENT, PROPERTIES] },
        "xml_signature_reference",
      ],
      ["a reference with SHA-1", withReference({ hash: "SHA-1" }), "xml_signature_hash_too_weak"],
      [
        "a reference with SHA-3",
        withReference({ digestMethod: "http://www.w3.org/2007/05/xmldsig-more#sha3-256" }),
        "xml_signature_algorithm_unsupported",
      ],
      [
        "a reference with a hash of Object's prototype",
        withReference({ digestMethod: "constructor" }),
        "xml_signature_algorithm_unsupported",
      ],
      [
        "a digest of another length",
        withReference({ digestMethod: DIGEST_METHODS["SHA-512"] }),
        "xml_signature_malformed",
      ],
      ["RSA with SHA-1", { method: methodOf(`${XMLDSIG}rsa-sha1`) }, "xml_signature_hash_too_weak"],
      ["RSA with MD5", { method: methodOf(`${MORE_2001}rsa-md5`) }, "xml_signature_hash_too_weak"],
      ["ECDSA with SHA-1", { method: methodOf(`${MORE_2001}ecdsa-sha1`) }, "xml_signature_hash_too_weak"],
      ["DSA", { method: methodOf(`${XMLDSIG}dsa-sha1`) }, "xml_signature_hash_too_weak"],
      ["HMAC", { method: methodOf(`${MORE_2001}hmac-sha256`) }, "xml_signature_algorithm_unsupported"],
      [
        "HMAC of one bit",
        { method: methodOf(`${MORE_2001}hmac-sha256`, "<ds:HMACOutputLength>1</ds:HMACOutputLength>") },
        "xml_signature_algorithm_unsupported",
      ],
      ["no algorithm", { method: "<ds:SignatureMethod/>" }, "xml_signature_malformed"],
      [
        "an algorithm with content",
        { method: methodOf(`${MORE_2001}ecdsa-sha256`, "<ds:HMACOutputLength>1</ds:HMACOutputLength>") },
        "xml_signature_malformed",
      ],
      [
        "RSA with a key of another kind",
        { method: methodOf(`${MORE_2001}rsa-sha256`) },
        "xml_signature_algorithm_mismatch",
      ],
      ["RSA-PSS with SHA-1", { method: pss(digestMethod("SHA-1")) }, "xml_signature_hash_too_weak"],
      [
        "RSA-PSS with another hash in MGF1",
        { method: pss(mgf1(digestMethod("SHA-512"))) },
        "xml_signature_algorithm_unsupported",
      ],
      [
        "RSA-PSS with another mask",
        { method: pss('<pss:MaskGenerationFunction Algorithm="urn:x"/>') },
        "xml_signature_algorithm_unsupported",
      ],
      [
        "RSA-PSS with another trailer",
        { method: pss("<pss:TrailerField>2</pss:TrailerField>") },
        "xml_signature_algorithm_mismatch",
      ],
      [
        "RSA-PSS with a salt that is no number",
        { method: pss("<pss:SaltLength>0x20</pss:SaltLength>") },
        "xml_signature_algorithm_mismatch",
      ],
      ["no signing time", properties(signedBy), "xml_signature_malformed"],
      ["two signing times", properties(signingTime(), signingTime(), signedBy), "xml_signature_malformed"],
      [
        "a signing time without a zone",
        properties(signingTime("2026-11-21T12:00:00"), signedBy),
        "xml_signature_malformed",
      ],
      [
        "a signing time that does not exist",
        properties(signingTime("2026-13-21T12:00:00Z"), signedBy),
        "xml_signature_malformed",
      ],
      ["no SigningCertificate", properties(signingTime()), "xml_signature_malformed"],
      [
        "SigningCertificate of another",
        properties(signingTime(), signingCertificate([other.certificate, signer.certificate])),
        "xml_signature_certificate_mismatch",
      ],
      [
        "SigningCertificate that says otherwise than the newer one",
        properties(
          signingTime(),
          signingCertificate([other.certificate], "SHA-256", "SigningCertificate"),
          signedBy,
        ),
        "xml_signature_certificate_mismatch",
      ],
      [
        "no certificate",
        { keyInfo: "<ds:KeyInfo><ds:KeyName>me</ds:KeyName></ds:KeyInfo>" },
        "xml_signature_certificate_missing",
      ],
      [
        "seventeen certificates",
        {
          keyInfo: `<ds:KeyInfo>${certificates(...Array.from({ length: 17 }, () => signer.certificate))}</ds:KeyInfo>`,
        },
        "xml_signature_malformed",
      ],
      ["no KeyInfo", { keyInfo: "" }, "xml_signature_malformed"],
      [
        "another certificate",
        { keyInfo: `<ds:KeyInfo>${certificates(other.certificate)}</ds:KeyInfo>` },
        "xml_signature_certificate_mismatch",
      ],
      [
        "another certificate, which the properties name",
        {
          keyInfo: `<ds:KeyInfo>${certificates(other.certificate)}</ds:KeyInfo>`,
          properties: signingTime() + signingCertificate([other.certificate]),
        },
        "xml_signature_invalid",
      ],
      [
        "a certificate that is none",
        {
          keyInfo: `<ds:KeyInfo>${certificates({ der: Uint8Array.of(1, 2) })}</ds:KeyInfo>`,
          properties:
            signingTime() + signingCertificate([{ ...signer.certificate, der: Uint8Array.of(1, 2) }]),
        },
        "xml_signature_certificate_malformed",
      ],
      [
        "ECDSA in DER",
        {
          signatureValue: (value) =>
            encodeDer(
              TAG.sequence,
              encodeUnsignedInteger(value.subarray(0, 32)),
              encodeUnsignedInteger(value.subarray(32)),
            ),
        },
        "xml_signature_invalid",
      ],
      ["a short value", { signatureValue: (value) => value.subarray(1) }, "xml_signature_invalid"],
      ["an empty value", { signatureValue: () => new Uint8Array() }, "xml_signature_invalid"],
      [
        "text in the signature",
        { change: (text) => text.replace("<ds:KeyInfo>", "x<ds:KeyInfo>") },
        "xml_signature_malformed",
      ],
      [
        "an instruction in SignedInfo",
        { change: (text) => text.replace("<ds:SignedInfo>", "<ds:SignedInfo><?x?>") },
        "xml_signature_malformed",
      ],
      [
        "an element of another name in SignedInfo",
        { change: (text) => text.replace("</ds:SignedInfo>", "<ds:Extra/></ds:SignedInfo>") },
        "xml_signature_malformed",
      ],
      [
        "the value before SignedInfo",
        {
          change: (text) =>
            text.replace(
              /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*<\/ds:SignatureValue>)/s,
              "$2$1",
            ),
        },
        "xml_signature_malformed",
      ],
      [
        "a value that is not base64",
        { change: (text) => text.replace("<ds:SignatureValue>", "<ds:SignatureValue>*") },
        "xml_signature_malformed",
      ],
      [
        "a value with elements",
        { change: (text) => text.replace("<ds:SignatureValue>", "<ds:SignatureValue><a xmlns=''/>") },
        "xml_signature_malformed",
      ],
      ["no Id", { change: (text) => text.replace(' Id="signature"', "") }, "xml_signature_malformed"],
      ["no signature", { text: LIST.replace("SIGNATURE", "") }, "xml_signature_missing"],
      [
        "one deeper in the document",
        { text: LIST.replace("SIGNATURE", "<deep>SIGNATURE</deep>") },
        "xml_signature_misplaced",
      ],
      ["one that is the root", { text: "SIGNATURE" }, "xml_signature_misplaced"],
    ])("with %s", async (_name, recipe, code) => {
      expect(await codeOf(await sign(recipe))).toBe(code);
    });

    test("with a short RSA key, unless the caller allows it", async () => {
      const method = methodOf(`${MORE_2001}rsa-sha256`);
      const text = await signXml({ signer: await newRsaSigner("SHA-256", 1024), method });
      expect(await codeOf(text)).toBe("xml_signature_key_too_weak");
      expect(await verify(text, { minRsaBits: 1024 })).toMatchObject({ isValid: true });
    });

    test("with a key that is none", async () => {
      const key = await newEcKey();
      // The last byte of the point: it is not on the curve any more.
      const spki = key.spki.with(-1, key.spki.at(-1)! ^ 1);
      const { certificate } = await issue({ subject: name({ CN: "Signer" }), key: { ...key, spki } });
      const text = await signXml({ signer: { ...signer, certificate } });
      expect(await codeOf(text)).toBe("xml_signature_key_malformed");
    });

    test("where there is no WebCrypto", async () => {
      const text = await sign();
      vi.stubGlobal("crypto", {});
      try {
        expect(await codeOf(text)).toBe("xml_signature_algorithm_unsupported");
      } finally {
        vi.unstubAllGlobals();
      }
    });

    test("when the work is used up, at any point", async () => {
      const text = await sign();
      const document = parseXml(Buffer.from(text));
      const counted = new Work();
      const { left } = counted;
      expect(await verifyXmlSignature(document, { work: counted })).toMatchObject({ isValid: true });
      const needed = left - counted.left;
      for (let units = 0; units < needed; units += Math.ceil(needed / 40)) {
        const result = await verifyXmlSignature(document, { work: new Work({ units }) });
        expect(result).toMatchObject({ isValid: false, code: "work_limit_exceeded", offset: null });
      }
    });

    describe("for what it costs:", () => {
      const spentOn = async (recipe: Partial<SignedXmlRecipe>) => {
        const document = parseXml(Buffer.from(await sign(recipe)));
        const work = new Work();
        const { left } = work;
        expect(await verifyXmlSignature(document, { work })).toMatchObject({ isValid: true });
        return left - work.left;
      };
      const blocks = ({ der }: { readonly der: Uint8Array }) => Math.ceil(der.length / 64);
      const keyInfo = `<ds:KeyInfo>${certificates(other.certificate, signer.certificate)}</ds:KeyInfo>`;

      test("a certificate is hashed for each digest that names the signer's", async () => {
        // And one element more is visited.
        expect((await spentOn({ keyInfo })) - (await spentOn({}))).toBe(blocks(other.certificate) + 1);
        const properties =
          signingTime() +
          signingCertificate([signer.certificate], "SHA-1", "SigningCertificate") +
          signingCertificate([signer.certificate]);
        const both = (await spentOn({ keyInfo, properties })) - (await spentOn({ properties }));
        expect(both).toBe(2 * blocks(other.certificate) + 1);
      });

      test("the signer's certificate is read", async () => {
        const long = await newEcSigner("P-256", "SHA-256", [policies("1.2.3", "1.2.4", "1.2.5", "1.2.6")]);
        const costOf = ({ certificate }: XmlSigner) => {
          const work = new Work();
          const { left } = work;
          parseCertificate(certificate.der, { work });
          return left - work.left + blocks(certificate);
        };
        expect(costOf(long) - costOf(signer)).toBeGreaterThan(2);
        const more = (await spentOn({ signer: long })) - (await spentOn({}));
        expect(more).toBe(costOf(long) - costOf(signer));
      });

      test("the document is canonicalised, 32 characters a unit, and hashed, 64 bytes a unit", async () => {
        const text = LIST.replace("T&amp;T", "x".repeat(64_000));
        const more = (await spentOn({ text })) - (await spentOn({}));
        expect(more).toBeGreaterThanOrEqual(2_995);
        expect(more).toBeLessThanOrEqual(3_005);
      });
    });

    test("never, when it is aborted: the reason is thrown", async () => {
      const signal = AbortSignal.abort(new Error("enough"));
      await expect(verify(await sign(), { work: new Work({ signal }) })).rejects.toThrow("enough");
    });

    test("and the place is told", async () => {
      const text = await sign({ references: [DOCUMENT] });
      const result = await verify(text);
      expect(result).toMatchObject({ isValid: false, offset: text.indexOf("<ds:SignedInfo>") });
    });
  });
});
