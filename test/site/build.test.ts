/** The production build: the same from the same sources wherever it is made, and bound by its hashes. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { builtSite } from "./browser.js";
import { buildCopy } from "./built-copy.js";

interface BuildList {
  readonly format: string;
  readonly version: string;
  readonly build: string;
  readonly content_security_policy: string;
  readonly files: readonly { path: string; size_bytes: number; sha256: string }[];
}

const listOf = (folder: string): BuildList => JSON.parse(readFileSync(join(folder, "build.json"), "utf8"));
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest("hex");
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();

describe("a build in another folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-proof-build-"));
  let copy: string;

  beforeAll(() => {
    const deep = join(folder, "a deeper", "folder, with blanks & ünïcode", "b");
    copy = buildCopy(deep, { fromSources: true });
  }, 300_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is that of this workspace, to the byte", () => {
    expect(filesOf(copy)).toEqual(filesOf(builtSite));
    for (const path of filesOf(builtSite)) {
      expect(sha256(readFileSync(join(copy, path))), path).toBe(sha256(readFileSync(join(builtSite, path))));
    }
  });

  // The test runner's own NODE_ENV is not that of a production build, and must not matter.
  test("reveals nothing of the folder it was made in", () => {
    for (const path of filesOf(copy)) {
      if (/\.(?:br|gz|png)$/.test(path)) continue;
      const told = /svc-proof-build-|node_modules\//.exec(readFileSync(join(copy, path), "utf8"));
      expect(told?.[0], path).toBeUndefined();
    }
  });
});

describe("the worker", () => {
  test("has an entry that no other file imports: WebKit would evaluate it a second time", () => {
    const scripts = filesOf(builtSite).filter((path) => path.endsWith(".js"));
    const [entry, ...others] = scripts.filter((path) => /\/worker-[^/]+\.js$/.test(path));
    expect(entry).toBeDefined();
    expect(others).toEqual([]);
    const name = entry!.slice(entry!.lastIndexOf("/") + 1);
    const importing = scripts.filter((path) =>
      new RegExp(`(?:from|import)\\s*\\(?\\s*["'\`]\\./${name.replaceAll(".", "\\.")}`).test(
        readFileSync(join(builtSite, path), "utf8"),
      ),
    );
    expect(importing).toEqual([]);
  });
});

describe("the list of files", () => {
  const list = listOf(builtSite);

  test("names each existing file with its hash", () => {
    const listed = list.files.map(({ path }) => path);
    const there = filesOf(builtSite).filter((path) => !/\.(?:br|gz)$/.test(path) && path !== "build.json");
    expect([...listed].sort()).toEqual(there);
    for (const { path, size_bytes, sha256: hash } of list.files) {
      const bytes = readFileSync(join(builtSite, path));
      expect([sha256(bytes), bytes.length], path).toEqual([hash, size_bytes]);
    }
  });

  test.skipIf(!existsSync("/usr/bin/sha256sum"))("gives the build's hash as coreutils do", () => {
    const printed = execFileSync("bash", ["-c", "LC_ALL=C sha256sum assets/*[!rz] | sha256sum"], {
      cwd: builtSite,
      encoding: "utf8",
    });
    expect(list.build).toBe(printed.slice(0, 64));
  });

  test("names the same build as both pages", () => {
    for (const page of ["index.html", "verifier.html"]) {
      const html = readFileSync(join(builtSite, page), "utf8");
      expect(html).toContain(`<meta name="svc-build" content="${list.version} ${list.build}">`);
    }
  });
});

test("includes the licences of bundled code, in the single file too", () => {
  const notices = readFileSync(join(builtSite, "licenses.txt"), "utf8");
  for (const name of ["preact", "comlink", "@noble/hashes", "workbox-precaching", "@fontsource/noto-sans"]) {
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  }
  expect(notices).not.toContain("-->");
  expect(readFileSync(join(builtSite, "verifier.html"), "utf8")).toContain(notices);
});

describe("the page", () => {
  const html = readFileSync(join(builtSite, "index.html"), "utf8");
  const integrity = (path: string) =>
    `sha256-${createHash("sha256")
      .update(readFileSync(join(builtSite, path)))
      .digest("base64")}`;

  test("loads no script or style without its hash, and none from elsewhere", () => {
    const tags = html.match(/<(?:script|link)\b[^>]*>/g) ?? [];
    const loaded = tags.filter((tag) => /\.(?:js|css)"/.test(tag));
    expect(loaded.length).toBeGreaterThan(0);
    for (const tag of loaded) {
      const path = /(?:src|href)="\.\/([^"]+)"/.exec(tag)?.[1];
      expect(path, tag).toBeDefined();
      expect(tag).toContain(`integrity="${integrity(path!)}"`);
    }
    expect(html).not.toMatch(/(?:src|href)="(?:https?:)?\/\//);
    expect(html).not.toMatch(/\son\w+=|style=/);
  });

  test("names the hash of each module that it loads later", () => {
    const map = JSON.parse(/<script type="importmap">([^<]+)<\/script>/.exec(html)![1]!);
    const modules = Object.entries<string>(map.integrity);
    // Those of retries have a query, and the same bytes.
    for (const [path, hash] of modules) expect(hash, path).toBe(integrity(path.slice(2).replace(/\?.*/, "")));
    const entry = readFileSync(join(builtSite, /src="\.\/([^"]+)"/.exec(html)![1]!), "utf8");
    for (const [, path] of entry.matchAll(/import\(`?["'`]\.\/([^"'`]+\.js)["'`]/g))
      expect(Object.keys(map.integrity)).toContain(`./assets/${path}`);
  });
});
