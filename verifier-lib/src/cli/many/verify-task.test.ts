import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { foundPiece } from "../../evidence/kinds.js";
import { type Arguments, parseArguments } from "../arguments.js";
import type { EvidenceTask } from "./arrange-files.js";
import { Examiner } from "./examiner.js";
import { lookAt } from "./look-at.js";

const folder = mkdtempSync(join(tmpdir(), "svc-task-"));
afterAll(() => rmSync(folder, { recursive: true }));
const vector = (name: string) =>
  fileURLToPath(new URL(`../../../../test/vectors/given/files/${name}`, import.meta.url));
const [ots, tsr, pem, headers] = ["content.ots", "content.tsr", "root.pem", "block-0.txt"].map(vector) as [
  string,
  string,
  string,
  string,
];
const original = join(folder, "original");
writeFileSync(original, "x");
const missing = join(folder, "missing");
const HASH = "3ba3edfd7a7b12b27ac72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a";

const task = (parts: Partial<EvidenceTask>): EvidenceTask => ({
  path: tsr,
  original: null,
  beside: [],
  isAbsorbed: false,
  probablyChanged: [],
  ...parts,
});
/** @param found what lies in the folders, too. */
async function verifyAmong(found: readonly string[], parts: Partial<EvidenceTask>, ...words: string[]) {
  const examiner = await Examiner.open(parseArguments([...words, folder]) as Arguments);
  try {
    const pieces = await Promise.all(
      found.map(async (path) => ({ path, piece: (await lookAt(path)).found! })),
    );
    await examiner.run("find", [pieces]);
    return (await examiner.run("verify", [task(parts)]))[0]!;
  } finally {
    await examiner.close();
  }
}
const verify = (parts: Partial<EvidenceTask>, ...words: string[]) => verifyAmong([], parts, ...words);
const reportAmong = async (found: readonly string[], parts: Partial<EvidenceTask>, ...words: string[]) =>
  JSON.parse((await verifyAmong(found, parts, "--json", ...words)).json!);
const report = (parts: Partial<EvidenceTask>, ...words: string[]) => reportAmong([], parts, ...words);
const named = ({ inputs }: { inputs: { kind: string; name: string | null; status: string }[] }) =>
  inputs.map(({ kind, name, status }) => [kind, name, status]);

test("what was found proves a timestamp, and what belongs to it is named", async () => {
  const parts = { path: ots, beside: [{ path: tsr, kind: "seal" }] } as const;
  const timestamp = await reportAmong([headers, tsr], parts, "--trust", pem);
  expect([timestamp.outcome, named(timestamp)]).toEqual([
    "verified",
    [
      ["trust", pem, "checked"],
      ["seal", tsr, "checked"],
    ],
  ]);
  expect((await report(parts, "--trust", pem)).outcome).toBe("indeterminate");
});

test("what was found proves a seal, its own timestamps included", async () => {
  const found = [ots, vector("seal.ots"), headers];
  const beside = [
    { path: ots, kind: "timestamp" },
    { path: vector("seal.ots"), kind: "seal_timestamp" },
  ] as const;
  const seal = await reportAmong(found, { beside }, "--trust", pem);
  expect(named(seal)).toEqual([
    ["trust", pem, "checked"],
    ["timestamp", ots, "checked"],
    ["seal_timestamp", vector("seal.ots"), "checked"],
  ]);
  expect(seal.claims.map(({ source }: { source: { type: string } }) => source.type)).toContain(
    "bitcoin-block",
  );
});

test("what belongs to evidence that it does not prove is named, and of no use", async () => {
  const found = await report({ path: vector("proof.json"), beside: [{ path: ots, kind: "timestamp" }] });
  expect(named(found)).toContainEqual(["timestamp", ots, "not_applicable"]);
});

test("evidence that belongs to other evidence has a row of its own if it fails", async () => {
  expect((await verify({ path: ots, isAbsorbed: true })).isAbsorbed).toBe(true);
  const changed = { path: original, hash: "0".repeat(64) };
  expect((await verify({ path: ots, isAbsorbed: true, original: changed })).isAbsorbed).toBe(false);
  expect((await verify({ path: missing, isAbsorbed: true })).isAbsorbed).toBe(false);
});

test("an original was hashed before: its digest is compared", async () => {
  const found = await report({ path: ots, original: { path: original, hash: HASH } });
  expect(named(found)).toContainEqual(["original", original, "checked"]);
  const other = await report({ path: ots, original: { path: original, hash: "0".repeat(64) } });
  expect(other.outcome).toBe("failed");
  expect(named(await report({ path: ots }))).toEqual([]);
});

describe("a file that is gone by now", () => {
  test("of what was found counts as not found", async () => {
    const gone = join(folder, "gone.txt");
    writeFileSync(gone, readFileSync(headers));
    const examiner = await Examiner.open(parseArguments(["--json", folder]) as Arguments);
    await examiner.run("find", [[{ path: gone, piece: (await lookAt(gone)).found! }]]);
    rmSync(gone);
    const [verified] = await examiner.run("verify", [task({ path: ots })]);
    expect(verified!.row).toMatchObject({ outcome: "indeterminate", problem: null });
    await examiner.close();
  });

  test("is the evidence itself", async () => {
    expect((await verify({ path: missing })).row).toMatchObject({ file: missing, problem: "no such file" });
  });
});

test("files that have probably changed are in the row and among the notices", async () => {
  const parts = { path: ots, probablyChanged: ["a", "b"] };
  const found = await report(parts);
  expect(found.notices.at(-1)).toEqual({
    code: "original_probably_changed",
    evidence: { parts: ["a", "b"] },
  });
  const { row } = await verify(parts);
  expect([row.file, row.original, row.probablyChanged]).toEqual([ots, null, ["a", "b"]]);
  expect((await verify({ original: { path: original, hash: HASH } })).row.original).toBe(original);
  const codes = (await report({ path: ots })).notices.map(({ code }: { code: string }) => code);
  expect(codes).not.toContain("original_probably_changed");
});

test("a digest is a key, and null of a file that is gone", async () => {
  const examiner = await Examiner.open(parseArguments([folder]) as Arguments);
  const hash = (path: string) => examiner.run("hash", [{ path, algorithm: "SHA-512" as const }]);
  expect(await hash(original)).toEqual([expect.stringMatching(/^SHA-512 [0-9a-f]{128}$/)]);
  expect(await hash(missing)).toEqual([null]);
  const broken = { replace: () => expect.unreachable() };
  await expect(examiner.run("hash", [{ path: original, algorithm: broken as never }])).rejects.toThrow();
  await examiner.close();
});

test("certificates are found whatever the text around them", () => {
  const bytes = Buffer.concat([Buffer.from([0xe9, 0x0a]), readFileSync(pem)]);
  expect(foundPiece(new Uint8Array(bytes))).toEqual({ kind: "certificates", about: null, heights: [] });
});
