/** The packed packages in their users' projects: Node, TypeScript under three resolvers, Vite and esbuild. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publicPackages } from "../../scripts/workspaces.mjs";
import { root } from "../e2e/sandbox.js";
import { bytesOf, cases } from "../vectors/svc-proof-2/cases.js";
import {
  hasCode,
  installPackedLibrary,
  libraryEntries,
  needsNode,
  type PackedLibrary,
} from "./packed-library.js";

/** By convention an entry that needs Node is named so. */
const portableEntries = libraryEntries.filter((entry) => !needsNode(entry));
const commands = publicPackages()
  .filter(hasCode)
  .flatMap(({ name, manifest }) =>
    Object.entries(manifest.bin ?? {}).map(([command, file]) => ({ command, name, file })),
  );
/** A program that takes every export of every given entry. */
const importsOf = (entries: readonly string[]) =>
  entries.map((entry, i) => `import * as entry${i} from "${entry}";\nexport { entry${i} };\n`).join("");

const good = cases.good.find(({ file }) => file === "good/hundred-leaves.json")!;
const proof = new TextDecoder().decode(bytesOf(good));
const EXPECTED = {
  outcome: "indeterminate",
  checks: expect.arrayContaining([
    ["format", "passed"],
    ["content", "passed"],
    ["leaf", "passed"],
    ["merkle", "passed"],
    ["payload", "passed"],
  ]),
};

let library: PackedLibrary;
beforeAll(() => {
  library = installPackedLibrary();
  writeFileSync(join(library.folder, "proof.json"), proof);
}, 120_000);
afterAll(() => library?.remove());

/** The output of a program in the project. */
function run(name: string, text: string): unknown {
  writeFileSync(join(library.folder, name), text);
  return JSON.parse(execFileSync(process.execPath, [name], { cwd: library.folder, encoding: "utf8" }));
}

