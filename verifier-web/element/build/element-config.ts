/** Vite's configuration of the two forms of the element: a module for bundlers, and files that a page loads as they are and checks. */

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { CodeTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { minify } from "terser";
import type { InlineConfig, Plugin, Rolldown } from "vite";
import { elementStyle } from "./element-style.js";

/** The package's folder. */
export const elementRoot: string = fileURLToPath(new URL("../..", import.meta.url));

const NAMES = {
  entryFileNames: "[name].js",
  chunkFileNames: "[name]-[hash:8].js",
  comments: false,
} as const;

function commonConfig(outDir: string, plugins: Plugin[]): InlineConfig {
  return {
    root: elementRoot,
    configFile: false,
    envDir: false,
    mode: "production",
    logLevel: "warn",
    publicDir: false,
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [styleModule(), codesApart(usualCodes()), ...plugins],
    build: {
      target: "es2023",
      outDir,
      emptyOutDir: true,
      modulePreload: false,
      reportCompressedSize: false,
      assetsInlineLimit: 0,
    },
  };
}

/** For bundlers: the library stays an import, so that a page that uses it too has it once. */
export function moduleConfig(outDir: string, plugins: Plugin[] = []): InlineConfig {
  const common = commonConfig(outDir, plugins);
  return {
    ...common,
    build: {
      ...common.build,
      minify: false,
      lib: { entry: `${elementRoot}src/index.ts`, formats: ["es"] },
      rolldownOptions: {
        external: [/^@svc-proof\/(?:verifier-lib|shared)(?:\/|$)/],
        output: { ...NAMES, entryFileNames: "index.js" },
      },
    },
  };
}

/**
 * What a page loads: the element with what a proof needs, the rest when evidence needs it. Few files, since each is a
 * request; not one, since a proof needs a fifth of them.
 */
export function standaloneConfig(outDir: string, plugins: Plugin[] = []): InlineConfig {
  const common = commonConfig(outDir, [withoutWebAssembly(), shortHashApart(), ...plugins]);
  return {
    ...common,
    build: {
      ...common.build,
      // A library: the names that entries export stay, and Vite adds nothing of its own to them.
      lib: {
        entry: {
          element: `${elementRoot}src/index.ts`,
          chunks: `${elementRoot}src/standalone/chunks.ts`,
        },
        formats: ["es"],
      },
      rolldownOptions: {
        checks: { bundlerTimings: false, ineffectiveDynamicImport: false },
        preserveEntrySignatures: "allow-extension",
        output: { ...NAMES, entryFileNames: "[name]-[hash:8].js", codeSplitting: { groups: PARTS } },
      },
    },
  };
}

/** In either form of a path, and of a library that is built or a source. */
const within = (path: string) => new RegExp(path.replaceAll("/", "[\\\\/]"));

/** The first file, and one for each later occasion. */
const PARTS: Rolldown.CodeSplittingGroup[] = [
  { name: "chunks", test: within("/standalone/chunks\\.ts$"), priority: 9 },
  { name: "first", tags: ["$initial"], priority: 8 },
  { name: "trusted-lists", test: within("/trust/default-snapshot\\.js$"), priority: 7 },
  // Drawn below the verdict: `verdict-view.tsx`.
  { name: "picture", test: within("/(?:verdict|wording|shared/dist)/picture\\.js$"), priority: 7 },
  {
    name: "details",
    test: within("/ui/dist/(?:verdict|wording)/|/element/src/verdict-details\\.tsx$"),
    priority: 6,
  },
  // Each takes with it what it needs and no file above it has: most packages need them in this order.
  { name: "package", test: within("/package/open-package\\.js$"), priority: 5 },
  {
    name: "witness",
    test: within("/judge/(?:ask-evm|anchors?|witness|witnesses|witness-file|header-timestamps)\\.js$"),
    priority: 4,
  },
  {
    name: "bitcoin",
    test: within("/shared/dist/bitcoin/|/judge/(?:headers|attestation|timestamp|timestamp-file)\\.js$"),
    priority: 3,
  },
  {
    name: "seal",
    test: within("/judge/(?:seal|seal-material|seal-evidence|qualified)\\.js$"),
    priority: 2,
  },
  { name: "pdf", test: within("/archive/pdf-|/package/open-certificate\\.js$"), priority: 1 },
  {
    name: "asic",
    test: within("/dist/asic/|/package/open-container\\.js$|/judge/container\\.js$"),
    priority: 1,
  },
  { name: "network", test: within("/dist/source/|/network-sources\\.ts$"), priority: 1 },
];

/** Those of `src/texts/usual-codes.ts`: the program that builds the element does not contain the element. */
function usualCodes(): string[] {
  const source = readFileSync(`${elementRoot}src/texts/usual-codes.ts`, "utf8");
  return [...source.matchAll(/^ {2}"(\w+)",$/gm)].map(([, code]) => code!);
}

/**
 * Makes three modules of the catalogues in a language: what the element says before there is a verdict, with the words of usual
 * codes; what a verdict says; and the words of all other codes.
 *
 * @param usual the codes of the first module.
 */
function codesApart(usual: readonly string[]): Plugin {
  return {
    name: "codes-apart",
    resolveId: (source) => (MODULE.test(source) ? `\0${source}` : undefined),
    async load(id) {
      const language = id.startsWith("\0") ? MODULE.exec(id.slice(1))?.[1] : undefined;
      if (language === undefined) return undefined;
      if (id.startsWith("\0virtual:result/")) {
        return `export { verdict } from "@svc-proof/verifier-web/ui/texts/result/${language}";`;
      }
      const isFirst = id.startsWith("\0virtual:texts/");
      const { codes } = (await import(`@svc-proof/verifier-web/ui/texts/result/${language}`)) as {
        readonly codes: CodeTexts;
      };
      const missing = usual.filter((code) => !Object.hasOwn(codes.codes, code));
      if (missing.length > 0) throw new Error(`no words in ${language} for ${missing.join(", ")}`);
      const chosen = Object.fromEntries(
        Object.entries(codes.codes).filter(([code]) => usual.includes(code) === isFirst),
      );
      const { unsupported, looksLike } = codes;
      if (!isFirst) return exported({ codes: chosen, unsupported, looksLike });
      return `${exported({ ...codes, codes: chosen, unsupported: {}, looksLike: {} })}
export { actions, common, element } from "@svc-proof/verifier-web/ui/texts/page/${language}";`;
    },
  };
}

const MODULE = /^virtual:(?:texts\/in-|result\/of-|codes\/)(\w+)$/;

function exported(codes: object): string {
  return `export const codes = ${JSON.stringify(codes)};`;
}

function styleModule(): Plugin {
  const id = "virtual:element-style";
  return {
    name: "element-style",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (resolved) =>
      resolved === `\0${id}` ? `export default ${JSON.stringify(elementStyle())};` : undefined,
  };
}

/**
 * Leaves the WebAssembly form of SHA-256 out: a strict policy of the page forbids it and would report the attempt. The portable form takes its
 * place; an element hashes one file at a time.
 */
function withoutWebAssembly(): Plugin {
  return {
    name: "without-web-assembly",
    enforce: "pre",
    load: (id) =>
      /[\\/]sha256-wasm\.js$/.test(id)
        ? 'export function wasmSha256() { throw new Error("left out of this build"); }'
        : undefined,
  };
}

/**
 * SHA-384 and SHA-512 stand in the same file as SHA-256, and only authorities use them. A second copy of that file for what hashes by
 * SHA-256 alone leaves them to where they are used.
 */
function shortHashApart(): Plugin {
  const MODULE = "@noble/hashes/sha2.js";
  return {
    name: "short-hash-apart",
    enforce: "pre",
    async resolveId(source, importer) {
      if (source !== MODULE || !/[\\/]dist[\\/](?:sha256|hash|content[\\/]content)\.js$/.test(importer ?? ""))
        return;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved === null ? null : `${resolved.id}?short`;
    },
  };
}

/** Minifies once more: terser folds more than the bundler's own minifier does. */
export async function tightened(code: string): Promise<string> {
  const { code: tight } = await minify(code, {
    module: true,
    compress: { passes: 2 },
    format: { comments: false },
  });
  if (tight === undefined) throw new Error("the code cannot be minified");
  return tight;
}

// The checked loader in place of every `import()` of a bundle, and which files each one needs.

export interface CheckedFile {
  readonly code: string;
  /** All files that are loaded with it, by their static imports; sorted. */
  readonly imports: readonly string[];
}

export interface CheckedBundle {
  readonly files: ReadonlyMap<string, CheckedFile>;
  /** The file that defines the element. */
  readonly element: string;
  /** The file that has `load`. */
  readonly loader: string;
}

const IMPORT = /\bimport\(\s*(["'`])\.\/([\w.-]+\.js)\1\s*\)/g;

/** @throws Error if an `import()` is left, or the bundle does not have the form that is expected. */
export async function checkedImports(
  chunks: readonly Rolldown.OutputChunk[],
  minify: (code: string) => Promise<string>,
): Promise<CheckedBundle> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const entry = (name: string) => {
    const found = chunks.find((chunk) => chunk.isEntry && chunk.name === name);
    if (found === undefined) throw new Error(`the bundle has no entry ${name}`);
    return found.fileName;
  };
  const loader = entry("chunks");
  const files = new Map<string, CheckedFile>();
  for (const chunk of chunks) {
    const names = [...chunk.code.matchAll(IMPORT)].map(([, , file]) => file!);
    const isWhole = chunk.dynamicImports.every((file) => file === chunk.fileName || names.includes(file));
    if (!isWhole || /\bimport\(/.test(chunk.code.replace(IMPORT, ""))) {
      throw new Error(`${chunk.fileName} has an import() of an unknown form`);
    }
    const code = chunk.code.replace(
      IMPORT,
      (whole, _, file: string) => `__svcLoad(${JSON.stringify(file)},()=>${whole})`,
    );
    const linked = names.length === 0 ? code : `import{load as __svcLoad}from"./${loader}";${code}`;
    const imports = [...withImports(chunk.fileName, byName)].filter((name) => name !== chunk.fileName).sort();
    files.set(chunk.fileName, {
      code: await minify(linked),
      imports: names.length === 0 ? imports : [...new Set([...imports, loader])].sort(),
    });
  }
  return { files, element: entry("element"), loader };
}

function withImports(
  name: string,
  byName: ReadonlyMap<string, Rolldown.OutputChunk>,
  seen: Set<string> = new Set(),
): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of byName.get(name)?.imports ?? []) withImports(next, byName, seen);
  return seen;
}
