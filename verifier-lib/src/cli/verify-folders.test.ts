import { createHash } from "node:crypto";
import fs, { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exampleProof, ORIGINAL } from "../proof/example.testing.js";
import { HASHES } from "../rfc3161/hash-algorithm.js";
import { algorithm, integer, makeToken, NULL, octets, oid, sequence } from "../rfc3161/token.testing.js";
import { generalizedTime, type Issued, issueAuthority, issueUnit, NOW } from "../x509/authority.testing.js";
import { openDescriptors, runHere, withTerminal } from "./captured.testing.js";
import { CSV_TITLES } from "./rows/csv.js";

const scratch = mkdtempSync(join(tmpdir(), "svc-folders-"));
afterAll(() => rmSync(scratch, { recursive: true }));

function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(scratch, "x"));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const proof = encodePortableProof(exampleProof());
const wrong = encodePortableProof({
  ...exampleProof(),
  merkle: { ...exampleProof().merkle, root: "0".repeat(64) },
});
const missing = join(scratch, "missing");
const ONLINE = "→ --online asks public endpoints about the dates that are open\n";
const counts = (stdout: string) => /^\d+ files?: .*$/m.exec(stdout)?.[0];

let signer: Issued;
beforeAll(async () => {
  signer = await issueUnit(await issueAuthority("Root"));
});
/** A timestamp of a text. */
function sealOf(hash: "SHA-256" | "SHA-384" | "SHA-512", text: string): Promise<Uint8Array> {
  const digest = createHash(hash.replace("-", "").toLowerCase()).update(text).digest();
  const imprint = sequence(algorithm(HASHES[hash].oid, NULL), octets(digest));
  const content = sequence(integer("01"), oid("1.2.3.4"), imprint, integer("2a"), generalizedTime(NOW));
  return makeToken({ signer, content });
}

describe("as text", () => {
  test("a table of the evidence, the counts, what has no evidence, and what to do", async () => {
    const folder = folderOf({ "proof.json": proof, "original.txt": ORIGINAL, "other.txt": "x" });
    const { status, stdout, stderr } = await runHere(folder);
    expect([status, stderr]).toEqual([2, ""]);
    expect(stdout.split("\n")).toEqual([
      `CORRECT SO FAR  ${join(folder, "proof.json")}`,
      `                original ${join(folder, "original.txt")}`,
      expect.stringContaining("the date is not confirmed yet"),
      "",
      "1 file: 0 verified, 0 failed, 1 correct so far, 0 indeterminate, 0 unreadable",
      "1 file has no evidence here:",
      `  ${join(folder, "other.txt")}`,
      ONLINE.trimEnd(),
      "",
    ]);
  });

  test("nothing to verify", async () => {
    expect(await runHere(folderOf({}))).toEqual({
      status: 2,
      stdout: "No evidence was found.\n",
      stderr: "",
    });
    const folder = folderOf({ "a\n": "a" });
    const { stdout } = await runHere(folder);
    expect(stdout).toBe(`No evidence was found.\n1 file has no evidence here:\n  ${folder}/a\ufffd\n`);
  });

  test.each([
    [20, []],
    [21, ["  and 1 more"]],
    [23, ["  and 3 more"]],
  ])("of %i files without evidence, twenty are named", async (count, more) => {
    const names = Array.from({ length: count }, (_, i) => `${i + 10}`);
    const folder = folderOf(Object.fromEntries(names.map((name) => [name, name])));
    const { stdout } = await runHere(folder);
    expect(stdout.split("\n")).toEqual([
      "No evidence was found.",
      `${count} files have no evidence here:`,
      ...names.slice(0, 20).map((name) => `  ${join(folder, name)}`),
      ...more,
      "",
    ]);
  });

  test("--online is offered only where it helps", async () => {
    expect((await runHere(folderOf({ "p.json": wrong }))).stdout).not.toContain("--online");
    const folder = folderOf({ "p.json": proof });
    const asked = ["--online", "--rpc", "1=http://127.0.0.1:1", "--timeout", "1"];
    expect((await runHere(...asked, folder)).stdout).not.toContain("→ --online");
    const coloured = (await runHere("--color=always", folder)).stdout;
    expect(coloured).toContain(`\u001b[36m${ONLINE.trimEnd()}\u001b[0m\n`);
    expect(coloured).toContain("○ CORRECT SO FAR");
    const { stdout } = await withTerminal("stdout", true, () => runHere(folder));
    expect(stdout.includes("\u001b")).toBe((process.env["NO_COLOR"] ?? "") === "");
  });
});

test("as JSON and as CSV, in the order of the paths, and nothing else", async () => {
  const folder = folderOf({ "b.json": proof, "a.json": wrong, "x.txt": "x" });
  const paths = ["a.json", "b.json"].map((name) => join(folder, name));
  const json = await runHere("--json", folder);
  const lines = json.stdout.split("\n");
  expect([json.status, json.stderr, lines.pop()]).toEqual([1, "", ""]);
  expect(lines.map((line) => JSON.parse(line).input.name)).toEqual(paths);
  const csv = await runHere("--csv", folder);
  const [titles, ...rows] = csv.stdout.split("\r\n");
  expect([`${titles}\r\n`, rows.pop()]).toEqual([CSV_TITLES, ""]);
  expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
    [paths[0], "failed"],
    [paths[1], "indeterminate"],
  ]);
});

test("what cannot be read is told, and no success", async () => {
  const folder = folderOf({ "p.json": proof });
  const { status, stdout, stderr } = await runHere(folder, missing);
  expect([status, stderr]).toEqual([3, `svc-verify: ${missing}: no such file\n`]);
  expect(counts(stdout)).toContain("1 correct so far");
});

