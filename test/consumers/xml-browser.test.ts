/** Trusted lists in a real browser: its decoder and its cryptography must give the same answers as Node's. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  MORE_2001,
  MORE_2007,
  newEcSigner,
  newPssSigner,
  newRsaSigner,
  signXml,
} from "../../verifier-lib/src/trust/signed-xml.testing.js";
import { parseXml } from "../../verifier-lib/src/trust/xml-parser.js";
import { verifyXmlSignature } from "../../verifier-lib/src/trust/xml-signature.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { bundlePage, chromiumPath, openPage } from "./chromium-page.js";

const folder = vectorFolder("eutl");

let files = new Map<string, string>();
beforeAll(async () => {
  files = await bundlePage("xml-in-a-page.ts");
}, 60_000);

test("the bundle needs nothing of Node", () => {
  expect([...files.values()].join("")).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
});

async function judgeHere(bytes: Buffer): Promise<string> {
  try {
    const result = await verifyXmlSignature(parseXml(bytes));
    return result.isValid ? result.signingTime.toISOString() : result.code;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe.skipIf(chromiumPath === null)("in Chromium", () => {
  let page: Page;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ page, close } = await openPage(files, "script-src 'self'", "judgeLists"));
  }, 60_000);
  afterAll(() => close?.());

  const judge = (documents: readonly Buffer[]) =>
    page.evaluate(
      (given) => window.judgeLists(given),
      documents.map((bytes) => bytes.toString("base64")),
    );

  test("signatures of every kind, and changed ones", async () => {
    const method = (algorithm: string) => `<ds:SignatureMethod Algorithm="${algorithm}"/>`;
    const valid = [
      await signXml({ signer: await newRsaSigner("SHA-512"), method: method(`${MORE_2001}rsa-sha512`) }),
      await signXml({
        signer: await newPssSigner("SHA-256", 32),
        method: method(`${MORE_2007}sha256-rsa-MGF1`),
      }),
      await signXml({
        signer: await newEcSigner("P-384", "SHA-384"),
        method: method(`${MORE_2001}ecdsa-sha384`),
      }),
      await signXml({
        signer: await newEcSigner("P-521", "SHA-512"),
        method: method(`${MORE_2001}ecdsa-sha512`),
      }),
    ];
    const time = "2026-11-21T12:00:00.000Z";
    expect(await judge(valid.map((text) => Buffer.from(text)))).toEqual(valid.map(() => time));
    const changed = valid.map((text) => Buffer.from(text.replace("<Number>7<", "<Number>8<")));
    expect(await judge(changed)).toEqual(changed.map(() => "xml_signature_digest"));
    const malformed = [
      Buffer.of(0x3c, 0xff),
      Buffer.from("<a>\ufffe</a>"),
      Buffer.from("\ufeff<!DOCTYPE a><a/>"),
    ];
    expect(await judge(malformed)).toEqual(["xml_encoding", "xml_character", "xml_doctype"]);
  });

  test.skipIf(folder === null)("the smaller lists of the collection", async () => {
    const documents = ["", "bad", "bad/xsw"].flatMap((part) =>
      readdirSync(join(folder!, part))
        .filter((name) => name.endsWith(".xml"))
        .map((name) => readFileSync(join(folder!, part, name)))
        .filter(({ length }) => length < 600_000),
    );
    expect(documents).toHaveLength(12);
    const here: string[] = [];
    for (const bytes of documents) here.push(await judgeHere(bytes));
    expect(await judge(documents)).toEqual(here);
    expect(here.filter((answer) => /^\d/.test(answer))).toHaveLength(7);
  });
});
