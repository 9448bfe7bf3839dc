/**
 * Lets the page ask again for a module that could not be loaded. Firefox keeps such a failure by the address, for the life of the page, so
 * each retry has an address of its own.
 */
import type { Plugin } from "vite";

/** The page's import map names that many addresses of each module, with the same integrity. */
export const MAX_RETRIES = 3;

const IMPORT = /\bimport\((["'`])(\.\/[\w-]+\.js)\1\)/g;

/** Each `import()` of the page becomes a call of `loadPart`, which `view/lazy.tsx` defines. */
export function retriedImports(): Plugin {
  return {
    name: "retried-imports",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        file.code = file.code.replace(
          IMPORT,
          (_, quote: string, path: string) =>
            `globalThis.loadPart(query=>import(${quote}${path}${quote}+query),${MAX_RETRIES})`,
        );
      }
    },
  };
}
