import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { encodePortableProof } from "@svc-proof/shared/proof";
import { beforeAll, describe, expect, test } from "vitest";
import { exampleProof, ORIGINAL } from "../judge/example.testing.js";
import { openPathsIn } from "../node/open-paths.testing.js";
import { type Issued, issueAuthority, issueUnit } from "../x509/authority.testing.js";
import { folders, linesOf, runHere, sealOf, withTerminal } from "./captured.testing.js";
import { CSV_TITLES } from "./rows.js";

const { scratch, folderOf } = folders();

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
      "1 file is not evidence, and has none here:",
      `  ${join(folder, "other.txt")} (a text)`,
      ONLINE.trimEnd(),
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

test("as JSON and as CSV, in the order of the paths, and what has no row below", async () => {
  const folder = folderOf({ "b.json": proof, "a.json": wrong, "0.txt": "x" });
  const paths = ["a.json", "b.json"].map((name) => join(folder, name));
  const json = await runHere("--json", folder);
  const lines = json.stdout.split("\n");
  expect([json.status, json.stderr, lines.pop()]).toEqual([1, "", ""]);
  expect(linesOf(json).reports.map(({ input }) => input.name)).toEqual(paths);
  expect(JSON.parse(lines.at(-1)!)).toEqual({
    format: "svc-verification-file/1",
    name: join(folder, "0.txt"),
    kind: "other",
    status: "not_evidence",
    looks_like: "text",
  });
  const csv = await runHere("--csv", folder);
  const [titles, ...rows] = csv.stdout.split("\r\n");
  expect([`${titles}\r\n`, rows.pop()]).toEqual([CSV_TITLES, ""]);
  expect(rows.map((row) => row.split(",").slice(0, 2))).toEqual([
    [paths[0], "failed"],
    [paths[1], "indeterminate"],
    [join(folder, "0.txt"), "not_evidence"],
  ]);
});

test("what cannot be read is told, and no success", async () => {
  const folder = folderOf({ "p.json": proof });
  const { status, stdout, stderr } = await runHere(folder, missing);
  expect([status, stderr]).toEqual([3, `svc-verify: ${missing}: no such file\n`]);
  expect(counts(stdout)).toContain("1 correct so far");
});

