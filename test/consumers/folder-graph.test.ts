import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { circleText, folderCircles } from "../../scripts/folder-graph.mjs";

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
  test.each(["shared", "verifier-lib", "verifier-web", "service"])("%s has no circle", (workspace) => {
    const folder = join(root, workspace, "src");
    expect(folderCircles(folder).map((circle) => circleText(workspace, circle))).toEqual([]);
  });

  test("a circle of folders is found, also where only types are imported and no two files import each other", () => {
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

  test("a circle of files, and one between a file and a folder beside it, are found", () => {
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

  test("tests may import what they like", () => {
    const folder = sources({
      "a/one.ts": `import { two } from "../b/two.js";\n`,
      "b/two.ts": `export const two = 2;\n`,
      "b/two.test.ts": `import { one } from "../a/one.js";\n`,
    });
    expect(folderCircles(folder)).toEqual([]);
  });
});
