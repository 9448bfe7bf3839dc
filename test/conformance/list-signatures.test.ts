/**
 * The signatures of real trusted lists and of signature-wrapping attacks on them (third-party vectors `eutl`; its index
 * tells where each file is from). Whether a signer is to be trusted is another question, for which the index's words
 * "must not be trusted" stand: here, its signature is valid.
 */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  childElements,
  decodeBase64,
  textOf,
  XmlElement,
} from "../../verifier-lib/src/trust/xml-document.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { verifyXmlSignature } from "../../verifier-lib/src/trust/xml-signature.js";
import { Work } from "../../verifier-lib/src/work/work.js";
import { parsePemCertificates } from "../../verifier-lib/src/x509/pem.js";
import { vectorFolder } from "./third-party-vectors.js";

const folder = vectorFolder("eutl");

const TSL = "http://uri.etsi.org/02231/v2#";
const XMLDSIG = "http://www.w3.org/2000/09/xmldsig#";

/** Files with a valid signature: the start of the SHA-256 of the signer's certificate, and the time. */
const VALID: Readonly<
  Record<string, readonly [signer: string, signingTime: string, sequenceNumber: string]>
> = {
  "EU-LOTL-390.xml": ["e0a620fbb6747362", "2026-08-04T13:40:31.000Z", "390"],
  "ES-184.xml": ["180cd536dad2b5ac", "2026-03-26T09:15:17.000Z", "184"],
  "FR-174.xml": ["ccaba176a01b1ff6", "2026-04-16T13:17:18.000Z", "174"],
  "IT-223.xml": ["ddf02ac377a55fbd", "2026-07-27T10:55:21.000Z", "223"],
  "BE-81.xml": ["fbec3a3b1bb26cd0", "2026-06-15T09:44:05.000Z", "81"],
  "AT-72.xml": ["5a05d58ab2bcede1", "2026-03-11T15:42:20.000Z", "72"],
  "EE-73.xml": ["51f358d90e9fc6e1", "2026-05-18T12:22:20.000Z", "73"],
  "LT-90.xml": ["cfaa26cd8a4837d9", "2026-06-18T06:33:06.000Z", "90"],
  "DE-22-2015.xml": ["c70cd54924d4c9cf", "2015-08-12T10:01:07.000Z", "22"],
  "bad/HR-52-stale-signer-not-in-LOTL.xml": ["a0f6c5d283c50d41", "2024-06-17T12:36:10.000Z", "52"],
  "bad/FI-v6-49-test-signer.xml": ["", "2024-11-20T11:13:43.000Z", "49"],
  "bad/xsw/original.xml": ["", "2018-07-20T08:00:00.000Z", "45"],
};

/** Files without one: the code, of the reader or of the signature. */
const REFUSED: Readonly<Record<string, string>> = {
  "bad/eu-lotl-broken-sig.xml": "xml_signature_digest",
  "bad/fi-v6-no-tsp-information.xml": "xml_signature_digest",
  "bad/eu-lotl-not-parseable.xml": "xml_tag_mismatch",
  "bad/tl-empty.xml": "xml_signature_missing",
  // The reference names an element inside the false root. Its content is intact and is not used either.
  "bad/xsw/XSW-enveloped-fake-content.xml": "xml_signature_reference",
  "bad/xsw/XSW-enveloped-fake-content-misplaced.xml": "xml_signature_reference",
  // The false root has the Id of the signed element inside it.
  "bad/xsw/XSW-enveloped-fake-content-two-same-id.xml": "xml_signature_id_duplicate",
  // An XPath transform leaves out every signature, before the false properties are looked at.
  "bad/xsw/XSW-enveloped-fake-signedProperties.xml": "xml_signature_transform",
};

async function judge(name: string) {
  const work = new Work();
  try {
    return await verifyXmlSignature(parseXml(readFileSync(join(folder!, name)), { work }), { work });
  } catch (error) {
    return { isValid: false as const, code: (error as { code: string }).code };
  }
}

describe.skipIf(folder === null)("trusted lists", () => {
  test("are all among the cases", () => {
    const files = ["", "bad/", "bad/xsw/"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => name.endsWith(".xml"))
        .map((name) => part + name),
    );
    expect(files.sort()).toEqual([...Object.keys(VALID), ...Object.keys(REFUSED)].sort());
  });

  test.each(Object.entries(VALID))(
    "%s is signed as a whole",
    async (name, [signer, time, sequenceNumber]) => {
      const result = await judge(name);
      if (!result.isValid) throw new Error(result.code);
      const { signed, certificate, signingTime } = result;
      const sha256 = createHash("sha256").update(certificate.der).digest("hex");
      expect(sha256.slice(0, signer.length)).toBe(signer);
      expect(signingTime.toISOString()).toBe(time);
      expect(signed).toMatchObject({ namespace: TSL, localName: "TrustServiceStatusList" });
      const [scheme] = childElements(signed, TSL, "SchemeInformation");
      expect(textOf(childElements(scheme!, TSL, "TSLSequenceNumber")[0]!)).toBe(sequenceNumber);
      expect(childElements(signed, XMLDSIG, "Signature")).toEqual([]);
    },
  );

  test.each(Object.entries(REFUSED))("%s is refused, and nothing of it returned", async (name, code) => {
    const result = await judge(name);
    expect(result).toMatchObject({ isValid: false, code });
    expect(result).not.toHaveProperty("signed");
  });

  test("the signer of the list of lists is one of those in the Official Journal", async () => {
    const pem = readFileSync(join(folder!, "certs/oj-C-2026-1944-lotl-signers.pem"), "latin1");
    const result = await judge("EU-LOTL-390.xml");
    if (!result.isValid) throw new Error(result.code);
    const published = parsePemCertificates(pem).map(({ der }) => Buffer.from(der).toString("hex"));
    expect(published).toContain(Buffer.from(result.certificate.der).toString("hex"));
  });

  test("every certificate in them is in canonical base64", () => {
    let count = 0;
    for (const name of Object.keys(VALID)) {
      for (const element of elementsBelow(parseXml(readFileSync(join(folder!, name))).root)) {
        if (element.localName !== "X509Certificate") continue;
        expect(decodeBase64(textOf(element)!, element.offset).length).toBeGreaterThan(100);
        count++;
      }
    }
    expect(count).toBeGreaterThan(2_500);
  });
});

function elementsBelow(element: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  const left = [element];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    for (const child of next.children) if (child instanceof XmlElement) left.push(child);
    found.push(next);
  }
  return found;
}
