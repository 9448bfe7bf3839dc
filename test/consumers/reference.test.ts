/** The API reference is complete, or it is an error; and the same types give the same bytes. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { EntryPoint } from "../../docs/site/src/reference/entry-points.js";
import { readTypes, writeReference } from "../../docs/site/src/reference/reference.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-proof-reference-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Declarations of a package with one entry. */
function declared(name: string, files: Readonly<Record<string, string>>): EntryPoint {
  const own = join(folder, name);
  mkdirSync(own);
  writeFileSync(join(own, "package.json"), JSON.stringify({ name: `@example/${name}`, type: "module" }));
  for (const [file, text] of Object.entries(files)) writeFileSync(join(own, file), text);
  return { specifier: `@example/${name}`, types: join(own, "index.d.ts"), page: `${name}/index` };
}

test("says what is not exported, not documented, or linked in vain", async () => {
  const entry = declared("incomplete", {
    "index.d.ts": [
      "/**\n * An entry.\n *\n * @module\n */",
      'export { type Options, run } from "./run.js";',
      'export { undocumented } from "./run.js";',
    ].join("\n"),
    "run.d.ts": [
      "/** Internals. */\nimport type { Hidden } from './hidden.js';",
      "/** Options of {@link runs}. */\nexport interface Options { readonly hidden: Hidden }",
      "/** Runs. */\nexport declare function run(options: Options): void;",
      "export declare const undocumented: number;",
    ].join("\n"),
    "hidden.d.ts": "/** Not exported. */\nexport interface Hidden { readonly value: number }\n",
  });
  const { warnings } = await readTypes([entry]);
  expect([...warnings()].sort()).toEqual([
    expect.stringMatching(/^@example\/incomplete\.undocumented .*does not have any documentation$/),
    expect.stringMatching(/^Failed to resolve link to "runs"/),
    expect.stringMatching(/^Hidden, .*referenced by .*Options\.hidden but not included/),
  ]);
});

test("writes the same bytes for the same types", async () => {
  const entries = [
    declared("one", {
      "index.d.ts":
        "/**\n * One.\n *\n * @module\n */\n\n/** A. */\nexport interface A { readonly b: number }\n",
    }),
    declared("two", {
      "index.d.ts":
        '/**\n * Two.\n *\n * @module\n */\nimport type { A } from "../one/index.js";\n\n/** Makes one. */\nexport declare function makeA({ b }: A): A;\n',
    }),
  ];
  const pages = async (name: string) => {
    const read = await readTypes(entries);
    await writeReference(read, entries, join(folder, name));
    expect(read.warnings()).toEqual([]);
    const files = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
    return Object.fromEntries(
      files
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name))
        .map((path) => [path.slice(join(folder, name).length + 1), readFileSync(path, "utf8")]),
    );
  };
  const first = await pages("first");
  expect(Object.keys(first).sort()).toEqual(["index.md", "one/index.md", "two/index.md"]);
  // A link to the page of the other package, and a name for what is taken apart.
  expect(first["two/index.md"]).toContain("| `a` | [`A`](../one/index.md#a) |");
  expect(await pages("second")).toEqual(first);
});

test("leaves out what the platform's types bring along, and the members of types that are made from the OpenAPI document", async () => {
  const entry = declared("inherits", {
    "index.d.ts": [
      "/**\n * Inherits.\n *\n * @module\n */",
      "/** An element. */\nexport declare class Own extends EventTarget {\n  /** Its own. */\n  own(): void;\n}",
      "/** Made. */\nexport interface paths { readonly member: { readonly get: number } }",
    ].join("\n\n"),
  });
  const read = await readTypes([entry]);
  await writeReference(read, [entry], join(folder, "inherited"));
  expect(read.warnings()).toEqual([]);
  const page = readFileSync(join(folder, "inherited/inherits/index.md"), "utf8");
  expect(page).toContain("own(): void");
  expect(page).not.toContain("addEventListener");
  expect(page).toContain("### paths");
  expect(page).not.toContain("member");
});
