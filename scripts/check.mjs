/**
 * `npm run check`: types, lint and formatting, unused code and dependencies, package exports, links
 * between the documents, the folder graph. Runs all and names those that failed.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { brokenLinks } from "./broken-links.mjs";
import { circleText, folderCircles } from "./folder-graph.mjs";
import { prepareOrExit } from "./prepare.mjs";
import { root } from "./root.mjs";

await prepareOrExit();

const tool = (path, ...words) => [process.execPath, [join(root, "node_modules", path), ...words]];
const CHECKS = [
  ["types", ...tool("typescript/bin/tsc", "-b", "tsconfig.json")],
  ["types of tests", ...tool("typescript/bin/tsc", "-p", "tsconfig.test.json")],
  ["lint and format", ...tool("@biomejs/biome/bin/biome", "check", "--error-on-warnings")],
  ["unused code and dependencies", ...tool("knip/bin/knip.js")],
  ["exports of shared", ...tool("publint/src/cli.js", "--strict", "shared")],
  ["exports of verifier-lib", ...tool("publint/src/cli.js", "--strict", "verifier-lib")],
  ["exports of cli", ...tool("publint/src/cli.js", "--strict", "cli")],
  ["exports of client", ...tool("publint/src/cli.js", "--strict", "client")],
  [
    "types of shared's exports",
    ...tool("@arethetypeswrong/cli/dist/index.js", "--pack", "shared", "--profile", "esm-only"),
  ],
  [
    "types of verifier-lib's exports",
    ...tool(
      "@arethetypeswrong/cli/dist/index.js",
      "--pack",
      "verifier-lib",
      "--profile",
      "esm-only",
      "--exclude-entrypoints",
      "./report.schema.json",
    ),
  ],
  [
    "types of client's exports",
    ...tool("@arethetypeswrong/cli/dist/index.js", "--pack", "client", "--profile", "esm-only"),
  ],
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
const circles = ["shared", "verifier-lib", "client", "cli", "ui", "verifier-web", "service"].flatMap(
  (workspace) => {
    const sources = join(workspace, "src");
    return folderCircles(join(root, sources)).map((circle) => circleText(sources, circle));
  },
);
if (circles.length > 0) {
  failed.push("folder dependencies without circles");
  process.stdout.write(`${circles.join("\n")}\n`);
}
const broken = brokenLinks();
if (broken.length > 0) {
  failed.push("links between the documents");
  process.stdout.write(`${broken.join("\n")}\n`);
}
process.stdout.write(
  failed.length === 0 ? `${CHECKS.length + 3} checks passed\n` : `failed checks: ${failed.join("; ")}\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