describe("is refused", () => {
  test.each([
    ["--original", "x"],
    ["--seal", "x"],
    ["--timestamp", "x"],
  ])("%s beside a folder", async (...words) => {
    const { status, stderr } = await runHere(...words, folderOf({}));
    expect([status, stderr]).toEqual([3, expect.stringContaining(`${words[0]}: expected FILE, not FOLDER`)]);
  });

  test("standard input beside a folder", async () => {
    const { status, stderr } = await runHere("-", folderOf({}));
    expect([status, stderr]).toEqual([3, expect.stringContaining("-: expected FILE, not FOLDER, beside it")]);
  });

  test("a given file that is missing", async () => {
    const { status, stdout, stderr } = await runHere("--crl", missing, folderOf({ "p.json": proof }));
    expect([status, stdout, stderr]).toEqual([3, "", expect.stringContaining(`${missing}: no such file`)]);
  });
});

describe("originals of seals", () => {
  test.each(["SHA-256", "SHA-384", "SHA-512"] as const)("are found by %s, too", async (hash) => {
    const folder = folderOf({ "a.tsr": await sealOf(hash, "a"), "a.txt": "a", "b.txt": "b" });
    const { stdout } = await runHere("--json", folder);
    const report = JSON.parse(stdout);
    expect(report.inputs[0]).toMatchObject({
      kind: "original",
      name: join(folder, "a.txt"),
      status: "checked",
    });
  });

  test("the first of several copies, for each of several seals", async () => {
    const folder = folderOf({
      "s.tsr": await sealOf("SHA-512", "a"),
      "t.tsr": await sealOf("SHA-384", "b"),
      "1.txt": "a",
      "2.txt": "a",
      "3.txt": "b",
    });
    const { stdout } = await runHere(folder);
    expect(stdout.match(/original .*/g)).toEqual([
      `original ${join(folder, "1.txt")}`,
      `original ${join(folder, "3.txt")}`,
    ]);
    // The second copy has evidence, as the first has.
    expect(stdout).not.toContain("no evidence here");
  });

  test("evidence may be an original, and stays evidence", async () => {
    const folder = folderOf({ "a.tsr": await sealOf("SHA-512", proof), "b.json": proof });
    const { stdout } = await runHere("--json", folder);
    const [seal, other] = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(seal.inputs[0]).toMatchObject({ kind: "original", name: join(folder, "b.json") });
    expect(other.input.name).toBe(join(folder, "b.json"));
  });

  test("evidence that cannot be read may be an original", async () => {
    const broken = "-----";
    const folder = folderOf({ "a.tsr": await sealOf("SHA-512", broken), "b.ots": broken });
    const { stdout } = await runHere("--json", folder);
    expect(JSON.parse(stdout.split("\n")[0]!).inputs[0]).toMatchObject({
      kind: "original",
      name: join(folder, "b.ots"),
    });
  });
});

describe("progress", () => {
  const files = Object.fromEntries(Array.from({ length: 3 }, (_, i) => [`${i}.json`, proof]));

  test("is shown on a terminal, to the last file", async () => {
    const { stderr } = await withTerminal("stderr", true, () => runHere(folderOf(files)));
    expect(stderr).toBe(
      "\rreading: 1 of 3\rreading: 2 of 3\rreading: 3 of 3\n\rverifying: 1 of 3\rverifying: 2 of 3\rverifying: 3 of 3\n",
    );
    expect((await withTerminal("stderr", true, () => runHere(folderOf({})))).stderr).toBe("");
    expect((await withTerminal("stderr", false, () => runHere(folderOf(files)))).stderr).toBe("");
  });

  test("begins with the first file, whatever its percentage", async () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}.txt`, `${i}`]));
    const { stderr } = await withTerminal("stderr", true, () => runHere(folderOf(many)));
    expect(stderr.startsWith("\rreading: 1 of 100\rreading: 2 of 100\r")).toBe(true);
  });

  test("each percentage once", async () => {
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`${i}.txt`, `${i}`]));
    const { stderr } = await withTerminal("stderr", true, () => runHere(folderOf(many)));
    expect(stderr.match(/reading/g)).toHaveLength(101);
    expect(stderr).toMatch(/reading: 250 of 250\n$/);
  });
});

test.each(["openSync", "readFileSync"] as const)(
  "a file that %s refuses is told, and no success",
  async (name) => {
    const folder = folderOf({ "a.json": proof, "b.json": proof });
    const refused = join(folder, "a.json");
    const original = fs[name] as (...given: unknown[]) => unknown;
    const replace = (to: unknown) => {
      (fs as unknown as Record<string, unknown>)[name] = to;
      syncBuiltinESMExports();
    };
    replace((...given: unknown[]) => {
      if (given[0] === refused) throw Object.assign(new Error("no"), { code: "EACCES" });
      return original(...given);
    });
    try {
      const { status, stdout, stderr } = await runHere("--json", folder);
      expect([status, stderr]).toEqual([3, `svc-verify: ${refused}: permission denied\n`]);
      expect(stdout).toContain(join(folder, "b.json"));
      const both = await runHere(folder, missing);
      expect(both.status).toBe(3);
    } finally {
      replace(original);
    }
  },
);

test("no file stays open", async () => {
  const folder = folderOf({ "p.json": proof, "raw.bin": Buffer.alloc(160) });
  const before = openDescriptors();
  await runHere("--headers", `${join(folder, "raw.bin")}@0`, folder);
  expect(openDescriptors()).toBe(before);
});
