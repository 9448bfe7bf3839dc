import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { type Arguments, parseArguments } from "../arguments.js";
import type { EvidenceTask } from "./arrange-files.js";
import { Examiner } from "./examiner.js";

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
  seal: null,
  timestamps: [],
  sealTimestamps: [],
  witnesses: [],
  witnessTimestamps: [],
  headers: [],
  certificates: [],
  probablyChanged: [],
  ...parts,
});
async function verify(parts: Partial<EvidenceTask>, ...words: string[]) {
  const examiner = await Examiner.open(parseArguments([...words, folder]) as Arguments);
  try {
    return (await examiner.run("verify", [task(parts)]))[0]!;
  } finally {
    await examiner.close();
  }
}
const report = async (parts: Partial<EvidenceTask>, ...words: string[]) =>
  JSON.parse((await verify(parts, "--json", ...words)).json!);
const named = ({ inputs }: { inputs: { kind: string; name: string | null; status: string }[] }) =>
  inputs.map(({ kind, name, status }) => [kind, name, status]);

test("what belongs to a timestamp is verified with it, and named", async () => {
  const timestamp = await report({ path: ots, headers: [headers], seal: tsr }, "--trust", pem);
  expect([timestamp.outcome, named(timestamp)]).toEqual([
    "verified",
    [
      ["headers", headers, "checked"],
      ["seal", tsr, "checked"],
      ["trust", pem, "checked"],
    ],
  ]);
});

test("what belongs to a seal is verified with it, and named", async () => {
  const seal = await report(
    { timestamps: [ots], sealTimestamps: [vector("seal.ots")], headers: [headers], certificates: [pem] },
    ...["--headers", headers, "--certificates", pem, "--trust", pem],
  );
  const kinds = (kind: string) => named(seal).filter(([one]) => one === kind);
  expect(kinds("timestamp")).toEqual([["timestamp", ots, "checked"]]);
  expect(kinds("seal_timestamp").map(([, name]) => name)).toEqual([vector("seal.ots")]);
  expect(kinds("headers").map(([, name]) => name)).toEqual([headers, headers]);
  expect(kinds("certificates").map(([, name]) => name)).toEqual([pem, pem]);
});

test("witnesses and their timestamps are read, too", async () => {
  const proof = vector("proof.json");
  const found = await report({ path: proof, witnesses: [proof], witnessTimestamps: [ots] });
  const names = named(found).map(([kind, name]) => [kind, name]);
  expect(names).toContainEqual(["witness", proof]);
  expect(names).toContainEqual(["witness_timestamp", ots]);
});

test("an original was hashed before: its digest is compared", async () => {
  const found = await report({ path: ots, original: { path: original, hash: HASH } });
  expect(named(found)).toContainEqual(["original", original, "checked"]);
  const other = await report({ path: ots, original: { path: original, hash: "0".repeat(64) } });
  expect(other.outcome).toBe("failed");
  expect(named(await report({ path: ots }))).toEqual([]);
});

describe("a file that is gone by now", () => {
  test.each([
    ["timestamps", { timestamps: [missing] }],
    ["seal", { seal: missing }],
    ["sealTimestamps", { sealTimestamps: [missing] }],
    ["witnesses", { witnesses: [missing] }],
    ["witnessTimestamps", { witnessTimestamps: [missing] }],
    ["headers", { headers: [missing] }],
    ["certificates", { certificates: [missing] }],
  ])("of %s leaves the evidence unverified", async (_, parts) => {
    const { row, json } = await verify(parts);
    expect([row.problem, row.outcome, json]).toEqual([
      "a file that belongs to it: no such file",
      "indeterminate",
      null,
    ]);
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

test("certificates are read whatever the text around them", async () => {
  const path = join(folder, "named.pem");
  writeFileSync(path, Buffer.concat([Buffer.from([0xe9, 0x0a]), readFileSync(pem)]));
  const found = await report({ certificates: [path] }, "--trust", pem);
  expect(named(found)).toContainEqual(["certificates", path, expect.any(String)]);
  expect(found.notices.map(({ code }: { code: string }) => code)).not.toContain(
    "seal_certificates_malformed",
  );
});
