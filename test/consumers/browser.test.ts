/**
 * The library in a real browser, bundled as a developer would bundle it: every vector must give the very report that
 * Node gives, once with WebAssembly and once under a policy that forbids it.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { verify } from "@svc-proof/verifier-lib";
import { type Browser, chromium, type Page } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import { PROOF, packed, README, STREAMED_ORIGINAL, TIMESTAMP } from "../evidence-packages.js";

const asked = process.env["SVC_TEST_CHROMIUM"];
const executablePath = asked ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (asked !== undefined && !existsSync(asked)) throw new Error(`SVC_TEST_CHROMIUM: ${asked} is missing`);
if (executablePath === undefined)
  console.warn("SKIPPED: the library in a browser (no Chromium is installed)");

const vectors = join(root, "test/vectors/svc-proof-2");
const proofs = ["good", "bad"].flatMap((folder) =>
  readdirSync(join(vectors, folder))
    .filter((name) => name.endsWith(".json"))
    .map((name) => join(vectors, folder, name)),
);
const NOW = new Date("2026-11-21T12:00:00.000Z");

/** The files that a page would be served, by their names; the first is the entry. */
async function bundle(): Promise<Map<string, string>> {
  const output = await build({
    root: join(root, "test/consumers"),
    configFile: false,
    logLevel: "error",
    build: { write: false, lib: { entry: "verifier-in-a-page.ts", formats: ["es"], fileName: "page" } },
  });
  const [{ output: chunks }] = output as unknown as [{ output: { fileName: string; code: string }[] }];
  return new Map(chunks.map(({ fileName, code }) => [fileName, code]));
}

let files = new Map<string, string>();
beforeAll(async () => {
  files = await bundle();
}, 60_000);

test("the bundle needs nothing of Node, and says what it weighs", () => {
  for (const [name, code] of files) {
    expect(code, name).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
    console.info(
      `the library as a page bundles it, ${name}: ${brotliCompressSync(code).length} bytes of brotli`,
    );
  }
  // What a portable proof alone does not need comes in files of its own.
  expect([...files.keys()].length).toBeGreaterThan(1);
  for (const code of ["ots_bad_magic", "zip_encrypted"]) expect(files.get("page.js")).not.toContain(code);
});

describe.skipIf(executablePath === undefined).each([
  ["with WebAssembly", "script-src 'self' 'wasm-unsafe-eval'"],
  ["without WebAssembly", "script-src 'self'"],
])("in Chromium, %s", (_, policy) => {
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const script = files.get(request.url!.slice(1));
      response.setHeader("content-type", script ? "text/javascript" : "text/html; charset=utf-8");
      response.setHeader("content-security-policy", policy);
      response.end(
        script ?? '<!doctype html><title>page</title><script type="module" src="/page.js"></script>',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    });
    page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "verifyProof" in window);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  test("the policy is what it says", async () => {
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

  test("a package of the page gives the report that Node gives, the original inside hashed", async () => {
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
