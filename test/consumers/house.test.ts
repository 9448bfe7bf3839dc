import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { circleText, folderCircles } from "../../scripts/house.mjs";

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function sources(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "folder-graph-"));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

const root = join(import.meta.dirname, "../..");

describe("the folder graph", () => {
  test.each([
    "shared",
    "verifier-lib",
    "client",
    "verifier-web/ui",
    "docs/site",
    "verifier-web",
    "verifier-web/element",
    "service",
  ])("%s has no circle", (workspace) => {
    const folder = join(root, workspace, "src");
    expect(folderCircles(folder).map((circle) => circleText(workspace, circle))).toEqual([]);
  });

  test.each([
    "shared/src",
    "verifier-lib/src",
    "docs/site/src",
    "client/src",
    "verifier-web/src",
    "verifier-web/build",
    "service/src",
  ])("nothing in %s, its tests included, imports from test or bench", (path) => {
    const folder = join(root, path);
    const beyond = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.[mc]?[jt]sx?$/.test(name))
      .flatMap((name) =>
        [...readFileSync(join(folder, name), "utf8").matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(
          ([, target]) => [name, relative(root, join(folder, dirname(name), target!))] as const,
        ),
      )
      .filter(([, target]) => /^(?:test|bench)\//.test(target));
    expect(beyond).toEqual([]);
  });

  test("finds a circle of folders, even with only type imports and no two files that import each other", () => {
    const folder = sources({
      "a/one.ts": `import { two } from "../b/two.js";\n`,
      "b/two.ts": `export const two = 2;\n`,
      "b/three.ts": `import type {\n  Four,\n} from "../a/four.js";\n`,
      "a/four.ts": `export type Four = 4;\n`,
    });
    expect(folderCircles(folder)).toEqual([
      {
        parent: "",
        members: expect.arrayContaining(["a", "b"]),
        imports: expect.arrayContaining(["a/one.ts -> b/two.ts", "b/three.ts -> a/four.ts"]),
      },
    ]);
  });

  test("finds a circle of files, and one between a file and a folder beside it", () => {
    const folder = sources({
      "x/a.ts": `export * from "./b.js";\n`,
      "x/b.ts": `const a = await import("./a.js");\n`,
      "y/main.tsx": `import "./parts/part.js";\n`,
      "y/parts/part.ts": `import { main } from "../main.js";\n`,
    });
    expect(folderCircles(folder).map(({ parent, members }) => [parent, [...members].sort()])).toEqual([
      ["x", ["a.ts", "b.ts"]],
      ["y", ["main.tsx", "parts"]],
    ]);
  });

  test("tests may import anything", () => {
    const folder = sources({
      "a/one.ts": `import { two } from "../b/two.js";\n`,
      "b/two.ts": `export const two = 2;\n`,
      "b/two.test.ts": `import { one } from "../a/one.js";\n`,
    });
    expect(folderCircles(folder)).toEqual([]);
  });
});
