/** The page as one file, and the command line as one. */

import { isBuiltin } from "node:module";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import type { InlineConfig, Plugin } from "vite";
import { contentSecurityPolicy, withHead } from "./bind-page.js";
import { reportFonts } from "./fonts.js";
import { buildOnce, commonConfig, webRoot } from "./site-config.js";

// `verifier.html`: the whole verifier in one file, to keep with the evidence and to open from a disk. It contains scripts
// and styles, whose hashes are in its policy. It contains the worker's script as text.

/**
 * @param html the page's source.
 * @param identity version and build hash that the page shows.
 */
export async function singleFile(html: string, identity: string): Promise<string> {
  // A page from a disk has no origin, and browsers start no module worker there.
  const worker = await bundle("src/verification/worker.ts", "iife", []);
  const page = await bundle("src/main.tsx", "es", [workerInPage(worker.script), reportFonts()]);
  const style = withoutEnd(page.style, "style");
  const script = withoutEnd(page.script, "script");
  const policy = contentSecurityPolicy({ inlineScripts: [script], inlineStyles: [style], hasOrigin: false });
  // Removes links to files beside the page (icons, manifest), since there are none.
  const bare = html.replace(/^\s*<link [^>]*>\n/gm, "").replace(/^\s*<script [^>]*><\/script>\n/gm, "");
  return withHead(bare, policy, identity, `<style>${style}</style>`).replace(
    "</body>",
    () => `<script type="module">${script}</script>\n  </body>`,
  );
}

interface Bundle {
  readonly script: string;
  readonly style: string;
}

async function bundle(entry: string, format: "es" | "iife", plugins: Plugin[]): Promise<Bundle> {
  const common = commonConfig(true);
  const config: InlineConfig = {
    ...common,
    plugins,
    publicDir: false,
    build: {
      ...common.build,
      write: false,
      cssCodeSplit: false,
      // Typefaces become data: addresses.
      assetsInlineLimit: Number.POSITIVE_INFINITY,
      modulePreload: false,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        input: join(webRoot, entry),
        output: { format, codeSplitting: false },
        // Only code that loads further files reads it, and there are none.
        ...(format === "iife" && { transform: { define: { "import.meta": "{}" } } }),
      },
    },
  };
  const output = await buildOnce(config);
  const scripts = output.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const styles = output.flatMap((file) =>
    file.type === "asset" && file.fileName.endsWith(".css") ? [String(file.source)] : [],
  );
  if (scripts.length !== 1) throw new Error(`${entry}: expected one script, got ${scripts.length}`);
  return { script: scripts[0]!, style: styles.join("") };
}

/** The worker's script as text, in place of its address. */
function workerInPage(script: string): Plugin {
  const id = "\0worker-text";
  return {
    name: "worker-in-page",
    enforce: "pre",
    resolveId: (source) => (source.endsWith("/worker.ts?worker&url") ? id : null),
    load: (resolved) =>
      resolved === id ? `export default ${JSON.stringify(script).replaceAll("<", "\\u003c")};` : null,
  };
}

/**
 * Checks that a text can be put into an element, whose end tag would end it early.
 *
 * @throws Error if the text contains the end tag. It is not escaped, since that could change its meaning.
 */
function withoutEnd(text: string, element: "script" | "style"): string {
  if (new RegExp(`</${element}|<!--`, "i").test(text)) throw new Error(`a ${element} ends itself`);
  return text;
}

/** Texts of base64 that are worth a look. */
const BASE64 = /(["'])((?:[A-Za-z0-9+/]{4}){125,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\1/g;

/**
 * Writes bytes that the code contains in base64 as hexadecimal, which the page turns back, where that is shorter after
 * compression. Base64 hides from brotli that bytes repeat: the targets of Bitcoin's epochs take a fifth less.
 */
export function base64AsHex(): Plugin {
  return {
    name: "base64-as-hex",
    transform(code) {
      const joined = code.replace(/"\s*\+\s*"/g, "");
      let count = 0;
      const changed = joined.replace(BASE64, (text, _, base64: string) => {
        // The trusted lists are in hexadecimal already.
        if (/^[0-9a-f]+$/.test(base64)) return text;
        const hex = Buffer.from(base64, "base64").toString("hex");
        if (brotliCompressSync(hex).length > MAX_SHARE * brotliCompressSync(base64).length) return text;
        count++;
        return `/* @__PURE__ */ base64OfHex("${hex}")`;
      });
      return count === 0 ? null : { code: `${changed}\n${BASE64_OF_HEX}`, map: null };
    },
  };
}

/** Turning it back takes some bytes, too. */
const MAX_SHARE = 0.95;

const BASE64_OF_HEX = `function base64OfHex(hex) {
  return btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
}`;

// `svc-verify.mjs`: the verifier's command line in one file, for Node alone: no installation, and no folder that it has to stay in. It
// starts itself as a thread where a folder is shared among cores.

/** The program as `npm` installs it, too. */
const ENTRY = join(webRoot, "../verifier-lib/dist/cli/main.js");

/**
 * @param plugins of every bundle, to note what it contains.
 * @returns the program without its notices.
 * @throws Error if it would load anything but Node's own modules.
 */
export async function standaloneCommand(plugins: Plugin[]): Promise<string> {
  const common = commonConfig(false);
  const config: InlineConfig = {
    ...common,
    plugins,
    publicDir: false,
    ssr: { noExternal: true, target: "node" },
    build: {
      ...common.build,
      write: false,
      ssr: ENTRY,
      // Whoever is asked to trust the file can read it.
      minify: false,
      rolldownOptions: {
        ...common.build?.rolldownOptions,
        // Otherwise comments name the folders of the build.
        experimental: { attachDebugInfo: "none" },
        output: { format: "es", codeSplitting: false, entryFileNames: "svc-verify.mjs" },
      },
    },
  };
  const output = await buildOnce(config);
  const [program, ...others] = output.flatMap((file) => (file.type === "chunk" ? [file] : []));
  if (program === undefined || others.length > 0) throw new Error("svc-verify.mjs: expected one file");
  const foreign = [...program.imports, ...program.dynamicImports].filter(
    (name) => !isBuiltin(name) && name !== program.fileName,
  );
  if (foreign.length > 0) throw new Error(`svc-verify.mjs would load ${foreign.join(", ")}`);
  return program.code;
}

/** @param notices of the packages whose code is in the program. */
export function withNotices(program: string, identity: string, notices: string): string {
  const about = [
    `svc-verify ${identity}`,
    "Verifies proofs of when a file existed. Needs Node 20.19 or newer and nothing else: node svc-verify.mjs --help",
    "",
    notices.trim(),
  ].join("\n");
  // The end of a comment inside of it would end it early.
  if (about.includes("*/")) throw new Error("a notice ends the comment that it is in");
  const code = program.replace(/^#!.*\n/, "");
  return `#!/usr/bin/env node\n/*!\n${about}\n*/\n${code}`;
}
