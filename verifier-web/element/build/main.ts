/** `node dist/build/main.js [FOLDER]`: builds both forms of the element, into `dist` when no folder is named. */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { notePackages, thirdPartyNotices } from "@svc-proof/verifier-web/ui/build/third-party-notices";
import { build, type InlineConfig, type Rolldown } from "vite";
import { checkedImports, elementRoot, moduleConfig, standaloneConfig, tightened } from "./element-config.js";

// Do not depend on the builder's environment: it affects the output of Vite and JSX.
process.env["NODE_ENV"] = "production";

const outDir = resolve(process.argv[2] ?? join(elementRoot, "dist"));
const { version } = JSON.parse(readFileSync(join(elementRoot, "package.json"), "utf8")) as {
  version: string;
};
/** SHA-256, as short as it may be: the hashes of all files stand in the first. */
const integrityOf = (code: string) => `sha256-${createHash("sha256").update(code).digest("base64")}`;

async function outputOf(config: InlineConfig): Promise<Rolldown.OutputChunk[]> {
  const built = await build({ ...config, build: { ...config.build, write: false } });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !("output" in output)) throw new Error("Vite did not give one output");
  return output.output.filter((file) => file.type === "chunk");
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(join(outDir, folder), { recursive: true });
  // At once, so that whoever reads sees the old file or the new one.
  const path = join(outDir, folder, name);
  writeFileSync(`${path}.new`, text);
  renameSync(`${path}.new`, path);
}

const BEGIN = "<!-- snippet: the build writes these lines -->";
const END = "<!-- /snippet -->";

/** The script tag of a version, as the README shows it. */
function scriptTag(version: string, integrity: string): string {
  return [
    "```html",
    '<script type="module" crossorigin="anonymous"',
    `  src="/svc-proof-verifier/${version}/svc-proof-verifier.js"`,
    `  integrity="${integrity}"></script>`,
    "",
    '<svc-proof-verifier src="/evidence/contract.svc.zip" original="/files/contract.pdf"></svc-proof-verifier>',
    "```",
  ].join("\n");
}

/** @throws Error if the text has no place for it. */
function withSnippet(text: string, snippet: string): string {
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`the README has no place for the snippet: ${BEGIN}`);
  return `${text.slice(0, from)}${BEGIN}\n${snippet}\n${text.slice(to)}`;
}

rmSync(join(outDir, "module"), { recursive: true, force: true });
rmSync(join(outDir, "standalone"), { recursive: true, force: true });

const packages = new Set<string>();
const parts = await outputOf(moduleConfig(outDir, [notePackages(packages, elementRoot)]));
for (const { fileName, code } of parts) write("module", fileName, code);
write("module", "licenses.txt", thirdPartyNotices(packages));

const ofStandalone = new Set<string>();
const chunks = await outputOf(standaloneConfig(outDir, [notePackages(ofStandalone, elementRoot)]));
const { files, element, loader } = await checkedImports(chunks, tightened);
const integrities = new Map([...files].map(([name, { code }]) => [name, integrityOf(code)]));
const listed = Object.fromEntries(
  [...files].map(([name, { imports }]) => [name, { integrity: integrities.get(name)!, imports }]),
);
for (const [name, { code }] of files) write("standalone", name, code);
const [start] = await outputOf({
  root: elementRoot,
  configFile: false,
  envDir: false,
  logLevel: "warn",
  publicDir: false,
  define: {
    __FILES__: JSON.stringify(listed),
    __ELEMENT__: JSON.stringify(element),
    __CHUNKS__: JSON.stringify(loader),
  },
  build: {
    target: "es2023",
    modulePreload: false,
    rolldownOptions: { input: `${elementRoot}src/standalone/start.ts` },
  },
});
const NAME = "svc-proof-verifier.js";
const code = `/*! svc-proof-verifier ${version}, Apache-2.0; licenses.txt has those of what is in it */\n${await tightened(start!.code)}`;
write("standalone", NAME, code);
write("standalone", "licenses.txt", thirdPartyNotices(ofStandalone));
const integrity = integrityOf(code);
const sizes = [[NAME, code] as const, ...[...files].map(([name, file]) => [name, file.code] as const)];
const manifest = {
  format: "svc-proof-element-build/1",
  version,
  script: NAME,
  integrity,
  files: sizes.map(([path, text]) => ({
    path,
    size_bytes: Buffer.byteLength(text),
    brotli_bytes: brotliCompressSync(text).length,
    integrity: path === NAME ? integrity : integrities.get(path),
  })),
};
// Last: whoever finds it finds all that it lists.
write("standalone", "manifest.json", `${JSON.stringify(manifest, null, 2)}\n`);
if (process.argv[2] === undefined) {
  const readme = join(elementRoot, "README.md");
  const text = readFileSync(readme, "utf8");
  const current = withSnippet(text, scriptTag(version, integrity));
  if (current !== text) writeFileSync(readme, current);
}
