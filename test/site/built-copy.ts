/** Builds the site from a copy of its sources in another folder. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

const PACKAGES = ["shared", "verifier-lib", "verifier-web"];
const OWN_SCOPE = "@svc-proof";

/** A change of one file before the build: existing text and its replacement. */
export interface Change {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

interface CopyOptions {
  readonly changes?: readonly Change[];
  /** Compiles everything, as someone would who checks the published site. If not, only what the changes concern. */
  readonly fromSources?: boolean;
  /** Leaves out what is for download, and the compressed files. */
  readonly pageOnly?: boolean;
}

/**
 * Compiles and builds in an empty folder; returns the site's folder.
 * @throws Error when a change does not apply, or the build fails.
 */
export function buildCopy(
  folder: string,
  { changes = [], fromSources = false, pageOnly = false }: CopyOptions,
): string {
  const leftOut = fromSources
    ? /[\\/](?:dist|node_modules)(?:$|[\\/])/
    : /[\\/](?:dist[\\/]site|node_modules)(?:$|[\\/])/;
  mkdirSync(folder, { recursive: true });
  for (const file of ["package.json", "tsconfig.base.json"]) cpSync(join(root, file), join(folder, file));
  for (const name of PACKAGES) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !leftOut.test(path.slice(root.length)),
    });
  }
  linkModules(folder);
  for (const { path, from, to } of changes) {
    const file = join(folder, path);
    const text = readFileSync(file, "utf8");
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    writeFileSync(
      file,
      text.replace(from, () => to),
    );
  }
  const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: folder, stdio: "pipe" });
  const tsc = (...projects: string[]) => run("node_modules/typescript/bin/tsc", "-b", ...projects);
  // The second is the command line, which is published with the site.
  if (fromSources) {
    tsc("verifier-lib", "verifier-lib/tsconfig.node.json", "verifier-web/tsconfig.build.json");
  } else {
    // The bundler compiles the site's own sources itself.
    for (const name of ["shared", "verifier-lib", "verifier-web/ui"])
      if (changes.some(({ path }) => path.startsWith(`${name}/`))) tsc(name);
  }
  run("verifier-web/dist/build/main.js", ...(pageOnly ? ["--page-only"] : []));
  return join(folder, "verifier-web/dist/site");
}

/** Third-party packages are shared; those of the workspace are the copy's. */
function linkModules(folder: string): void {
  const modules = join(root, "node_modules");
  mkdirSync(join(folder, "node_modules", OWN_SCOPE), { recursive: true });
  for (const name of readdirSync(modules)) {
    if (name.startsWith(".") || name === OWN_SCOPE) continue;
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
  for (const name of PACKAGES) symlinkSync(join(folder, name), join(folder, "node_modules", OWN_SCOPE, name));
}