/** The answer of a bundle alone, run where nothing is installed. */
function runBundle(files: ReadonlyMap<string, string>): unknown {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-bundle-"));
  try {
    for (const [name, text] of files) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const program = `
      import { verifyOne } from ${JSON.stringify(pathToFileURL(join(folder, "bundle.mjs")).href)};
      console.log(JSON.stringify(await verifyOne(${JSON.stringify(proof)}, "${good.content_hash}")));`;
    const args = ["--input-type=module", "--eval", program];
    return JSON.parse(execFileSync(process.execPath, args, { cwd: folder, encoding: "utf8" }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe("Node", () => {
  test("ES modules", () => {
    const answer = run(
      "program.js",
      `import { readFileSync } from "node:fs";
       import { verifyOne } from "./verify-one.js";
       console.log(JSON.stringify(await verifyOne(readFileSync("proof.json", "utf8"), "${good.content_hash}")));`,
    );
    expect(answer).toEqual(EXPECTED);
  });

  test.skipIf(!process.features.require_module)("require of ES modules", () => {
    const answer = run(
      "program.cjs",
      `const { readFileSync } = require("node:fs");
       const { verify } = require("@svc-proof/verifier-lib");
       verify(readFileSync("proof.json", "utf8"), { contentHash: "${good.content_hash}" })
         .then(({ outcome, checks }) => ({ outcome, checks: checks.map(({ id, status }) => [id, status]) }))
         .then((answer) => console.log(JSON.stringify(answer)));`,
    );
    expect(answer).toEqual(EXPECTED);
  });

  test("every entry exists and has exports", () => {
    const names = run(
      "entries.js",
      `const names = {};
       for (const entry of ${JSON.stringify(libraryEntries)}) names[entry] = Object.keys(await import(entry)).length > 0;
       console.log(JSON.stringify(names));`,
    );
    expect(names).toEqual(Object.fromEntries(libraryEntries.map((entry) => [entry, true])));
  });

  test.skipIf(!process.features.require_module)("require of every entry", () => {
    // Fails if a module of an entry awaits at its top level.
    const names = run(
      "entries.cjs",
      `const names = {};
       for (const entry of ${JSON.stringify(libraryEntries)}) names[entry] = Object.keys(require(entry)).length > 0;
       console.log(JSON.stringify(names));`,
    );
    expect(names).toEqual(Object.fromEntries(libraryEntries.map((entry) => [entry, true])));
  });

  test.skipIf(!process.features.require_module)("require and import give the same module", () => {
    const isSame = run(
      "both.cjs",
      `const { FormatError } = require("@svc-proof/verifier-lib");
       import("@svc-proof/verifier-lib").then((imported) => console.log(imported.FormatError === FormatError));`,
    );
    expect(isSame).toBe(true);
  });

  test("only entries can be imported", () => {
    const program = `await import("@svc-proof/verifier-lib/dist/verify.js")`;
    const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
      cwd: library.folder,
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, expect.stringContaining("ERR_PACKAGE_PATH_NOT_EXPORTED")]);
  });

  test("the command that npm installs", () => {
    const command = join(library.folder, "node_modules/@svc-proof/verifier-lib/bin/svc-verify.js");
    const { status, stdout } = spawnSync(process.execPath, [command, "proof.json"], {
      cwd: library.folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([2, expect.stringContaining(good.proof_id)]);
  });

  test.each(commands)("$command of $name tells its version", ({ name, file }) => {
    const { version } = publicPackages().find((one) => one.name === name)!.manifest;
    const command = join(library.folder, "node_modules", name, file);
    const { status, stdout } = spawnSync(process.execPath, [command, "--version"], {
      cwd: library.folder,
      encoding: "utf8",
    });
    expect([status, stdout]).toEqual([0, expect.stringContaining(version)]);
  });
});

describe("TypeScript", () => {
  const compile = (compilerOptions: object, file: string) => {
    const options = {
      ...{ target: "es2023", lib: ["es2023", "dom", "dom.iterable", "dom.asynciterable"], strict: true },
      // The library's types are compiled too.
      ...{ skipLibCheck: false, exactOptionalPropertyTypes: true, noEmit: true, types: [] as string[] },
    };
    writeFileSync(
      join(library.folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: { ...options, ...compilerOptions }, files: [file] }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", library.folder], {
      encoding: "utf8",
    });
    return [status, stdout];
  };
  const RESOLVERS = [
    ["node16", { module: "node16", moduleResolution: "node16" }],
    ["nodenext", { module: "nodenext", moduleResolution: "nodenext" }],
    ["bundler", { module: "esnext", moduleResolution: "bundler" }],
  ] as const;

  test.each(RESOLVERS)("under %s", (_, options) => {
    expect(compile(options, "types.ts")).toEqual([0, ""]);
  });

  test.each(RESOLVERS)("every entry that needs no Node, under %s", (_, options) => {
    writeFileSync(join(library.folder, "types-all.ts"), importsOf(portableEntries));
    expect(compile(options, "types-all.ts")).toEqual([0, ""]);
  });

  test.each(["nodenext", "node20"])("require in a CommonJS module, under %s", (module) => {
    const lines = portableEntries.map((entry, i) => `import entry${i} = require("${entry}");\nentry${i};\n`);
    writeFileSync(join(library.folder, "types-all.cts"), lines.join(""));
    const moduleResolution = module === "node20" ? "node16" : module;
    expect(compile({ module, moduleResolution }, "types-all.cts")).toEqual([0, ""]);
  });

  test.each(RESOLVERS)("the entry for Node, under %s", (_, options) => {
    mkdirSync(join(library.folder, "node_modules/@types"), { recursive: true });
    for (const name of ["@types/node", "undici-types"]) {
      const link = join(library.folder, "node_modules", name);
      try {
        symlinkSync(join(root, "node_modules", name), link);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
      }
    }
    const withNode = { ...options, types: ["node"], skipLibCheck: true };
    expect(compile(withNode, "types-node.ts")).toEqual([0, ""]);
    writeFileSync(join(library.folder, "types-all-node.ts"), importsOf(libraryEntries));
    expect(compile(withNode, "types-all-node.ts")).toEqual([0, ""]);
  });
});

describe("bundlers", () => {
  test("Vite", async () => {
    const output = await vite({
      root: library.folder,
      configFile: false,
      logLevel: "error",
      build: {
        write: false,
        lib: { entry: "verify-one.js", formats: ["es"], fileName: () => "bundle.mjs" },
        rolldownOptions: { output: { chunkFileNames: "chunks/[name].mjs" } },
      },
    });
    const [{ output: chunks }] = output as unknown as [{ output: { fileName: string; code: string }[] }];
    expect(runBundle(new Map(chunks.map(({ fileName, code }) => [fileName, code])))).toEqual(EXPECTED);
  });

  test.each(["browser", "neutral", "node"] as const)("esbuild, for the platform %s", async (platform) => {
    const { outputFiles, warnings } = await esbuild({
      absWorkingDir: library.folder,
      entryPoints: ["verify-one.js"],
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
      platform,
      target: "es2022",
      logLevel: "silent",
    });
    expect(warnings).toEqual([]);
    expect(runBundle(new Map([["bundle.mjs", outputFiles[0]!.text]]))).toEqual(EXPECTED);
  });

  test("esbuild bundles every entry that needs no Node for a browser", async () => {
    const { warnings } = await esbuild({
      stdin: { contents: importsOf(portableEntries), resolveDir: library.folder },
      ...{
        bundle: true,
        write: false,
        format: "esm",
        platform: "browser",
        target: "es2022",
        logLevel: "silent",
      },
    });
    expect(warnings).toEqual([]);
  });
});
