/**
 * What the public packages offer: every entry and command, and the names that each entry exports, values and types. Any
 * that is added, renamed or removed shows in `exports.txt`, its declaration in `api/`. `npx vitest run
 * test/consumers/exports.test.ts -u` writes both, after a build.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { apiReports, entryPoints } from "../../docs/site/src/reference/entry-points.js";
import { type PackageEntry, publicPackages } from "../../scripts/workspaces.mjs";

const packages = publicPackages();
/** Entries that are written in TypeScript. */
const listed = packages.flatMap(({ entries }) =>
  entries.flatMap((entry) => (entry.source !== null && existsSync(entry.source) ? [entry] : [])),
);

const RE_EXPORT = /^export\s+(type\s+)?\{([^}]*)\}\s*from\s*"[^"]+";/gm;
const DECLARATION = /^export\s+(?:async\s+)?(const|function\*?|class|interface|type)\s+(\w+)/gm;

/** What the source of an entry exports: by lists of other files, and its own declarations. */
function exportedNames({ specifier, source }: PackageEntry): string[] {
  const text = readFileSync(source!, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const again = [...text.matchAll(RE_EXPORT)].flatMap(([, isType, inside]) =>
    inside!
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => (isType === undefined || name.startsWith("type ") ? name : `type ${name}`)),
  );
  const own = [...text.replace(RE_EXPORT, "").matchAll(DECLARATION)].map(([, kind, name]) =>
    kind === "interface" || kind === "type" ? `type ${name}` : name!,
  );
  // Anything else would be missing from the list.
  expect(
    text
      .replace(RE_EXPORT, "")
      .replace(DECLARATION, "")
      .match(/^export\b.*/gm),
    specifier,
  ).toBeNull();
  return [...new Set([...again, ...own])].sort((a, b) => (a < b ? -1 : 1));
}

test("the packages have the listed entries and commands, the entries the listed names", async () => {
  const lists = packages.flatMap(({ name, manifest, entries }) => [
    ...Object.entries(manifest.bin ?? {}).map(([command, file]) => [
      `command ${command} of ${name}: ${file}`,
    ]),
    ...entries.map((entry) => [
      entry.specifier + (entry.types === null ? `: ${entry.file}` : ""),
      ...(listed.includes(entry) ? exportedNames(entry).map((one) => `  ${one}`) : []),
    ]),
  ]);
  await expect(`${lists.map((lines) => lines.join("\n")).join("\n\n")}\n`).toMatchFileSnapshot("exports.txt");
});

test.each(listed)("$specifier: every listed value exists on import", async (entry) => {
  const values = exportedNames(entry).filter((name) => !name.startsWith("type "));
  const module = await import(/* @vite-ignore */ entry.specifier);
  expect(Object.keys(module).sort((a, b) => (a < b ? -1 : 1))).toEqual(values);
});

describe("the API reports", () => {
  const entries = entryPoints();
  let reports: Map<string, string>;
  beforeAll(() => {
    reports = apiReports(entries);
  }, 120_000);

  test.each(entries)("$specifier has the declarations of its report", async ({ specifier, page }) => {
    const report = `// The API of ${specifier}.\n\n${reports.get(specifier)}`;
    await expect(report).toMatchFileSnapshot(`api/${page}.txt`);
  });

  test("no report is left without its entry", () => {
    const known = new Set(entries.map(({ page }) => `${page}.txt`));
    const files = readdirSync(join(import.meta.dirname, "api"), { recursive: true, encoding: "utf8" });
    expect(files.filter((name) => name.endsWith(".txt") && !known.has(name))).toEqual([]);
  });
});
