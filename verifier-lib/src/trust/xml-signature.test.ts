import { WorkBudget } from "@svc-proof/shared/work";
import { describe, expect, test, vi } from "vitest";
import { codeOf as codeOfReading, sequence, spentBy } from "../asn1/der.testing.js";
import { encodeUnsignedInteger } from "../asn1/values.js";
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

  const found = (text: string) => codeOfReading(() => runSteps(stepsOf(text)));

  test.each([
    ["another attribute with a name of two letters", '<a is="1"/><a is="1"/>', "ok"],
    ["another attribute of xml:", '<a xml:lang="en"/><a xml:lang="en"/>', "ok"],
    ["xml:ID, which is none", '<a xml:ID="1"/><a xml:ID="1"/>', "ok"],
    ["an id in another namespace", '<a xmlns:p="urn:p" p:id="1"/><a xmlns:p="urn:p" p:id="1"/>', "ok"],
    ["Ids that differ", '<a Id="1"/><a Id="2"/>', "ok"],
    ["ID and id", '<a ID="1"/><a id="1"/>', "xml_signature_id_duplicate"],
    ["an Id deep inside", '<a Id="1"/><b><b><a Id="1"/></b></b>', "xml_signature_id_duplicate"],
    ["two Ids of one element", '<a Id="1" xml:id="1"/>', "xml_signature_id_duplicate"],
    ["Signature in another namespace", "<Signature/>", "ok"],
    ["another element of XML Signature", `<d:Object xmlns:d="${XMLDSIG}"/>`, "ok"],
  ])("beside the signature: %s", (_name, content, result) => {
    expect(found(`<r>${content}${SIGNATURE}</r>`)).toBe(result);
    expect(found(`<r>${SIGNATURE}${content}</r>`)).toBe(result);
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
      ...(["256", "384", "512"] as const).flatMap((bits): [string, string, () => Promise<XmlSigner>][] => {
        const [hash, salt] = [`SHA-${bits}`, Number(bits) / 8];
        return [
          [`RSA with ${hash}`, methodOf(`${MORE_2001}rsa-sha${bits}`), () => newRsaSigner(hash)],
          [
            `RSA-PSS with ${hash}`,
            methodOf(`${MORE_2007}sha${bits}-rsa-MGF1`),
            () => newPssSigner(hash, salt),
          ],
          [`ECDSA with ${hash}`, methodOf(`${MORE_2001}ecdsa-sha${bits}`), () => newEcSigner("P-256", hash)],
        ];
      }),
      ["ECDSA on P-384", methodOf(`${MORE_2001}ecdsa-sha384`), () => newEcSigner("P-384", "SHA-384")],
      ["ECDSA on P-521", methodOf(`${MORE_2001}ecdsa-sha512`), () => newEcSigner("P-521", "SHA-512")],
      ["RSA-PSS of 32", methodOf(`${MORE_2007}rsa-pss`), () => newPssSigner("SHA-256", 32)],
      ["RSA-PSS of 20", pss("<pss:SaltLength>20</pss:SaltLength>"), () => newPssSigner("SHA-256", 20)],
      [
        "RSA-PSS with all parameters",
        pss(
          `${digestMethod("SHA-384")}${mgf1(digestMethod("SHA-384"))}<pss:SaltLength>48</pss:SaltLength><pss:TrailerField>1</pss:TrailerField>`,
        ),
        () => newPssSigner("SHA-384", 48),
      ],
    ];
    test.each(algorithms)("by %s", async (_name, method, make) => {
      const recipe = { signer: await make(), method };
      const text = await signXml(recipe);
      expect(await codeOf(text)).toBe("valid");
      const signatureValue = (value: Uint8Array) => value.with(9, value[9]! ^ 1);
      expect(await codeOf(await signXml({ ...recipe, signatureValue }))).toBe("xml_signature_invalid");
      expect(await codeOf(text.replace("<Number>7<", "<Number>8<"))).toBe("xml_signature_digest");
    });

    const inKeyInfo = (content: string, attributes = "") => ({
      keyInfo: `<ds:KeyInfo${attributes}>${content}</ds:KeyInfo>`,
    });
    const inList = `<ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE_C14N}" PrefixList="l #default"/>`;
    const withPrefixes = { isExclusive: true, inclusivePrefixes: ["l", ""] };
    const enveloped = transform(ENVELOPED_SIGNATURE);
    const byId = { ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) };
    const instructions = { text: `<?before?>${LIST.slice(LIST.indexOf("<l:"))}<?after a?>` };
    const named = signingCertificate([signer.certificate]);
    const digested = documentBytes(INCLUSIVE);
    const ofProperties = elementBytes("properties", INCLUSIVE);
    test.each<[string, Partial<SignedXmlRecipe>]>([
      [
        "canonical XML in every place",
        {
          canonicalization: INCLUSIVE,
          references: [
            { ...DOCUMENT, transforms: enveloped + transform(INCLUSIVE_C14N), digested },
            { ...PROPERTIES, transforms: transform(INCLUSIVE_C14N), digested: ofProperties },
          ],
        },
      ],
      [
        "canonical XML where none is named",
        {
          references: [
            { ...DOCUMENT, transforms: enveloped, digested },
            { ...PROPERTIES, transforms: null, digested: ofProperties },
          ],
        },
      ],
      [
        "the exclusive method with a list of prefixes",
        {
          canonicalization: withPrefixes,
          canonicalizationMethod: `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}">${inList}</ds:CanonicalizationMethod>`,
          references: [
            {
              ...DOCUMENT,
              transforms: enveloped + transform(EXCLUSIVE_C14N, inList),
              digested: documentBytes(withPrefixes),
            },
            PROPERTIES,
          ],
        },
      ],
      ["a reference to the root by its Id", { references: [byId, PROPERTIES] }],
      ["one by its Id, with instructions beside it", { ...instructions, references: [byId, PROPERTIES] }],
      ["instructions beside the root", instructions],
      ["the references in the other order", { references: [PROPERTIES, DOCUMENT] }],
      [
        "a reference to the KeyInfo as well",
        {
          references: [
            DOCUMENT,
            PROPERTIES,
            { uri: "#key", transforms: transform(EXCLUSIVE_C14N), digested: elementBytes("key", EXCLUSIVE) },
          ],
          ...inKeyInfo(certificates(signer.certificate), ' Id="key"'),
        },
      ],
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
        "sixteen certificates in KeyInfo",
        inKeyInfo(certificates(...new Array(15).fill(other.certificate), signer.certificate)),
      ],
      [
        "the older SigningCertificate, with SHA-1",
        {
          properties: signingTime() + signingCertificate([signer.certificate], "SHA-1", "SigningCertificate"),
        },
      ],
      [
        "the signer and its issuer in SigningCertificate",
        { properties: signingTime() + signingCertificate([signer.certificate, other.certificate]) },
      ],
      [
        "unsigned properties",
        {
          objects: `<ds:Object>${qualifyingProperties(
            `${signedProperties(signingTime() + named)}<xades:UnsignedProperties><any/></xades:UnsignedProperties>`,
          )}</ds:Object><ds:Object>else</ds:Object>`,
        },
      ],
      ["a time with an offset", { properties: signingTime(" 2026-11-21T13:00:00.5+01:00\n") + named }],
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

    const references = [{ ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) }, PROPERTIES];
    const signatureOf = (text: string) => /<ds:Signature .*<\/ds:Signature>/s.exec(text)![0];

    test("the signature under a new root, the signed one beside it", async () => {
      const text = await sign({ references });
      const signature = signatureOf(text);
      const evil = wrapped(text.replace(signature, ""), evilRoot.replace("WRAPPED", `WRAPPED${signature}`));
      expect(await codeOf(evil)).toBe("xml_signature_reference");
      // As the new root has the Id of the signed one.
      expect(await codeOf(evil.replace("<l:List ", '<l:List Id="list" '))).toBe("xml_signature_id_duplicate");
    });

    test("the signed root in an Object of the signature", async () => {
      const text = await sign({ references });
      const signature = signatureOf(text);
      const original = text.replace(signature, "").replace(/^<\?xml.*\?>\s*/, "");
      const end = "</ds:Signature>";
      const carrier = signature.replace(end, () => `<ds:Object>${original}</ds:Object>${end}`);
      expect(await codeOf(evilRoot.replace("WRAPPED", () => carrier))).toBe("xml_signature_reference");
    });

    test("a second signature, whichever is first", async () => {
      const text = await sign();
      const signature = signatureOf(text);
      for (const second of [`<ds:Signature xmlns:ds="${XMLDSIG}"/>`, signature.replaceAll('Id="', 'Id="x')]) {
        for (const both of [second + signature, signature + second]) {
          expect(await codeOf(text.replace(signature, () => both))).toBe("xml_signature_ambiguous");
        }
      }
    });

    const real = qualifyingProperties(
      signedProperties(signingTime() + signingCertificate([signer.certificate])),
    );
    const fake = signedProperties(
      signingTime("2006-01-01T00:00:00Z") + signingCertificate([signer.certificate]),
      "fake",
    );
    const object = (content: string) => `<ds:Object>${content}</ds:Object>`;
    const before = object(qualifyingProperties(fake));
    const signedPart = signedProperties(signingTime() + signingCertificate([signer.certificate]));
    test.each<[string, string, string]>([
      [
        "false properties in the place, the signed ones in another object",
        before + object(real.replace(/<(\/?)xades:Qual\w+/g, "<$1xades:Other")),
        "reference",
      ],
      ["two sets of properties", before + object(real), "malformed"],
      ["two SignedProperties in one set", object(qualifyingProperties(fake + signedPart)), "malformed"],
      ["the same Id twice", object(real) + object(`<a xmlns="" Id="properties"/>`), "id_duplicate"],
      ["in another case", object(real) + object(`<a xmlns="" ID="properties"/>`), "id_duplicate"],
      ["as xml:id", object(real) + object(`<a xmlns="" xml:id="properties"/>`), "id_duplicate"],
      ["properties of another signature", object(qualifyingProperties(signedPart, "#other")), "malformed"],
      ["properties below another element", object(`<a xmlns="">${real}</a>`), "properties_unsigned"],
      ["no properties", object("text"), "properties_unsigned"],
      ["no object", "", "malformed"],
    ])("%s", async (_name, objects, code) => {
      expect(await codeOf(await sign({ objects }))).toBe(`xml_signature_${code}`);
    });
  });

  describe("a signature is refused", () => {
    const xpath = transform("http://www.w3.org/TR/1999/REC-xpath-19991116", "<ds:XPath>true()</ds:XPath>");
    const oneBit = "<ds:HMACOutputLength>1</ds:HMACOutputLength>";
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

    const changed = (from: string | RegExp, to: string): Partial<SignedXmlRecipe> => ({
      change: (text) => text.replace(from, to),
    });
    const keyInfo = (content: string): Partial<SignedXmlRecipe> => ({
      keyInfo: `<ds:KeyInfo>${content}</ds:KeyInfo>`,
    });
    const part = (id: string) => ({
      uri: `#${id}`,
      transforms: exclusive,
      digested: elementBytes(id, EXCLUSIVE),
    });
    const refused: Readonly<Record<string, Readonly<Record<string, Partial<SignedXmlRecipe>>>>> = {
      transform: {
        "an XPath transform": withTransforms(enveloped, xpath, exclusive),
        "only an XPath transform": withTransforms(xpath),
        XSLT: withTransforms(enveloped, transform("http://www.w3.org/TR/1999/REC-xslt-19991116")),
        base64: withTransforms(enveloped, transform(`${XMLDSIG}base64`)),
        "canonicalisation before the enveloped signature": withTransforms(exclusive, enveloped),
        "two canonicalisations": withTransforms(enveloped, exclusive, exclusive),
        "the enveloped signature twice": withTransforms(enveloped, enveloped),
        "a document that is not enveloped": withTransforms(exclusive),
        "comments kept": withTransforms(enveloped, transform(`${EXCLUSIVE_C14N}WithComments`)),
        "canonical XML 1.1": withTransforms(enveloped, transform("http://www.w3.org/2006/12/xml-c14n11")),
        "properties that are enveloped": {
          references: [DOCUMENT, { ...PROPERTIES, transforms: enveloped + exclusive }],
        },
      },
      canonicalization: {
        "SignedInfo with comments kept": {
          canonicalizationMethod: `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE_C14N}WithComments"/>`,
        },
      },
      reference: {
        "an external reference": withReference({ uri: "http://example.com/list.xml" }),
        "a file beside it": withReference({ uri: "list.xml" }),
        "a file beside it, for a root without an Id": {
          text: LIST.replace(' Id="list"', ""),
          ...withReference({ uri: "list.xml" }),
        },
        "an XPointer": withReference({ uri: "#xpointer(/)" }),
        "an XPointer with an Id": withReference({ uri: "#xpointer(id('list'))" }),
        "an empty fragment": withReference({ uri: "#" }),
        "an empty fragment, for a root with an empty Id": {
          text: LIST.replace('Id="list"', 'Id=""'),
          ...withReference({ uri: "#", digested: elementBytes("", EXCLUSIVE) }),
        },
        "a reference to the signature": withReference({ uri: "#signature" }),
        "a Manifest": {
          references: [{ ...part("manifest"), type: `${XMLDSIG}Manifest` }, PROPERTIES],
          objects: `<ds:Object>${qualifyingProperties(signedProperties(signingTime() + signedBy))}</ds:Object><ds:Object><ds:Manifest Id="manifest"/></ds:Object>`,
        },
        "a part of the document only": {
          text: LIST.replace("<Number>", '<Number Id="part">'),
          references: [part("part"), PROPERTIES],
        },
        "the document twice": {
          references: [
            DOCUMENT,
            { ...DOCUMENT, uri: "#list", digested: elementBytes("list", EXCLUSIVE) },
            PROPERTIES,
          ],
        },
        "four references": { references: [DOCUMENT, PROPERTIES, DOCUMENT, PROPERTIES] },
      },
      document_unsigned: { "the properties only": { references: [PROPERTIES] } },
      properties_unsigned: { "the document only": { references: [DOCUMENT] } },
      hash_too_weak: {
        "a reference with SHA-1": withReference({ hash: "SHA-1" }),
        "RSA with SHA-1": { method: methodOf(`${XMLDSIG}rsa-sha1`) },
      },
      algorithm_unsupported: {
        "a reference with SHA-3": withReference({ digestMethod: `${MORE_2007}sha3-256` }),
        "a reference with a hash of Object's prototype": withReference({ digestMethod: "constructor" }),
        HMAC: { method: methodOf(`${MORE_2001}hmac-sha256`) },
        "HMAC of one bit": { method: methodOf(`${MORE_2001}hmac-sha256`, oneBit) },
      },
      algorithm_mismatch: {
        "RSA with a key of another kind": { method: methodOf(`${MORE_2001}rsa-sha256`) },
        "RSA-PSS with another trailer": { method: pss("<pss:TrailerField>2</pss:TrailerField>") },
      },
      certificate_missing: { "no certificate": keyInfo("<ds:KeyName>me</ds:KeyName>") },
      certificate_mismatch: {
        "SigningCertificate of another": properties(
          signingTime(),
          signingCertificate([other.certificate, signer.certificate]),
        ),
        "SigningCertificate that says otherwise than the newer one": properties(
          signingTime(),
          signingCertificate([other.certificate], "SHA-256", "SigningCertificate"),
          signedBy,
        ),
        "another certificate": keyInfo(certificates(other.certificate)),
      },
      certificate_malformed: {
        "a certificate that is none": {
          ...keyInfo(certificates({ der: Uint8Array.of(1, 2) })),
          ...properties(
            signingTime(),
            signingCertificate([{ ...signer.certificate, der: Uint8Array.of(1, 2) }]),
          ),
        },
      },
      invalid: {
        "another certificate, which the properties name": {
          ...keyInfo(certificates(other.certificate)),
          ...properties(signingTime(), signingCertificate([other.certificate])),
        },
        "ECDSA in DER": {
          signatureValue: (value) =>
            sequence(encodeUnsignedInteger(value.subarray(0, 32)), encodeUnsignedInteger(value.subarray(32))),
        },
        "a short value": { signatureValue: (value) => value.subarray(1) },
        "an empty value": { signatureValue: () => new Uint8Array() },
      },
      missing: { "no signature": { text: LIST.replace("SIGNATURE", "") } },
      misplaced: {
        "one deeper in the document": { text: LIST.replace("SIGNATURE", "<deep>SIGNATURE</deep>") },
        "one that is the root": { text: "SIGNATURE" },
      },
      malformed: {
        "no transform in the list": withTransforms(),
        "a transform with content": withTransforms(
          transform(ENVELOPED_SIGNATURE, "<a xmlns=''/>"),
          exclusive,
        ),
        "no URI": withReference({ uri: null }),
        "the properties without their type": { references: [DOCUMENT, { ...PROPERTIES, type: "" }] },
        "a digest of another length": withReference({ digestMethod: DIGEST_METHODS["SHA-512"] }),
        "no algorithm": { method: "<ds:SignatureMethod/>" },
        "an algorithm with content": { method: methodOf(`${MORE_2001}ecdsa-sha256`, oneBit) },
        "no signing time": properties(signedBy),
        "two signing times": properties(signingTime(), signingTime(), signedBy),
        "a signing time without a zone": properties(signingTime("2026-11-21T12:00:00"), signedBy),
        "no SigningCertificate": properties(signingTime()),
        "seventeen certificates": keyInfo(certificates(...new Array(17).fill(signer.certificate))),
        "no KeyInfo": { keyInfo: "" },
        "text in the signature": changed("<ds:KeyInfo>", "x<ds:KeyInfo>"),
        "an instruction in SignedInfo": changed("<ds:SignedInfo>", "<ds:SignedInfo><?x?>"),
        "an element of another name in SignedInfo": changed(
          "</ds:SignedInfo>",
          "<ds:Extra/></ds:SignedInfo>",
        ),
        "the value before SignedInfo": changed(
          /(<ds:SignedInfo>.*<\/ds:SignedInfo>)(<ds:SignatureValue>.*<\/ds:SignatureValue>)/s,
          "$2$1",
        ),
        "a value that is not base64": changed("<ds:SignatureValue>", "<ds:SignatureValue>*"),
        "a value with elements": changed("<ds:SignatureValue>", "<ds:SignatureValue><a xmlns=''/>"),
        "no Id": changed(' Id="signature"', ""),
      },
    };
    const all = Object.entries(refused).flatMap(([code, recipes]) =>
      Object.entries(recipes).map(([what, recipe]) => [what, recipe, `xml_signature_${code}`] as const),
    );
    test.each(all)("with %s", async (_name, recipe, code) => {
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

    const spentOn = async (recipe: Partial<SignedXmlRecipe>) => {
      const document = parseXml(Buffer.from(await sign(recipe)));
      return spentBy(async (work) => {
        expect(await verifyXmlSignature(document, { work })).toMatchObject({ isValid: true });
      });
    };

    test("when the work is used up, at any point", async () => {
      const text = await sign();
      const needed = await spentOn({});
      for (let units = 0; units < needed; units += Math.ceil(needed / 40)) {
        const result = await verify(text, { work: new Work({ units }) });
        expect(result).toMatchObject({ isValid: false, code: "work_limit_exceeded", offset: null });
      }
    });

    describe("for what it costs:", () => {
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
        const costOf = async ({ certificate }: XmlSigner) =>
          (await spentBy((work) => parseCertificate(certificate.der, { work }))) + blocks(certificate);
        const more = (await costOf(long)) - (await costOf(signer));
        expect(more).toBeGreaterThan(2);
        expect((await spentOn({ signer: long })) - (await spentOn({}))).toBe(more);
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
