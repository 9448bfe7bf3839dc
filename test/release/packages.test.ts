/**
 * The tarballs of this checkout: the same bytes wherever and whenever they are made, and vectors that run as a stranger has them.
 * With SVC_TEST_RELEASE=full everything is compiled twice, not only one package.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildCopy, copyCommit, normaliseModes, packPackages } from "../../scripts/release/build.mjs";
import { publicPackages } from "../../scripts/workspaces.mjs";
import { root } from "../e2e/sandbox.js";

const isFull = process.env["SVC_TEST_RELEASE"] === "full";
const packages = publicPackages(root);

let folder: string;
let packed: ReturnType<typeof packPackages>;
const at = (copy: string, filename: string) => readFileSync(join(folder, copy, "out", filename));
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "svc-proof-packages-"));
  const tree = treeOfCheckout();
  packed = packedIn("one", tree, false);
  expect(packedIn("a/folder/elsewhere", tree, true)).toEqual(packed);
}, 1_800_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What is in the checkout now, committed or not, without touching its index. */
function treeOfCheckout(): string {
  const env = { ...process.env, GIT_INDEX_FILE: join(folder, "index") };
  const git = (...words: readonly string[]) =>
    execFileSync("git", words, { cwd: root, env, encoding: "utf8" }).trim();
  git("read-tree", "HEAD");
  git("add", "--all");
  return git("write-tree");
}

/** @param isOther whether it is built by somebody whose files only they can read, at another time. */
function packedIn(name: string, tree: string, isOther: boolean) {
  const copy = join(folder, name, "copy");
  mkdirSync(copy, { recursive: true });
  copyCommit(root, tree, copy);
  if (isFull) buildCopy(copy);
  else takeBuilt(copy, isOther);
  if (isOther) changeModesAndTimes(copy);
  normaliseModes(copy);
  return packPackages(copy, join(folder, name, "out"));
}

/** The build of the checkout; for the other `shared` is compiled anew. */
function takeBuilt(copy: string, isOther: boolean): void {
  for (const { folder: workspace } of packages) {
    const built = join(root, workspace, "dist");
    if (existsSync(built)) cpSync(built, join(copy, workspace, "dist"), { recursive: true });
  }
  if (!isOther) return;
  rmSync(join(copy, "shared/dist"), { recursive: true });
  execFileSync(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-b", join(copy, "shared")]);
}

function changeModesAndTimes(copy: string): void {
  for (const { folder: workspace } of packages) {
    execFileSync("chmod", ["-R", "u=rwX,go=", join(copy, workspace)]);
    utimesSync(join(copy, workspace, "package.json"), new Date(0), new Date(0));
  }
}

test("all public packages are packed", () => {
  expect(packed.map(({ name }) => name)).toEqual(packages.map(({ manifest }) => manifest.name));
  expect(packed.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["@svc-proof/shared", "@svc-proof/verifier-lib", "@svc-proof/vectors"]),
  );
});

