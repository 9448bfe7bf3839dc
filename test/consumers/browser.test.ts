/**
 * The library in a real browser, bundled as a developer would bundle it: every vector must give
 * exactly Node's report, with WebAssembly and under a policy that forbids it.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { FormatError, verify } from "@svc-proof/verifier-lib";
import { parseTimestampResponse, parseTimestampToken } from "@svc-proof/verifier-lib/rfc3161";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { root } from "../e2e/sandbox.js";
import { PROOF, packed, README, STREAMED_ORIGINAL, TIMESTAMP } from "../evidence-packages.js";
import { bundlePage, chromiumPath, openPage } from "./chromium-page.js";

const vectors = join(root, "test/vectors/svc-proof-2");
const proofs = ["good", "bad"].flatMap((folder) =>
  readdirSync(join(vectors, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(vectors, folder, name)),
);
const NOW = new Date("2026-11-21T12:00:00.000Z");

const timestamps = vectorFolder("tsp");

/** PEM of the readable certificates in a timestamp. */
function certificatesIn(bytes: Uint8Array): string[] {
  try {
    const token = bytes[4] === 0x30 ? parseTimestampResponse(bytes).token : parseTimestampToken(bytes);
    return (token?.certificates ?? []).map(
      (der) =>
        `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`,
    );
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

let files = new Map<string, string>();
beforeAll(async () => {
  files = await bundlePage("verifier-in-a-page.ts");
}, 60_000);

test("the bundle needs nothing of Node, and its size is reported", () => {
  for (const [name, code] of files) {
    // Node's hash is used where there is a Node: found through `globalThis`, so that a page is not asked for it.
    expect(code, name).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bprocess\.|\bBuffer\./);
    console.info(
      `the library as a page bundles it, ${name}: ${brotliCompressSync(code).length} bytes of brotli`,
    );
  }
  // What a portable proof alone does not need is in separate files.
  expect([...files.keys()].length).toBeGreaterThan(1);
  expect(files.get("page.js")).not.toContain("ots_bad_magic");
  expect(files.get("page.js")).not.toContain("tsp_signer_count");
  expect(files.get("page.js")).not.toContain("zip_encrypted");
});

describe.skipIf(chromiumPath === null).each([
  ["with WebAssembly", "script-src 'self' 'wasm-unsafe-eval'"],
  ["without WebAssembly", "script-src 'self'"],
])("in Chromium, %s", (_, policy) => {
  let page: Page;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ page, close } = await openPage(files, policy, "verifyProof"));
  }, 60_000);
  afterAll(() => close?.());

  test("the policy is in force", async () => {
    const compiles = await page.evaluate(() => {
      try {
        new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
        return true;
      } catch {
        return false;
      }
    });
    expect(compiles).toBe(policy.includes("wasm"));
  });

  test("every vector gives the report that Node gives", async () => {
    const contentHash = "0".repeat(64);
    for (const file of proofs) {
      const proof = readFileSync(file);
      for (const options of [{}, { contentHash }]) {
        const here = JSON.stringify(await verify(proof, { ...options, now: NOW }));
        const there = await page.evaluate(([base64, given]) => window.verifyProof(base64, given), [
          proof.toString("base64"),
          options,
        ] as const);
        expect(there, file).toBe(here);
      }
    }
  });

  test.skipIf(timestamps === null)(
    "every timestamp of the collection gives the report that Node gives",
    async () => {
      const cases: { file: string; genTime?: string }[] = JSON.parse(
        readFileSync(join(timestamps!, "cases.json"), "utf8"),
      );
      const chains = ["sigstage", "test-tsa", "sigstore-mock-expired"].map((name) =>
        readFileSync(join(timestamps!, `good/${name}.chain.pem`), "latin1"),
      );
      const outcomes: Record<string, number> = {};
      for (const { file, genTime } of cases) {
        const bytes = readFileSync(join(timestamps!, file));
        const options = {
          trust: [...chains, ...certificatesIn(bytes)].slice(0, 16),
          ...(genTime !== undefined && { at: new Date(genTime) }),
        };
        const report = await verify(bytes, { ...options, now: NOW });
        const there = await page.evaluate(([base64, given]) => window.verifyProof(base64, given), [
          bytes.toString("base64"),
          options,
        ] as const);
        expect(there, file).toBe(JSON.stringify(report));
        outcomes[report.outcome] = (outcomes[report.outcome] ?? 0) + 1;
      }
      expect(outcomes["verified"]).toBeGreaterThan(20);
      expect(outcomes["failed"]).toBeGreaterThan(5);
      expect(outcomes["indeterminate"]).toBeGreaterThan(5);
    },
  );

  test("a file of the page is hashed and compared", async () => {
    const proof = readFileSync(proofs[0]!).toString("base64");
    const report = JSON.parse(
      await page.evaluate((base64) => window.verifyWithFile(base64, [1, 2, 3]), proof),
    );
    expect(report.checks[1]).toMatchObject({
      id: "content",
      code: "content_hash_mismatch",
      evidence: { computed: "039058c6f2c0cb492c533b0a4d14ef77cc0f78abccced5287d84a1a2011cfb81" },
    });
  });

  test("a package of the page gives the report that Node gives, and the original inside is hashed", async () => {
    const whole = await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL);
    for (const zip of [whole, whole.subarray(0, -1), await packed(README)]) {
      const there = await page.evaluate(
        (base64) => window.verifyPackage(base64),
        Buffer.from(zip).toString("base64"),
      );
      expect(there).toBe(JSON.stringify(await verify(new Blob([zip]), { now: NOW })));
    }
  });
});
