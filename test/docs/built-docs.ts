/** The built documentation, as files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../e2e/sandbox.js";

export const docsFolder: string = join(root, "docs/site/dist/site");

export interface BuiltPage {
  /** From the root of the site. */
  readonly path: string;
  readonly html: string;
  readonly ids: readonly string[];
  /** As written. */
  readonly links: readonly string[];
}

/** @throws Error if the site is not built. */
export function builtPages(folder: string = docsFolder): readonly BuiltPage[] {
  if (!existsSync(join(folder, "build.json")))
    throw new Error("the documentation is not built: npm run docs:build");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .sort()
    .map((path) => {
      const html = readFileSync(join(folder, path), "utf8");
      return { path, html, ids: attributes(html, "id"), links: attributes(html, "href") };
    });
}

function attributes(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(`<[^>]* ${name}="([^"]*)"`, "g"))].map(([, value]) =>
    value!.replaceAll("&amp;", "&").replaceAll("&quot;", '"'),
  );
}