describe.each(packages.map(({ manifest, folder: workspace }) => [manifest.name, workspace] as const))(
  "%s",
  (name, workspace) => {
    const filenameOf = () => packed.find((one) => one.name === name)!.filename;

    test("two builds in two folders, with other modes and times, are the same bytes", () => {
      const [one, other] = ["one", "a/folder/elsewhere"].map((copy) => at(copy, filenameOf()));
      expect(createHash("sha256").update(one!).digest("hex")).toBe(
        createHash("sha256").update(other!).digest("hex"),
      );
    });

    test("nothing in it tells who built it, where or when", () => {
      const bytes = at("one", filenameOf());
      // RFC 1952: flags, time, and the operating system: unknown.
      expect([bytes[3], bytes.readUInt32LE(4), bytes[9]]).toEqual([0, 0, 255]);
      const tar = gunzipSync(bytes);
      const headers = headersOf(tar);
      expect(headers.map(({ path }) => path)).toEqual(
        expect.arrayContaining(["package/package.json", "package/README.md", "package/LICENSE"]),
      );
      expect(headers.filter(({ mode }) => !["000644", "000755"].includes(mode))).toEqual([]);
      expect(new Set(headers.map(({ mtime }) => mtime)).size).toBe(1);
      expect(tar.includes(folder)).toBe(false);
      expect(tar.includes(root)).toBe(false);
    });

    test("it has no tests, no build information and no source maps without sources", () => {
      const paths = headersOf(gunzipSync(at("one", filenameOf()))).map(({ path }) => path);
      expect(paths.filter((path) => /\.test\.|\.tsbuildinfo$|\/node_modules\//.test(path))).toEqual([]);
      expect(existsSync(join(root, workspace, "package.json"))).toBe(true);
    });
  },
);

/** Ustar headers; names of more than a hundred characters have a prefix. */
function headersOf(tar: Buffer): { readonly path: string; readonly mode: string; readonly mtime: string }[] {
  const headers = [];
  for (let offset = 0; offset + 512 <= tar.length && tar[offset] !== 0; ) {
    const text = (start: number, length: number) =>
      tar
        .toString("utf8", offset + start, offset + start + length)
        .replace(/\0.*$/s, "")
        .trim();
    const size = Number.parseInt(text(124, 12), 8);
    const type = text(156, 1);
    const prefix = text(345, 155);
    if (type === "0" || type === "") {
      headers.push({
        path: prefix === "" ? text(0, 100) : `${prefix}/${text(0, 100)}`,
        mode: text(100, 8),
        mtime: text(136, 12),
      });
    }
    offset += 512 + 512 * Math.ceil(size / 512);
  }
  return headers;
}

describe("the vectors, as a stranger has them", () => {
  let stranger: string;
  beforeAll(() => {
    stranger = join(folder, "stranger");
    for (const name of ["shared", "verifier-lib", "vectors"]) {
      const target = join(stranger, "node_modules/@svc-proof", name);
      mkdirSync(target, { recursive: true });
      const { filename } = packed.find((one) => one.name === `@svc-proof/${name}`)!;
      execFileSync("tar", ["-xzf", join(folder, "one/out", filename), "-C", target, "--strip-components=1"]);
    }
    for (const name of ["@noble/hashes", "@noble/secp256k1"]) {
      cpSync(join(root, "node_modules", name), join(stranger, "node_modules", name), { recursive: true });
    }
  });
  const vectors = (...parts: readonly string[]) =>
    join(stranger, "node_modules/@svc-proof/vectors", ...parts);
  const run = (options: readonly string[], command: readonly string[]) => {
    const words = [vectors("bin/svc-proof-vectors.mjs"), ...options, "--", ...command];
    const { status, stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8" });
    return { status, output: `${stdout}${stderr}` };
  };
  const example = () => [process.execPath, vectors("example-runner.mjs")];

  test("our verifier gives what every case expects", () => {
    const count = readdirSync(vectors()).flatMap((kind) =>
      existsSync(vectors(kind, "cases.json"))
        ? JSON.parse(readFileSync(vectors(kind, "cases.json"), "utf8")).cases
        : [],
    ).length;
    expect(run([], example())).toEqual({ status: 0, output: `${count} passed, 0 failed, 0 skipped\n` });
    expect(count).toBeGreaterThan(500);
  });

  test("an expectation that is wrong fails, and is told", () => {
    const path = vectors("asic", "cases.json");
    const right = readFileSync(path, "utf8");
    const document = JSON.parse(right);
    const [first] = document.cases;
    first.expected.outcome = "failed";
    writeFileSync(path, JSON.stringify(document));
    const { status, output } = run(["--kind", "asic"], example());
    writeFileSync(path, right);
    expect(output).toContain(`asic/${first.name}: expected failed, got verified`);
    expect(output).toContain(`${document.cases.length - 1} passed, 1 failed, 0 skipped`);
    expect(status).toBe(1);
  });

  // ALL, VERIFIED and OTHER stand for the number of cases, and of those that expect that or something else.
  test.each<[string, string, number, RegExp]>([
    ["answers nothing", "process.stdin.resume()", 1, /no result[\s\S]*0 passed, ALL failed, 0 skipped/],
    [
      "skips everything",
      `require("readline").createInterface({input: process.stdin}).on("line", (l) => { const {kind, name} = JSON.parse(l); console.log(JSON.stringify({kind, name, skipped: "no"})) })`,
      1,
      /^0 passed, 0 failed, ALL skipped/,
    ],
    [
      "calls everything verified",
      `require("readline").createInterface({input: process.stdin}).on("line", (l) => { const {kind, name} = JSON.parse(l); console.log(JSON.stringify({kind, name, outcome: "verified", checks: []})) })`,
      1,
      /^VERIFIED passed, OTHER failed, 0 skipped/m,
    ],
    ["ends badly", "process.exit(3)", 2, /the runner ended with 3/],
    ["writes no JSON", `console.log("x"); process.stdin.resume()`, 2, /wrote no JSON object: x/],
    [
      "gets no expectation",
      `process.stdin.on("data", (d) => { if (/"expected"/.test(d)) process.exit(9) })`,
      1,
      /no result/,
    ],
  ])("a runner that %s is told", (_, program, status, told) => {
    const result = run(["--kind", "asic", "--outcome-only"], [process.execPath, "-e", program]);
    const { cases } = JSON.parse(readFileSync(vectors("asic", "cases.json"), "utf8"));
    const verified = cases.filter(
      ({ expected }: { readonly expected: { readonly outcome: string } }) => expected.outcome === "verified",
    ).length;
    const numbers: Readonly<Record<string, number>> = {
      ALL: cases.length,
      VERIFIED: verified,
      OTHER: cases.length - verified,
    };
    const source = told.source.replace(/ALL|VERIFIED|OTHER/g, (word) => String(numbers[word]));
    expect(result.output).toMatch(new RegExp(source, told.flags));
    expect(result.status).toBe(status);
  });
});
