/**
 * libxmlsec, pinned in canonical-xml-requirements.txt, finds our test signatures valid and the changed ones not, as our
 * verification does: with each algorithm except RSA-PSS with parameters, which it does not have. It knows neither XAdES
 * nor lists.
 */

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  DOCUMENT,
  documentBytes,
  INCLUSIVE,
  MORE_2001,
  MORE_2007,
  newEcSigner,
  newPssSigner,
  newRsaSigner,
  PROPERTIES,
  type SignedXmlRecipe,
  signXml,
  transform,
} from "../../verifier-lib/src/trust/signed-xml.testing.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { verifyXmlSignature } from "../../verifier-lib/src/trust/xml-signature.js";
import { pythonWith } from "./python-oracle.js";

const python = pythonWith("canonical-xml");

const methodOf = (algorithm: string) => `<ds:SignatureMethod Algorithm="${algorithm}"/>`;
const recipes = async (): Promise<SignedXmlRecipe[]> => [
  { signer: await newRsaSigner("SHA-256"), method: methodOf(`${MORE_2001}rsa-sha256`) },
  { signer: await newRsaSigner("SHA-384"), method: methodOf(`${MORE_2001}rsa-sha384`) },
  { signer: await newRsaSigner("SHA-512"), method: methodOf(`${MORE_2001}rsa-sha512`) },
  { signer: await newEcSigner("P-256", "SHA-256"), method: methodOf(`${MORE_2001}ecdsa-sha256`) },
  { signer: await newEcSigner("P-256", "SHA-512"), method: methodOf(`${MORE_2001}ecdsa-sha512`) },
  { signer: await newEcSigner("P-384", "SHA-384"), method: methodOf(`${MORE_2001}ecdsa-sha384`) },
  { signer: await newEcSigner("P-521", "SHA-512"), method: methodOf(`${MORE_2001}ecdsa-sha512`) },
  { signer: await newPssSigner("SHA-256", 32), method: methodOf(`${MORE_2007}sha256-rsa-MGF1`) },
  { signer: await newPssSigner("SHA-384", 48), method: methodOf(`${MORE_2007}sha384-rsa-MGF1`) },
  { signer: await newPssSigner("SHA-512", 64), method: methodOf(`${MORE_2007}sha512-rsa-MGF1`) },
  {
    signer: await newEcSigner(),
    canonicalization: INCLUSIVE,
    references: [
      {
        ...DOCUMENT,
        transforms: transform("http://www.w3.org/2000/09/xmldsig#enveloped-signature"),
        digested: documentBytes(INCLUSIVE),
      },
      PROPERTIES,
    ],
  },
];

test.skipIf(python === null && !process.env["CI"])(
  "libxmlsec judges as we do",
  async () => {
    expect(python, "xmlsec cannot be installed").not.toBeNull();
    const documents: { readonly xml: string; readonly certificate: Uint8Array; readonly isValid: boolean }[] =
      [];
    for (const recipe of await recipes()) {
      const certificate = recipe.signer.certificate.der;
      const xml = await signXml(recipe);
      const flipped = await signXml({ ...recipe, signatureValue: (value) => value.with(7, value[7]! ^ 4) });
      documents.push(
        { xml, certificate, isValid: true },
        { xml: flipped, certificate, isValid: false },
        { xml: xml.replace("<Number>7<", "<Number>8<"), certificate, isValid: false },
        { xml: xml.replace("2026-11-21T12", "2026-11-21T13"), certificate, isValid: false },
      );
    }
    const base64 = (bytes: string | Uint8Array) => Buffer.from(bytes).toString("base64");
    const input = documents
      .map(({ xml, certificate }) => JSON.stringify({ xml: base64(xml), certificate: base64(certificate) }))
      .join("\n");
    const script = join(import.meta.dirname, "xml_signature_oracle.py");
    const { status, stdout, stderr } = spawnSync(python!, [script], { input, encoding: "utf8" });
    expect(status, stderr).toBe(0);
    const theirs = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(theirs).toEqual(documents.map(({ isValid }) => isValid));
    for (const { xml, isValid } of documents) {
      expect((await verifyXmlSignature(parseXml(Buffer.from(xml)))).isValid).toBe(isValid);
    }
  },
  240_000,
);
