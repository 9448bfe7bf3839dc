/** What stops a release, and what it says then. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contentProblems } from "../../scripts/release/build.mjs";
import { type SmallProject, smallProject } from "./small-project.js";

const within = (isInGit: boolean, use: (project: SmallProject) => void) => {
  const project = smallProject({ isInGit });
  try {
    use(project);
  } finally {
    project.remove();
  }
};
const changelog = (text: string) => `# Changelog\n\n## [Unreleased]\n\n${text}`;
const wrongVersion = (place: string, version: string) => `${place}: version ${version}, not 1.2.3`;
const NO_ENTRY = "CHANGELOG.md: no entry [1.2.3] - YYYY-MM-DD";

test("nothing stops the project as it is, and all that git has against it is told at once", () => {
  within(true, (project) => {
    expect(project.release("check")).toEqual({ status: 0, output: "1.2.3 can be released\n" });
    project.git("tag", "v1.2.3");
    project.write("low/index.js", "changed\n");
    project.write("low/new.js", "new\n");
    project.edit("high/package.json", (manifest) => Object.assign(manifest, { version: "1.2.4" }));
    const out = join(project.folder, "release/out");
    const { status, output } = project.release("--key", "missing", "--out", out);
    expect(output.trim().split("\n")).toEqual([
      "release: the tree has 3 changes that are not committed: high/package.json, low/index.js, low/new.js; commit or stash them",
      "release: the tag v1.2.3 exists: a version is released once; raise it: npm run release -- version X.Y.Z",
      `release: ${wrongVersion("high/package.json", "1.2.4")}`,
      "release: no key at missing",
      expect.stringContaining("release: no file of signers at "),
    ]);
    expect(status).toBe(1);
    expect(existsSync(out)).toBe(false);
  });
});

test.each<[string, (project: SmallProject) => void, readonly string[]]>([
  ["nothing", () => {}, []],
  [
    "a package of another version",
    (one) => one.edit("high/package.json", (manifest) => Object.assign(manifest, { version: "1.2.4" })),
    [wrongVersion("high/package.json", "1.2.4")],
  ],
  [
    "a package that asks for another version of ours",
    (one) =>
      one.edit("high/package.json", ({ dependencies }) =>
        Object.assign(dependencies, { "@svc-proof/low": "^1.2.3" }),
      ),
    [wrongVersion("high/package.json: dependencies: @svc-proof/low", "^1.2.3")],
  ],
  [
    "a source that states another version",
    ({ write }) =>
      write("low/src/version.ts", `export const LOW = { name: "@svc-proof/low", version: "1.2.2" };\n`),
    [wrongVersion("low/src/version.ts", "1.2.2")],
  ],
  [
    "a lockfile of another version",
    (one) =>
      one.edit("package-lock.json", ({ packages }) => Object.assign(packages["low"]!, { version: "1.2.2" })),
    [wrongVersion("package-lock.json: low", "1.2.2")],
  ],
  [
    "no entry in the changelog",
    ({ write }) => write("CHANGELOG.md", changelog("## [1.2.2] - 2026-11-21\n\n- Older.\n")),
    [NO_ENTRY],
  ],
  [
    "changes that no version has",
    ({ write }) => write("CHANGELOG.md", changelog("- More.\n\n## [1.2.3] - 2026-11-22\n\n- Begins.\n")),
    [
      "CHANGELOG.md: [Unreleased] is not empty: move it under [1.2.3], or raise the version: npm run release -- version X.Y.Z",
    ],
  ],
  [
    "a changelog of another form",
    ({ write }) => write("CHANGELOG.md", changelog("## 1.2.3\n")),
    [`CHANGELOG.md:5: expected "[Unreleased]" or "[X.Y.Z] - YYYY-MM-DD", got "1.2.3"`, NO_ENTRY],
  ],
  [
    "a dependency with a licence that is not allowed",
    (one) =>
      one.edit("package-lock.json", ({ packages }) =>
        Object.assign(packages["node_modules/leaf"]!, { license: "MIT AND GPL-3.0-only" }),
      ),
    ["leaf 2.0.0 (MIT AND GPL-3.0-only): not an allowed licence"],
  ],
  [
    "a program for another platform without a licence",
    (one) =>
      one.edit("package-lock.json", ({ packages }) => delete packages["node_modules/leaf-native"]!.license),
    ["leaf-native 2.0.0 (no licence): not an allowed licence"],
  ],
  [
    "a choice of licences, one of them allowed",
    (one) =>
      one.edit("package-lock.json", ({ packages }) =>
        Object.assign(packages["node_modules/leaf"]!, { license: "(GPL-3.0-only OR (MIT AND ISC))" }),
      ),
    [],
  ],
  [
    "a dependency without a text of its licence",
    ({ write }) => write("node_modules/leaf/LICENSE", ""),
    ["leaf 2.0.0 (0BSD): no text of its licence"],
  ],
  [
    "a bundled development dependency with a licence that is not allowed, and without a text",
    ({ write }) => write("hidden/src/page.ts", `import { tool } from "tool";\n`),
    [
      "tool 3.0.0 (GPL-3.0-only): not an allowed licence",
      "tool 3.0.0 (GPL-3.0-only): no text of its licence",
    ],
  ],
  [
    "a development dependency of tests, whatever its licence",
    ({ write }) => write("hidden/src/page.test.ts", `import { tool } from "tool";\n`),
    [],
  ],
])("%s", (_, change, problems) => {
  within(false, (project) => {
    change(project);
    expect(contentProblems(project.folder)).toEqual(problems);
  });
});

test.each([[[]], [["--dry-run", "--key", "k"]], [["verify", "a", "--esplora", "nowhere"]]])(
  "wrong usage: %j",
  (words) => {
    within(false, (project) => {
      const { status, output } = project.release(...words);
      expect(output).toContain("Usage:");
      expect(status).toBe(2);
    });
  },
);

test("a version is written everywhere it is stated, and nowhere else", () => {
  within(false, (project) => {
    expect(project.release("version", "1.3.0-rc.1").status).toBe(0);
    project.write("CHANGELOG.md", changelog("## [1.3.0-rc.1] - 2026-11-23\n\n- More.\n"));
    expect(contentProblems(project.folder)).toEqual([]);
    const lock = JSON.parse(readFileSync(join(project.folder, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/leaf"].version).toBe("2.0.0");
    expect(readFileSync(join(project.folder, "low/src/version.ts"), "utf8")).toContain(
      `version: "1.3.0-rc.1"`,
    );
    expect(project.release("version", "1.3").output).toBe("release: 1.3 is no version\n");
  });
});
