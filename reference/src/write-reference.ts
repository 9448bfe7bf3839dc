/** Writes the API reference: a page for each entry, one for each package, and one over all. */
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { publicPackages } from "../../scripts/workspaces.mjs";
import type { EntryPoint } from "./entry-points.js";
import type { ReadTypes } from "./read-types.js";

/**
 * Writes Markdown below a folder, which is emptied.
 * @param read the types of `entries`.
 */
export async function writeReference(
  { app, project }: ReadTypes,
  entries: readonly EntryPoint[],
  folder: string,
): Promise<void> {
  app.options.setValue("outputs", [{ name: "markdown", path: folder }]);
  await app.generateOutputs(project);
  const packages = publicPackages().flatMap(({ name, folder: page, manifest: { description } }) => {
    const own = entries.filter(({ page: one }) => dirname(one) === page);
    return own.length === 0 ? [] : [{ name, page, description, own }];
  });
  for (const { name, page, description, own } of packages) {
    const path = join(folder, page, "index.md");
    const list = own.map((entry) => `- [\`${entry.specifier}\`](${fileName(entry)})`).join("\n");
    if (!existsSync(path)) writeFileSync(path, `# ${name}\n\n${description}.\n\n## Entries\n\n${list}\n`);
  }
  const index = packages.map(
    ({ name, page, description, own }) =>
      `## [${name}](${page}/index.md)\n\n${description}.\n\n${own
        .map((entry) => `- [\`${entry.specifier}\`](${page}/${fileName(entry)})`)
        .join("\n")}\n`,
  );
  writeFileSync(join(folder, "index.md"), `# API reference\n\n${index.join("\n")}`);
}

const fileName = ({ page }: EntryPoint) => `${page.split("/").slice(1).join("/")}.md`;
