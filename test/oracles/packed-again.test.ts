/**
 * Packages and containers that other programs packed again, from a folder in which systems left files of their own: they
 * verify. What these programs compress or encrypt in other ways is named. docs/formats/evidence.md, "Packed again".
 */

import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Report, verify } from "@svc-proof/verifier-lib";
import { afterAll, describe, expect, test } from "vitest";
import { parseZip, readWhole } from "../../verifier-lib/src/archive/zip.js";
import { externalTool } from "../certificates/external-tool.js";
import { exampleChain, PROOF, packed, README, STREAMED_ORIGINAL, TIMESTAMP } from "../evidence-packages.js";
import { asicBytes, asicCases, pemOf } from "../vectors/asic/cases.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-packed-again-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

/** The files of an archive on the disk, in a folder `evidence`, with those that systems add. */
async function unpacked(archive: Uint8Array, litter: readonly string[]): Promise<string> {
  const folder = mkdtempSync(join(scratch, "unpacked-"));
  const write = (name: string, content: string | Uint8Array) => {
    const path = join(folder, "evidence", name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  for (const entry of await parseZip(archive)) write(entry.name, await readWhole(entry));
  for (const name of litter) write(name, "left by a system");
  return folder;
}

interface Packer {
  readonly about: string;
  readonly program: string;
  /** Words of the program. `-` as its output is a pipe. */
  readonly words: (output: string, what: string) => readonly string[];
}

const PACKERS: readonly Packer[] = [
  { about: "Info-ZIP", program: "zip", words: (output, what) => ["-qr", output, what] },
  { about: "Info-ZIP, to a pipe", program: "zip", words: (_, what) => ["-qr", "-", what] },
  { about: "7-Zip", program: "7z", words: (output, what) => ["a", "-bd", "-tzip", output, what] },
  { about: "bsdtar", program: "bsdtar", words: (output, what) => ["--format", "zip", "-cf", output, what] },
  {
    about: "bsdtar, to a pipe",
    program: "bsdtar",
    words: (_, what) => ["--format", "zip", "-cf", "-", what],
  },
  {
    about: "bsdtar, from ./",
    program: "bsdtar",
    words: (_, what) => ["--format", "zip", "-cf", "-", what === "." ? "./" : "./evidence"],
  },
  { about: "jar", program: "jar", words: (output, what) => ["cf", output, what] },
  { about: "jar, without a manifest", program: "jar", words: (output, what) => ["cfM", output, what] },
  { about: "Python", program: "python3", words: (output, what) => ["-m", "zipfile", "-c", output, what] },
];
const PROBES: Readonly<Record<string, string>> = { zip: "-v", "7z": "i" };
const isHere = new Map(
  [...new Set(PACKERS.map(({ program }) => program))].map((program) => [
    program,
    externalTool(program, PROBES[program] ?? "--version") !== null,
  ]),
);

let count = 0;
function packedBy({ program, words }: Packer, folder: string, what: string): Uint8Array {
  const output = join(scratch, `${count++}.zip`);
  const cwd = what === "evidence" ? folder : join(folder, "evidence");
  const { status, stdout, stderr } = spawnSync(program, words(output, what), { cwd, maxBuffer: 1 << 26 });
  expect(status, stderr.toString()).toBe(0);
  return new Uint8Array(words(output, what).includes("-") ? stdout : readFileSync(output));
}

const LITTER = [".DS_Store", "desktop.ini", "._proof.json", "proof.json:Zone.Identifier"];
const BESIDE_ORIGINAL = ["original/.DS_Store", "original/._example.txt", "original/Thumbs.db"];
const cases = PACKERS.flatMap((packer) => [".", "evidence"].map((what) => ({ ...packer, what, packer })));
const online = { sources: [exampleChain()] };
const uncheckedOf = ({ notices }: Report) =>
  notices.find(({ code }) => code === "parts_not_checked")?.evidence["parts"] as string[];

describe("a package with what systems left in it", () => {
  test.for(cases)("$about: $what", async ({ packer, program, what }, { skip }) => {
    if (!isHere.get(program)) skip();
    const litter = [...LITTER, ...BESIDE_ORIGINAL];
    const folder = await unpacked(await packed(README, PROOF, TIMESTAMP, STREAMED_ORIGINAL), litter);
    const report = await verify(packedBy(packer, folder, what), online);
    expect(report.outcome, JSON.stringify(report.checks[0])).toBe("verified");
    expect(report.checks[1]).toMatchObject({ id: "content", status: "passed" });
    const unchecked = uncheckedOf(report).map((name) => name.replace(/^(?:\.\/)?evidence\//, ""));
    expect(unchecked).toEqual(expect.arrayContaining(["README.txt", ...litter]));
  });
});

describe("a container with what systems left in it", () => {
  test.for(cases)("$about: $what", async ({ packer, program, what }, { skip }) => {
    if (!isHere.get(program)) skip();
    const folder = await unpacked(asicBytes("good/renewed.asics"), [".DS_Store", "Thumbs.db"]);
    const { anchor, certificates, at } = asicCases;
    const trust = [anchor, ...certificates].map((path, i) => ({
      kind: i === 0 ? ("trust" as const) : ("certificates" as const),
      content: pemOf(path),
    }));
    const report = await verify(packedBy(packer, folder, what), { evidence: trust, now: new Date(at) });
    expect(report.outcome, JSON.stringify(report.checks[0])).toBe("verified");
    expect(report.input.type).toBe("asic-s");
  });
});

/** The reader's own code, in reports that state a class of codes and in those that do not. */
function faultOf({ checks }: Report): unknown {
  const { code, evidence } = checks[0]!;
  return evidence["fault"] ?? code;
}

describe("what is not read is named, with what helps", () => {
  const OTHERS: readonly (readonly [words: readonly string[], code: string, message: string])[] = [
    [["-mm=Deflate64"], "zip_method_unsupported", "Deflate64"],
    [["-mm=BZip2"], "zip_method_unsupported", "BZIP2"],
    [["-mm=LZMA"], "zip_method_unsupported", "LZMA"],
    [["-mm=PPMd"], "zip_method_unsupported", "PPMd"],
    [["-psecret", "-mem=AES256"], "zip_encrypted", "encrypted"],
    [["-psecret", "-mem=ZipCrypto"], "zip_encrypted", "encrypted"],
  ];

  test.for(OTHERS)("7-Zip with %j: %s", async ([words, code, message], { skip }) => {
    if (!isHere.get("7z")) skip();
    const folder = await unpacked(await packed(README, PROOF), []);
    const packer: Packer = {
      about: "",
      program: "7z",
      words: (output, what) => ["a", "-bd", "-tzip", ...words, output, what],
    };
    const report = await verify(packedBy(packer, folder, "."), online);
    expect([faultOf(report), report.claims]).toEqual([code, []]);
    expect(report.checks[0]!.evidence["message"]).toContain(message);
    expect(report.checks[0]!.evidence["message"]).toContain("unpack the archive and give the folder");
  });
});
