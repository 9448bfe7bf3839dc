/** Trusted lists in a real browser: authenticated and compiled as in Node, from the same bytes to the same snapshot. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  authenticateListOfLists,
  compileTrustSnapshot,
  defaultTrustList,
  encodeTrustSnapshot,
} from "@svc-proof/verifier-lib/trust";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { vectorFolder } from "../conformance/third-party-vectors.js";
import { bundlePage, chromiumPath, openPage } from "./chromium-page.js";

const folder = vectorFolder("eutl");
const AT = "2026-11-22T00:00:00Z";
/** RSA and ECDSA, version 5 and 6, and one that its signer does not make a list. */
const LISTS = ["AT-72.xml", "EE-73.xml", "LT-90.xml", "bad/HR-52-stale-signer-not-in-LOTL.xml"];

let files = new Map<string, string>();
beforeAll(async () => {
  files = await bundlePage("trust-in-a-page.ts");
}, 60_000);

test("the bundle needs nothing of Node, and keeps the snapshot apart", () => {
  for (const [name, code] of files) {
    expect(code).not.toMatch(/\bfrom\s*["']node:|\brequire\(|\bprocess\.|\bBuffer\b/);
    const hasSnapshot = /sequence_number\\?":390/.test(code);
    expect([name, hasSnapshot]).toEqual([name, name.startsWith("default-snapshot")]);
  }
  expect(files.size).toBe(2);
});

describe.skipIf(chromiumPath === null)("in Chromium", () => {
  let page: Page;
  let close: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    ({ page, close } = await openPage(files, "script-src 'self' 'wasm-unsafe-eval'", "compileLists"));
  }, 60_000);
  afterAll(() => close?.());

  test("the shipped snapshot opens", async () => {
    expect(await page.evaluate(() => window.shippedSha256())).toBe((await defaultTrustList()).sha256);
  });

  test.skipIf(folder === null)("lists give the snapshot that they give in Node", async () => {
    const [lotl, ...lists] = ["EU-LOTL-390.xml", ...LISTS].map((name) => readFileSync(join(folder!, name)));
    const there = await page.evaluate(
      ({ lotlText, listTexts, at }) => window.compileLists(lotlText, listTexts, at),
      {
        lotlText: lotl!.toString("base64"),
        listTexts: lists.map((bytes) => bytes.toString("base64")),
        at: AT,
      },
    );
    const here = await compileTrustSnapshot({
      lotl: await authenticateListOfLists({ lotl: new Uint8Array(lotl!), at: new Date(AT) }),
      lists: lists.map((bytes, i) => ({ name: LISTS[i]!, bytes: new Uint8Array(bytes) })),
      at: new Date(AT),
    });
    expect(there.refused).toEqual(["list_signer_unknown"]);
    expect(there.snapshot === encodeTrustSnapshot(here.snapshot)).toBe(true);
  });
});
