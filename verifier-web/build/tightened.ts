import { minify } from "terser";
import type { Plugin } from "vite";

/**
 * Minifies each file once more, after the bundler: terser folds more than the bundler's own minifier does. The names of files
 * have the hash of what the bundler wrote.
 */
export function tightened(): Plugin {
  return {
    name: "tightened",
    enforce: "post",
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const { code } = await minify(file.code, {
          module: true,
          compress: { passes: 2 },
          format: { comments: false },
        });
        if (code === undefined) throw new Error(`${file.fileName} cannot be minified`);
        file.code = code;
      }
    },
  };
}
