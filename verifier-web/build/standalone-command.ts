/**
 * `svc-verify.mjs`: the verifier's command line in one file, for Node alone: no installation, and no folder that it has to stay in. It
 * starts itself as a thread where a folder is shared among cores.
 */

import { isBuiltin } from "node:module";
import { join } from "node:path";
import type { InlineConfig, Plugin } from "vite";
import { buildOnce, commonConfig, webRoot } from "./site-config.js";

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
