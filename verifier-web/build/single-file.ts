/**
 * `verifier.html`: the whole verifier in one file, to keep with the evidence and to open from a disk. It contains scripts
 * and styles, whose hashes are in its policy. It contains the worker's script as text.
 */
import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import { withHead } from "./bind-page.js";
import { buildOnce } from "./build-once.js";
import { contentSecurityPolicy } from "./content-security-policy.js";
import { reportFonts } from "./fonts/report-fonts.js";
import { commonConfig, webRoot } from "./site-config.js";

/**
 * @param html the page's source.
 * @param identity version and build hash that the page shows.
 */
export async function singleFile(html: string, identity: string): Promise<string> {
  // A page from a disk has no origin, and browsers start no module worker there.
  const worker = await bundle("src/verification/worker-from-disk.ts", "iife", []);
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

/** Inserts the worker's script where the page starts it. */
function workerInPage(script: string): Plugin {
  const TEXT = "virtual:worker-text";
  return {
    name: "worker-in-page",
    enforce: "pre",
    resolveId(source) {
      if (source === TEXT) return `\0${TEXT}`;
      if (!source.endsWith("/verifier-worker.js")) return null;
      return join(webRoot, "src/security/verifier-worker-in-page.ts");
    },
    load(id) {
      if (id !== `\0${TEXT}`) return null;
      return `export default ${JSON.stringify(script).replaceAll("<", "\\u003c")};`;
    },
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
