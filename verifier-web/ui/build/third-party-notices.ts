/** The licences of bundled packages, which must accompany their code. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";

/** Collects the folders of the packages in a bundle. @param root folder of the package that is built. */
export function notePackages(folders: Set<string>, root: string): Plugin {
  return {
    name: "note-packages",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        // Assets, such as typefaces, name the files that they were made from.
        const sources =
          file.type === "asset"
            ? file.originalFileNames.map((name) => resolve(root, name))
            : Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
                renderedLength > 0 && !id.startsWith("\0") ? [id] : [],
              );
        for (const source of sources) {
          const [, folder] = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(source) ?? [];
          if (folder !== undefined) folders.add(folder);
        }
      }
    },
  };
}

/**
 * One text, sorted by package name.
 *
 * @throws Error for a package without a licence: it must not be shipped.
 */
export function thirdPartyNotices(folders: ReadonlySet<string>): string {
  const notices = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license?: string;
    };
    const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)(?:\.\w+)?$/i.test(entry));
    if (license === undefined) throw new Error(`${name} has no licence`);
    const text = file === undefined ? "" : `\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
    return { name, notice: `${name} ${version} (${license})\n${text}` };
  });
  return notices
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ notice }) => notice)
    .join(`\n${"-".repeat(72)}\n\n`);
}
