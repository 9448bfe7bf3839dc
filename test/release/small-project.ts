/** A checkout of two small packages in a repository of its own, to release it. */
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { root } from "../e2e/sandbox.js";

const LICENCE =
  "Permission to use, copy, modify, and/or distribute this software for any purpose is granted.";

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const manifest = (name: string, more: object = {}) => ({
  name: `@svc-proof/${name}`,
  version: "1.2.3",
  license: "Apache-2.0",
  files: ["index.js"],
  exports: "./index.js",
  ...more,
});

const FILES: Readonly<Record<string, string>> = {
  ".gitignore": "node_modules/\nrelease/\n",
  "CHANGELOG.md": "# Changelog\n\n## [Unreleased]\n\n## [1.2.3] - 2026-11-22\n\n### Verifier\n\n- Begins.\n",
  "package.json": json({
    name: "small",
    version: "1.2.3",
    private: true,
    license: "Apache-2.0",
    workspaces: ["low", "high", "hidden"],
  }),
  "low/package.json": json(manifest("low", { dependencies: { leaf: "2.0.0" } })),
  "low/index.js": "export const low = 1;\n",
  "low/src/version.ts": `export const LOW = { name: "@svc-proof/low", version: "1.2.3" } as const;\n`,
  "high/package.json": json(
    manifest("high", {
      devDependencies: { leaf: "2.0.0" },
      dependencies: { "@svc-proof/low": "1.2.3" },
      bin: { high: "index.js" },
    }),
  ),
  "high/src/index.ts": `import "leaf";\n`,
  "high/index.js": "#!/usr/bin/env node\nexport const high = 2;\n",
  "hidden/package.json": json(manifest("hidden", { private: true, devDependencies: { tool: "3.0.0" } })),
  "package-lock.json": json({
    name: "small",
    version: "1.2.3",
    lockfileVersion: 3,
    packages: {
      "": { name: "small", version: "1.2.3", workspaces: ["low", "high", "hidden"] },
      low: {
        name: "@svc-proof/low",
        version: "1.2.3",
        license: "Apache-2.0",
        dependencies: { leaf: "2.0.0" },
      },
      high: {
        name: "@svc-proof/high",
        version: "1.2.3",
        license: "Apache-2.0",
        dependencies: { "@svc-proof/low": "1.2.3" },
      },
      hidden: {
        name: "@svc-proof/hidden",
        version: "1.2.3",
        license: "Apache-2.0",
        devDependencies: { tool: "3.0.0" },
      },
      "node_modules/@svc-proof/low": { resolved: "low", link: true },
      "node_modules/@svc-proof/high": { resolved: "high", link: true },
      "node_modules/@svc-proof/hidden": { resolved: "hidden", link: true },
      "node_modules/leaf": {
        version: "2.0.0",
        license: "0BSD",
        integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}`,
        optionalDependencies: { "leaf-native": "2.0.0" },
      },
      "node_modules/leaf-native": { version: "2.0.0", license: "0BSD", optional: true, os: ["plan9"] },
      "node_modules/tool": { version: "3.0.0", license: "GPL-3.0-only", dev: true },
    },
  }),
  "node_modules/leaf/LICENSE": `${LICENCE}\n`,
  "node_modules/leaf/package.json": json({ name: "leaf", version: "2.0.0" }),
};

/** What tests change in package.json and in the lockfile. */
interface EditableDocument {
  version: string;
  license?: string;
  readonly dependencies: Record<string, string>;
  readonly packages: Record<string, EditableDocument>;
}

export interface SmallProject {
  readonly folder: string;
  write(path: string, text: string): void;
  /** Changes a JSON document. */
  edit(path: string, change: (document: EditableDocument) => void): void;
  git(...words: readonly string[]): void;
  commit(): void;
  /** `npm run release -- ...`, on this project. */
  release(...words: readonly string[]): { readonly status: number | null; readonly output: string };
  remove(): void;
}

/** @param isInGit whether it is a repository with one commit. */
export function smallProject({ isInGit }: { readonly isInGit: boolean }): SmallProject {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-small-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const identity = [
    "-c",
    "user.name=Test",
    "-c",
    "user.email=test@example.org",
    "-c",
    "commit.gpgsign=false",
  ];
  const git = (...words: readonly string[]) => {
    execFileSync("git", [...identity, ...words], { cwd: folder, stdio: "pipe" });
  };
  const commit = () => {
    git("add", "-A");
    git("commit", "--quiet", "--allow-empty", "-m", "A state");
  };
  for (const [path, text] of Object.entries(FILES)) write(path, text);
  if (isInGit) {
    git("init", "--quiet");
    commit();
  }
  return {
    folder,
    write,
    git,
    commit,
    edit(path, change) {
      const document = JSON.parse(readFileSync(join(folder, path), "utf8"));
      change(document);
      write(path, json(document));
    },
    release(...words) {
      const program = join(root, "scripts/release/main.mjs");
      const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...words, "--root", folder], {
        cwd: folder,
        encoding: "utf8",
      });
      return { status, output: `${stdout}${stderr}` };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
