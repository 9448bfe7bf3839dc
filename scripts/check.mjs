/**
 * `npm run check`: types, lint and formatting, unused code and dependencies, the API reference, package exports, links
 * between the documents and their lengths, the folder graph, changelog, versions and licences. Runs all and names those
 * that failed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brokenLinks, documentLengths } from "./documents.mjs";
import { circleText, folderCircles } from "./folder-graph.mjs";
import { prepareOrExit } from "./prepare.mjs";
import { publicPackages } from "./public-packages.mjs";
import { readChangelog } from "./release/changelog.mjs";
import { thirdPartyLicences } from "./release/licences.mjs";
import { versionProblems } from "./release/workspaces.mjs";
import { root } from "./root.mjs";

await prepareOrExit();

const tool = (path, ...words) => [process.execPath, [join(root, "node_modules", path), ...words]];
const ATTW = "@arethetypeswrong/cli/dist/index.js";
const CHECKS = [
  ["types", ...tool("typescript/bin/tsc", "-b", "tsconfig.json")],
  ["types of tests", ...tool("typescript/bin/tsc", "-p", "tsconfig.test.json")],
  ["lint and format", ...tool("@biomejs/biome/bin/biome", "check", "--error-on-warnings")],
  ["unused code and dependencies", ...tool("knip/bin/knip.js")],
  // Before the links between the documents: those of the reference are among them.
  ["API reference", process.execPath, [join(root, "reference/dist/main.js"), "--strict"]],
  ...publicPackages().flatMap(({ folder, entries }) => {
    const modules = entries.filter(({ types }) => types !== null);
    const others = entries
      .filter(({ types }) => types === null)
      .flatMap(({ path }) => ["--exclude-entrypoints", path]);
    return [
      [`exports of ${folder}`, ...tool("publint/src/cli.js", "--strict", folder)],
      ...(modules.length === 0
        ? []
        : [
            [
              `types of ${folder}'s exports`,
              ...tool(ATTW, "--pack", folder, "--profile", "esm-only", ...others),
            ],
          ]),
    ];
  }),
];

const failed = [];
for (const [name, command, words] of CHECKS) {
  process.stdout.write(`check: ${name}\n`);
  const { status, stdout, stderr } = spawnSync(command, words, { cwd: root, encoding: "utf8" });
  if (status === 0) continue;
  failed.push(name);
  process.stdout.write(`${stdout}${stderr}`);
}
if (/"resolved": "http/.test(readFileSync(join(root, "package-lock.json"), "utf8"))) {
  failed.push("lockfile without registry addresses");
}
const { workspaces } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const circles = workspaces
  .map((workspace) => join(workspace, "src"))
  .filter((sources) => existsSync(join(root, sources)))
  .flatMap((sources) => folderCircles(join(root, sources)).map((circle) => circleText(sources, circle)));
if (circles.length > 0) {
  failed.push("folder dependencies without circles");
  process.stdout.write(`${circles.join("\n")}\n`);
}
const broken = brokenLinks();
if (broken.length > 0) {
  failed.push("links between the documents");
  process.stdout.write(`${broken.join("\n")}\n`);
}
for (const [name, problems] of [
  ["lengths of the documents", documentLengths()],
  ["form of the changelog", readChangelog(readFileSync(join(root, "CHANGELOG.md"), "utf8")).problems],
  ["versions in step", versionProblems(root)],
  ["licences of dependencies", thirdPartyLicences(root).problems],
]) {
  if (problems.length === 0) continue;
  failed.push(name);
  process.stdout.write(`${problems.join("\n")}\n`);
}
process.stdout.write(
  failed.length === 0 ? `${CHECKS.length + 7} checks passed\n` : `failed checks: ${failed.join("; ")}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
