import { expect, test } from "vitest";
import { digestOf } from "../rfc3161/hash-algorithm.js";
import { parseXml } from "../xml/parse-xml.js";
import { allChildElements } from "../xml/xml-document.js";
import { XADES, XMLDSIG } from "./error-code.js";
import { readSignedProperties } from "./read-signed-properties.js";
import {
  DIGEST_METHODS,
  MORE_2001,
  qualifyingProperties,
  signedProperties,
  signingTime,
} from "./signed-xml.testing.js";

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
