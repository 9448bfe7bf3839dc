import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import type { BuiltSite } from "../http/site.js";
import { offeredVerifier } from "./files.js";

const folder = mkdtempSync(join(tmpdir(), "svc-offered-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PAGE = Buffer.from(`<!doctype html>${"page ".repeat(1_000)}`);
const SHA256 = createHash("sha256").update(PAGE).digest("hex");
writeFileSync(join(folder, "verifier.html"), PAGE);

const site = (...files: readonly (readonly [path: string, tag: string])[]): BuiltSite => ({
  folder,
  policy: "",
  files: new Map(files.map(([path, tag]) => [path, { tag, codings: ["identity"] }])),
  pages: [],
});
const whole = site(["verifier.html", SHA256], ["svc-verify.mjs", "02"]);

test("the page is packed as an archive stores it, and both have their hashes", () => {
  const { page, programSha256 } = offeredVerifier(whole, true);
  expect(programSha256).toBe("02");
  expect(page?.sha256).toBe(SHA256);
  expect(page!.content.sizeBytes).toBe(PAGE.length);
  expect(Buffer.compare(inflateRawSync(page!.content.packed), PAGE)).toBe(0);
});

test("the setting leaves out the page alone", () => {
  expect(offeredVerifier(whole, false)).toEqual({ page: null, programSha256: "02" });
});

test.each([
  ["that was not built", null],
  ["without either", site()],
])("of a site %s, nothing is offered", (_, built) => {
  expect(offeredVerifier(built, true)).toEqual({ page: null, programSha256: null });
});

test("a page that was changed since the build is not packed under its hash", () => {
  expect(() => offeredVerifier(site(["verifier.html", "00".repeat(32)]), true)).toThrow(/verifier\.html/);
});
