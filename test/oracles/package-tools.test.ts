/**
 * How third-party programs read the archives that are refused here: each archive shows some program
 * another file.
 */
import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { externalTool } from "../certificates/external-tool.js";
import { packageCases, packagePath } from "../vectors/packages/cases.js";
import { bytesOf } from "../vectors/svc-proof-2/cases.js";
import { hasBsdtar, hasPython, hasSevenZip, hasUnzip } from "./zip-tools.js";

const folder = mkdtempSync(join(tmpdir(), "svc-package-tools-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Tool = "unzip" | "7z" | "bsdtar" | "python3";

const TOOLS: Readonly<
  Record<Tool, { readonly isHere: boolean; readonly unpack: (from: string, to: string) => string[] }>
> = {
  unzip: { isHere: hasUnzip, unpack: (from, to) => ["-qq", "-o", from, "-d", to] },
  "7z": { isHere: hasSevenZip, unpack: (from, to) => ["x", "-y", `-o${to}`, from] },
  bsdtar: { isHere: hasBsdtar, unpack: (from, to) => ["-xf", from, "-C", to] },
  python3: { isHere: hasPython, unpack: (from, to) => ["-m", "zipfile", "-e", from, to] },
};

/** The folder into which the program unpacked a case; its complaints do not count. */
function unpacked(tool: Tool, file: string): string {
  const to = mkdtempSync(join(folder, "unpacked-"));
  spawnSync(tool, TOOLS[tool].unpack(packagePath(file), to), { stdio: "ignore" });
  return to;
}

const PROOF = Buffer.from(bytesOf({ file: "good/one-leaf.json" }));
const OTHER_PROOF = Buffer.from(bytesOf({ file: "good/two-leaves-first.json" }));

const LINKS: readonly (readonly [Tool, string])[] = [
  ["unzip", "bad/link-unix.zip"],
  ["7z", "bad/link-unix.zip"],
  ["bsdtar", "bad/link-unix.zip"],
  ["7z", "bad/link-dos.zip"],
  ["unzip", "bad/link-vms.zip"],
  ["unzip", "bad/link-atari.zip"],
  ["unzip", "bad/link-beos.zip"],
  ["unzip", "bad/link-atheos.zip"],
  ["7z", "bad/link-7-zip.zip"],
  ["unzip", "bad/link-asi.zip"],
];

describe("a link", () => {
  test.for(LINKS)("%s makes one of %s", ([tool, file], { skip }) => {
    if (!TOOLS[tool].isHere) skip();
    expect(lstatSync(join(unpacked(tool, file), "original/contract.txt")).isSymbolicLink()).toBe(true);
  });
});

const FOLDERS: readonly (readonly [Tool, string])[] = [
  ["7z", "bad/folder-by-dos.zip"],
  ["bsdtar", "bad/folder-by-dos.zip"],
  ["7z", "bad/folder-by-unix.zip"],
  ["bsdtar", "bad/folder-by-unix.zip"],
];

describe("a folder", () => {
  test.for(FOLDERS)("%s makes one of %s", ([tool, file], { skip }) => {
    if (!TOOLS[tool].isHere) skip();
    expect(lstatSync(join(unpacked(tool, file), "proof.json")).isDirectory()).toBe(true);
  });
});

describe.skipIf(!hasUnzip)("unzip", () => {
  test("leaves a volume label out", () => {
    expect(readdirSync(unpacked("unzip", "bad/volume-label.zip"))).toEqual([]);
  });

  test.each(["bad/version.zip", "bad/version-empty.zip", "bad/dropped-byte.zip"])(
    "unpacks one proof over the other: %s",
    (file) => {
      const to = unpacked("unzip", file);
      expect(readdirSync(to)).toEqual(["proof.json"]);
      expect(readFileSync(join(to, "proof.json")).equals(OTHER_PROOF)).toBe(true);
    },
  );
});

const ARCHIVES: readonly (readonly [Tool, string])[] = [
  ["unzip", "bad/zip-between.pdf"],
  ["python3", "bad/zip-between.pdf"],
  ["python3", "bad/zip-odd-entry.pdf"],
];

describe("an archive in a certificate", () => {
  test.for(ARCHIVES)("%s finds another proof in %s", ([tool, file], { skip }) => {
    if (!TOOLS[tool].isHere) skip();
    expect(readFileSync(join(unpacked(tool, file), "proof.json")).equals(OTHER_PROOF)).toBe(true);
  });
});

const pdfdetach = externalTool("pdfdetach", "-v");
const qpdf = externalTool("qpdf", "--version");

describe("a certificate in an archive", () => {
  test.skipIf(pdfdetach === null)("poppler finds another proof in the first entry", () => {
    const to = join(mkdtempSync(join(folder, "detached-")), "proof.json");
    pdfdetach!("-save", "1", "-o", to, packagePath("bad/pdf-first.zip"));
    expect(readFileSync(to).equals(OTHER_PROOF)).toBe(true);
  });
});

describe("accepted files", () => {
  const zips = packageCases.good.filter(({ file }) => file.endsWith(".zip")).map(({ file }) => file);
  const cases = (Object.keys(TOOLS) as Tool[]).flatMap((tool) => zips.map((file) => [tool, file] as const));

  const FOLDERS_ON_TOP: Readonly<Record<string, string>> = { "good/folder-on-top.zip": "evidence" };

  test.for(cases)("%s sees the same proof in %s", ([tool, file], { skip }) => {
    if (!TOOLS[tool].isHere) skip();
    const path = join(unpacked(tool, file), FOLDERS_ON_TOP[file] ?? "", "proof.json");
    expect(lstatSync(path).isFile()).toBe(true);
    expect(readFileSync(path).equals(PROOF)).toBe(true);
  });

  test.skipIf(qpdf === null)("qpdf sees the same attachment", () => {
    const { output } = qpdf!("--show-attachment=proof.json", packagePath("good/plain.pdf"));
    expect(output.equals(PROOF)).toBe(true);
  });
});