describe("is refused", () => {
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
    const folder = folderOf({ "a.tsr": await sealOf(signer, hash, "a"), "a.txt": "a", "b.txt": "b" });
    const [report] = linesOf(await runHere("--json", folder)).reports;
    expect(report.inputs[0]).toMatchObject({
      kind: "original",
      name: join(folder, "a.txt"),
      status: "checked",
    });
  });

  test("the first of several copies, for each of several seals", async () => {
    const folder = folderOf({
      "s.tsr": await sealOf(signer, "SHA-512", "a"),
      "t.tsr": await sealOf(signer, "SHA-384", "b"),
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
    expect(stdout).not.toContain("is not evidence");
    expect(stdout).toContain(
      `1 file is a copy of another:\n  ${join(folder, "2.txt")}: copy of ${join(folder, "1.txt")}\n`,
    );
  });

  test("evidence may be an original, and stays evidence", async () => {
    const folder = folderOf({ "a.tsr": await sealOf(signer, "SHA-512", proof), "b.json": proof });
    const [seal, other] = linesOf(await runHere("--json", folder)).reports;
    expect(seal.inputs[0]).toMatchObject({ kind: "original", name: join(folder, "b.json") });
    expect(other.input.name).toBe(join(folder, "b.json"));
  });

  test("evidence that cannot be read may be an original", async () => {
    const broken = "-----";
    const folder = folderOf({ "a.tsr": await sealOf(signer, "SHA-512", broken), "b.ots": broken });
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
  await runHere("--headers", `${join(folder, "raw.bin")}@0`, folder);
  expect(openPathsIn(folder)).toEqual([]);
});

describe.runIf(process.platform === "linux")("names that are no UTF-8", () => {
  const name = (text: string) => Buffer.concat([Buffer.from(text), Buffer.from([0xe9, 0xff])]);
  const at = (folder: string, text: string) => Buffer.concat([Buffer.from(`${folder}/`), name(text)]);

  test("are read, in folders of such names too, and shown with their bytes escaped", async () => {
    const folder = folderOf({});
    fs.mkdirSync(at(folder, "d"));
    fs.writeFileSync(at(folder, "p.json"), proof);
    fs.writeFileSync(Buffer.concat([at(folder, "d"), Buffer.from("/ñ.txt")]), ORIGINAL);
    fs.writeFileSync(at(folder, "x"), "x");
    const { status, stdout, stderr } = await runHere(folder);
    expect([status, stderr]).toEqual([2, ""]);
    expect(stdout.split("\n").slice(0, 2)).toEqual([
      `CORRECT SO FAR  ${folder}/p.json\\xe9\\xff`,
      `                original ${folder}/d\\xe9\\xff/ñ.txt`,
    ]);
    expect(stdout).toContain(`  ${folder}/x\\xe9\\xff (a text)\n`);
    const { reports, files } = linesOf(await runHere("--json", folder));
    expect([reports[0].input.name, reports[0].inputs[0].name]).toEqual([
      `${folder}/p.json\\xe9\\xff`,
      `${folder}/d\\xe9\\xff/ñ.txt`,
    ]);
    expect(files[0].name).toBe(`${folder}/x\\xe9\\xff`);
    const { stdout: csv } = await runHere("--csv", folder);
    expect(csv).toContain(`\r\n${folder}/p.json\\xe9\\xff,indeterminate,`);
    expect(csv).toContain(`\r\n${folder}/x\\xe9\\xff,not_evidence,`);
  });

  test("are names of pairs, and of files that cannot be read", async () => {
    const folder = folderOf({});
    fs.writeFileSync(at(folder, "a"), "changed");
    fs.writeFileSync(
      Buffer.concat([at(folder, "a"), Buffer.from(".tsr")]),
      await sealOf(signer, "SHA-256", "a"),
    );
    expect((await runHere(folder)).status).toBe(1);
    // A large one is hashed in parts.
    fs.writeFileSync(at(folder, "a"), Buffer.alloc(100_000));
    expect((await runHere(folder)).status).toBe(1);
  });
});

describe("--require-original", () => {
  const files = { "p.json": proof };

  test("fails what rests on its fingerprint alone, in every form of output", async () => {
    const folder = folderOf(files);
    expect((await runHere(folder)).status).toBe(2);
    const { status, stdout } = await runHere("--require-original", folder);
    expect([status, stdout.split("\n").slice(0, 2)]).toEqual([
      1,
      [
        `FAILED          ${join(folder, "p.json")}`,
        "                content: not checked: neither the original nor its fingerprint was given",
      ],
    ]);
    const [report] = linesOf(await runHere("--require-original", "--json", folder)).reports;
    expect([report.outcome, report.claims]).toEqual(["failed", []]);
    expect(report.checks).toContainEqual(
      expect.objectContaining({ id: "content", status: "failed", code: "not_requested" }),
    );
    const { stdout: csv } = await runHere("--require-original", "--csv", folder);
    expect(csv).toContain(`${join(folder, "p.json")},failed,`);
  });

  test("changes nothing where the original is, and asks none of what belongs to the evidence", async () => {
    const folder = folderOf({
      ...files,
      "original.txt": ORIGINAL,
      "a.tsr": await sealOf(signer, "SHA-256", ORIGINAL),
    });
    const { status, stdout } = await runHere("--require-original", folder);
    expect([status, stdout]).toEqual([2, (await runHere(folder)).stdout]);
  });

  test("of a FILE, too", async () => {
    const folder = folderOf({ ...files, "original.txt": ORIGINAL });
    const path = join(folder, "p.json");
    expect((await runHere("--require-original", path)).status).toBe(1);
    const original = ["--original", join(folder, "original.txt")];
    expect((await runHere("--require-original", ...original, path)).status).toBe(2);
  });
});

test("rows do not wait for a large file that they have nothing to do with", async () => {
  const folder = folderOf({
    "0 film.bin": Buffer.alloc(3_000_000, "film"),
    "1.txt": "a",
    "1.txt.tsr": await sealOf(signer, "SHA-256", "a"),
    "2.bin": Buffer.alloc(200_000, "b"),
    "2.bin.tsr": await sealOf(signer, "SHA-256", Buffer.alloc(200_000, "b").toString()),
  });
  const opened: string[] = [];
  const { openSync } = fs;
  fs.openSync = (...given: Parameters<typeof openSync>) => {
    opened.push(String(given[0]).slice(folder.length + 1));
    return openSync(...given);
  };
  syncBuiltinESMExports();
  try {
    const { stdout } = await runHere(folder);
    expect(stdout.match(/original .*/g)).toEqual([
      `original ${join(folder, "1.txt")}`,
      `original ${join(folder, "2.bin")}`,
    ]);
    expect(stdout).toContain(
      `1 file is not evidence, and has none here:\n  ${join(folder, "0 film.bin")} (a text)\n`,
    );
  } finally {
    fs.openSync = openSync;
    syncBuiltinESMExports();
  }
  // Once to see what it is; it is as large as no original, so nothing asks for its fingerprint.
  expect(opened.filter((name) => name === "0 film.bin")).toHaveLength(1);
  expect(opened.filter((name) => name === "2.bin")).toHaveLength(2);
});
