/**
 * The names that each entry of `shared`, `verifier-lib` and `client` exports, values and types. Any added,
 * renamed or removed name shows in `exports.txt`. `npx vitest run test/consumers/exports.test.ts
 * -u` writes it.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../e2e/sandbox.js";
import { libraryEntries } from "./packed-library.js";

/** The source of an entry: only re-exports of other files. */
function sourceOf(entry: string): string {
  const [, name, path = "."] = /^@svc-proof\/([\w-]+)(?:\/(.+))?$/.exec(entry)!;
  return readFileSync(join(root, name!, "src", path, "index.ts"), "utf8");
}

function exportedNames(entry: string): string[] {
  const text = sourceOf(entry).replace(/\/\*[\s\S]*?\*\//g, "");
  const list = /export\s+(type\s+)?\{([^}]*)\}\s*from\s*"[^"]+";/g;
  const names = [...text.matchAll(list)].flatMap(([, isType, inside]) =>
    inside!
      .split(",")
      .map((name) => name.trim())
      .filter(Boolean)
      .map((name) => (isType === undefined || name.startsWith("type ") ? name : `type ${name}`)),
  );
  // Anything else would be missing from the list.
  expect(text.replace(list, "").trim(), entry).toBe("");
  return names.sort((a, b) => (a < b ? -1 : 1));
}

test("the entries export the listed names", async () => {
  const lists = libraryEntries.map((entry) => [entry, ...exportedNames(entry).map((name) => `  ${name}`)]);
  await expect(`${lists.map((lines) => lines.join("\n")).join("\n\n")}\n`).toMatchFileSnapshot("exports.txt");
});

test.each(libraryEntries)("%s: every listed value exists on import", async (entry) => {
  const values = exportedNames(entry).filter((name) => !name.startsWith("type "));
  expect(Object.keys(await import(entry)).sort((a, b) => (a < b ? -1 : 1))).toEqual(values);
});
