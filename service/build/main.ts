/**
 * `node dist/build/main.js`: builds the scripts and style sheets of the service's pages, `browser/*.ts` and
 * `browser/styles/pages.css`, into `dist/assets`, each text compressed beside itself, with a list of what was built.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build, type Rolldown } from "vite";

// Do not depend on the builder's environment: it affects Vite's output.
process.env["NODE_ENV"] = "production";

const serviceRoot = fileURLToPath(new URL("../..", import.meta.url));
const browser = join(serviceRoot, "browser");
const outDir = join(serviceRoot, "dist/assets");
const STYLES = "pages";
/** Timings of plugins only interest their authors, and `npm start` would show them. */
const CHECKS = { bundlerTimings: false } as const;

const scripts = readdirSync(browser).filter((name) => /(?<!\.test|\.d)\.ts$/.test(name));
const input = Object.fromEntries([
  [STYLES, join(browser, `styles/${STYLES}.css`)],
  ...scripts.map((name) => [basename(name, ".ts"), join(browser, name)]),
]);

const built = (await build({
  root: browser,
  configFile: false,
  envDir: false,
  publicDir: false,
  mode: "production",
  logLevel: "warn",
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  worker: { format: "es", rolldownOptions: { checks: CHECKS, output: names() } },
  build: {
    target: "es2023",
    outDir,
    emptyOutDir: true,
    // No data: addresses, which the pages' policy does not allow.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { checks: CHECKS, input, output: { ...names(), comments: false } },
  },
})) as Rolldown.RolldownOutput;

const entries: Record<string, { file: string; integrity: string }> = {};
for (const output of built.output) {
  const entry = nameOf(output);
  if (entry === null) continue;
  const bytes = readFileSync(join(outDir, output.fileName));
  const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
  entries[entry] = { file: output.fileName, integrity };
}
rmSync(join(outDir, ".vite"), { recursive: true, force: true });
const files = readdirSync(outDir).sort();
await Promise.all(files.map(compress));
mkdirSync(outDir, { recursive: true });
writeFileSync(join(outDir, "assets.json"), `${JSON.stringify({ entries, files }, null, 2)}\n`);

function names(): Record<"entryFileNames" | "chunkFileNames" | "assetFileNames", string> {
  return {
    entryFileNames: "[name]-[hash:8].js",
    chunkFileNames: "[name]-[hash:8].js",
    assetFileNames: "[name]-[hash:8][extname]",
  };
}

/** The name under which a page asks for a file; null for what others load. */
function nameOf(output: Rolldown.RolldownOutput["output"][number]): string | null {
  if (output.type === "chunk") return output.isEntry && output.name !== STYLES ? `${output.name}.js` : null;
  return output.names.includes(`${STYLES}.css`) ? `${STYLES}.css` : null;
}

async function compress(file: string): Promise<void> {
  if (!/\.(?:js|css|svg)$/.test(file)) return;
  const bytes = readFileSync(join(outDir, file));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(join(outDir, `${file}.br`), await promisify(brotliCompress)(bytes, { params }));
  writeFileSync(
    join(outDir, `${file}.gz`),
    await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
  );
}
