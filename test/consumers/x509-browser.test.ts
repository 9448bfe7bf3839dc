/** Signatures and paths in a real browser: its cryptography must give the same answers as Node's. */
import { generateKeyPairSync, sign } from "node:crypto";
import { brotliCompressSync } from "node:zlib";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { verifySignature } from "@svc-proof/verifier-lib/x509";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { judgeLimboCase } from "../conformance/judge-limbo-case.js";
import { limboCases } from "../conformance/limbo.js";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { signatureCases } from "../conformance/wycheproof.js";
import { bundlePage, chromiumPath, openPage } from "./chromium-page.js";

const signatureFolder = vectorFolder("wycheproof");
const pathFolder = vectorFolder("x509");

let files = new Map<string, string>();
beforeAll(async () => {
  files = await bundlePage("x509-in-a-page.ts");
}, 60_000);

test("the bundle needs nothing of Node, and its size is reported", () => {
  const code = [...files.values()].join("");
  expect(code).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
  const bytes = brotliCompressSync(code).length;
  console.info(`X.509 as a page bundles it: ${bytes} bytes of brotli`);
  expect(bytes).toBeLessThan(27_000);
});

describe.skipIf(chromiumPath === null)("in Chromium", () => {
  let page: Page;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ page, close } = await openPage(files, "script-src 'self'", "verifySignatures"));
  }, 60_000);
  afterAll(() => close?.());

  test.skipIf(signatureFolder === null)("every signature of wycheproof", async () => {
    const cases = signatureCases(signatureFolder!);
    const verdicts = await page.evaluate(
      (signatures) => window.verifySignatures(signatures),
      cases.map(({ algorithm, spki, data, signature }) => ({
        algorithm: bytesToHex(algorithm),
        spki: bytesToHex(spki),
        data: bytesToHex(data),
        signature: bytesToHex(signature),
      })),
    );
    const wrong = cases
      .map(({ name, isExpected }, i) => ({ name, verdict: verdicts[i], isExpected }))
      .filter(({ verdict, isExpected }) => verdict !== (isExpected ? "valid" : "invalid"));
    expect(wrong).toEqual([]);
    expect(verdicts.length).toBe(2851);
  });

  test("keys and signatures that platforms treat differently", async () => {
    const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const spki = keys.publicKey.export({ type: "spki", format: "der" }).toString("hex");
    const data = "00";
    const signature = sign("sha256", Buffer.of(0), keys.privateKey).toString("hex");
    const algorithm = "300a06082a8648ce3d040302";
    const offCurve = spki.slice(0, -2) + (spki.endsWith("00") ? "01" : "00");
    const cases = [
      { algorithm, spki, data, signature },
      { algorithm, spki: offCurve, data, signature },
      { algorithm, spki, data, signature: "3006020100020100" },
      { algorithm, spki, data, signature: "" },
      { algorithm: "300506032b6571", spki, data, signature },
    ];
    const verdicts = ["valid", "key_malformed", "invalid", "invalid", "algorithm_unsupported"];
    expect(await page.evaluate((signatures) => window.verifySignatures(signatures), cases)).toEqual(verdicts);
    const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, "hex"));
    const here = cases.map((hex) =>
      verifySignature({
        algorithm: bytes(hex.algorithm),
        spki: bytes(hex.spki),
        data: bytes(hex.data),
        signature: bytes(hex.signature),
      }),
    );
    expect(await Promise.all(here)).toEqual(verdicts);
  });

  test.skipIf(pathFolder === null)("every path of x509-limbo, with the codes that Node gives", async () => {
    const cases = limboCases(pathFolder!);
    const verdicts = await page.evaluate((paths) => window.judgeLimboCases(paths), cases);
    for (const [i, limbo] of cases.entries()) {
      expect(verdicts[i]?.isAccepted, limbo.id).toBe(limbo.isExpected);
      expect(verdicts[i]?.code, limbo.id).toBe((await judgeLimboCase(limbo)).code);
    }
    expect(verdicts.length).toBe(95);
  });
});
