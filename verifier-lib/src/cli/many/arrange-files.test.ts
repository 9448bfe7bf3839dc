import { describe, expect, test } from "vitest";
import { type EvidenceTask, FolderPlan } from "./arrange-files.js";
import type { FileFacts } from "./look-at.js";

const file = (path: string, role: FileFacts["role"], parts: Partial<FileFacts> = {}): FileFacts => ({
  path,
  role,
  sizeBytes: 10,
  sha256: `of ${path}`,
  content: null,
  root: null,
  header: null,
  token: null,
  inside: null,
  hasSeal: false,
  found: null,
  rawHeight: null,
  looksLike: null,
  fault: null,
  problem: null,
  ...parts,
});
/** All tasks, in the order of the files, and what has no evidence, where everything was hashed when it was read. */
function arrangeFiles(files: readonly FileFacts[], hashes?: ReadonlyMap<string, readonly string[]>) {
  const plan = new FolderPlan(files, hashes);
  expect([...plan.hashItems()]).toEqual([]);
  const tasks = new Map([...plan.takeReady(), ...plan.takeRest()].map((task) => [task.path, task]));
  return {
    tasks: plan.paths.map((path) => tasks.get(path)!),
    unproven: plan.others().flatMap(({ path, copyOf }) => (copyOf === null ? [path] : [])),
  };
}
const proof = (path: string, content: string, parts: Partial<FileFacts> = {}) =>
  file(path, "svc-proof/2", { content: `SHA-256 ${content}`, root: `SHA-256 root of ${path}`, ...parts });
const other = (path: string, sha256 = `of ${path}`, parts: Partial<FileFacts> = {}) =>
  file(path, "other", { sha256, ...parts });
/** Those that have a row of their own, whatever comes out. */
const rows = (files: readonly FileFacts[], hashes?: ReadonlyMap<string, readonly string[]>) =>
  arrangeFiles(files, hashes).tasks.filter(({ isAbsorbed }) => !isAbsorbed);
const only = (files: readonly FileFacts[], hashes?: ReadonlyMap<string, readonly string[]>): EvidenceTask => {
  const tasks = rows(files, hashes);
  expect(tasks).toHaveLength(1);
  return tasks[0]!;
};
const besideOf = ({ beside }: EvidenceTask) => beside.map(({ kind, path }) => `${kind} ${path}`);

describe("by fingerprint", () => {
  test("one original belongs to all proofs of it, and its copies are proven too", () => {
    const { tasks, unproven } = arrangeFiles([
      proof("1.json", "a"),
      proof("2.json", "a"),
      other("x", "a"),
      other("copy of x", "a"),
      other("y"),
    ]);
    expect(tasks.map(({ original }) => original)).toEqual(Array(2).fill({ path: "x", hash: "a" }));
    expect(unproven).toEqual(["y"]);
  });

  test("copies of a witness and of a timestamp, one beside each proof of a batch, are one", () => {
    const root = { root: "SHA-256 root" };
    const of = (i: number) => [
      proof(`${i}/proof.json`, `${i}`, root),
      file(`${i}/anchors/1.json`, "evm-witness", { content: root.root, sha256: "w", header: "SHA-256 h" }),
      file(`${i}/bitcoin/batch.ots`, "opentimestamps", { content: root.root, sha256: "t" }),
    ];
    const tasks = rows(Array.from({ length: 40 }, (_, i) => of(i)).flat());
    expect(tasks).toHaveLength(40);
    for (const task of tasks) {
      expect(besideOf(task)).toEqual(["timestamp 0/bitcoin/batch.ots", "witness 0/anchors/1.json"]);
    }
  });

  test("evidence may be an original, and stays evidence", () => {
    const { tasks } = arrangeFiles([proof("1.json", "of 2.json"), proof("2.json", "b")]);
    expect(tasks.map(({ path, original }) => [path, original?.path])).toEqual([
      ["1.json", "2.json"],
      ["2.json", undefined],
    ]);
  });

  test("what only looks like evidence is an original and no more", () => {
    const task = only([proof("1.json", "a"), file("signed.asice", "asic-s", { sha256: "a" })]);
    expect([task.path, task.original?.path]).toEqual(["1.json", "signed.asice"]);
  });

  test("a seal of SHA-512 finds its file by that hash", () => {
    const seal = file("a.tsr", "rfc3161", { content: "SHA-512 ff" });
    const task = only([seal, other("a")], new Map([["a", ["SHA-384 ee", "SHA-512 ff"]]]));
    expect(task.original).toEqual({ path: "a", hash: "ff" });
  });

  test("seal, its timestamp, witness, its timestamp and timestamps of the batch join the proof", () => {
    const ots = (path: string, content: string) =>
      file(path, "opentimestamps", { content: `SHA-256 ${content}` });
    const files = [
      proof("p.json", "a", { root: "SHA-256 root" }),
      file("s.tsr", "rfc3161", { content: "SHA-256 a", token: "SHA-256 token" }),
      file("w.json", "evm-witness", { content: "SHA-256 root", header: "SHA-256 header" }),
      ots("content.ots", "a"),
      ots("batch.ots", "root"),
      ots("seal.ots", "of s.tsr"),
      ots("token.ots", "token"),
      ots("header.ots", "header"),
      file("headers.json", "headers"),
      file("tsa.pem", "certificates"),
    ];
    const task = only(files);
    expect([task.path, ...besideOf(task)]).toEqual([
      "p.json",
      "seal s.tsr",
      "timestamp content.ots",
      "timestamp batch.ots",
      "seal_timestamp seal.ots",
      "seal_timestamp token.ots",
      "witness w.json",
      "witness_timestamp header.ots",
    ]);
    // Each is verified by itself as well: it has a row if it fails.
    expect(arrangeFiles(files).tasks.filter(({ isAbsorbed }) => isAbsorbed)).toHaveLength(7);
  });

  test("a second seal of the same content stays by itself; timestamps join, however many", () => {
    const seals = ["1.tsr", "2.tsr"].map((path) => file(path, "rfc3161", { content: "SHA-256 a" }));
    expect(rows([proof("p.json", "a"), ...seals]).map(({ path }) => path)).toEqual(["p.json", "2.tsr"]);
    const stamps = Array.from({ length: 300 }, (_, i) =>
      file(`${i}.ots`, "opentimestamps", { content: "SHA-256 a" }),
    );
    expect(only([proof("p.json", "a"), ...stamps]).beside).toHaveLength(300);
  });

  test("timestamps of one content without a proof have a row each", () => {
    const stamps = ["1.ots", "2.ots"].map((path) => file(path, "opentimestamps", { content: "SHA-256 a" }));
    expect(rows([...stamps, other("a", "a")]).map(({ path, original }) => [path, original?.path])).toEqual([
      ["1.ots", "a"],
      ["2.ots", "a"],
    ]);
  });

  test("a file that cannot be read is left out", () => {
    expect(
      arrangeFiles([proof("1.json", "a", { problem: "gone" }), other("x", "a", { problem: "gone" })]),
    ).toEqual({
      tasks: [],
      unproven: [],
    });
  });
});

describe("probably changed", () => {
  const changed = (...files: readonly FileFacts[]) => only(files).probablyChanged;

  test.each([
    ["contract.pdf.json", "contract.pdf"],
    ["contract.json", "contract.pdf"],
    ["Contract.PDF.ots", "contract.pdf"],
    ["contra\u0301ct.json", "contr\u00e1ct.pdf"],
  ])("%s names %s", (evidence, original) => {
    expect(changed(proof(evidence, "a"), other(original), other("another.pdf"))).toEqual([original]);
  });

  test("by the name and the size that a package states", () => {
    const evidence = proof("e.zip", "a", { role: "evidence-zip", inside: { name: "fox.txt", sizeBytes: 7 } });
    expect(changed(evidence, other("fox.txt"), other("x", "x", { sizeBytes: 7 }), other("y"))).toEqual([
      "fox.txt",
      "x",
    ]);
  });

  test("not if the original is there, not by names that say nothing, not by an empty size", () => {
    expect(changed(proof("a.json", "a"), other("b.pdf", "a"), other("a.pdf"))).toEqual([]);
    expect(changed(proof("proof.json", "a"), other("proof.pdf"))).toEqual([]);
    const empty = proof("e.zip", "a", { role: "evidence-zip", inside: { name: "x", sizeBytes: 0 } });
    expect(changed(empty, other("y", "y", { sizeBytes: 0 }))).toEqual([]);
  });

  test("those of the same folder only, if there are any, and eight at most", () => {
    expect(changed(proof("1/a.json", "a"), other("1/a.pdf"), other("2/a.pdf"))).toEqual(["1/a.pdf"]);
    const many = Array.from({ length: 20 }, (_, i) => other(`${i}/a.pdf`));
    expect(changed(proof("x/a.json", "a"), ...many)).toHaveLength(8);
  });
});

describe("what has probably changed", () => {
  test("is only asked of evidence that names a content, and of files that are offered to nothing else", () => {
    const unread = proof("contract.pdf.json", "a", { content: null });
    const { tasks, unproven } = arrangeFiles([
      unread,
      other("contract.pdf"),
      file("chain.pem", "certificates"),
    ]);
    expect([tasks[0]?.probablyChanged, unproven]).toEqual([[], ["contract.pdf"]]);
  });

  test.skipIf(process.platform === "win32")("a backslash in a name is no folder", () => {
    const { tasks } = arrangeFiles([proof("contract.pdf.json", "a"), other("x\\contract.pdf")]);
    expect(tasks[0]?.probablyChanged).toEqual([]);
  });

  test("a file with the name that a person gave the seal is none of the proof", () => {
    const seal = file("contract.tsr", "rfc3161", { content: "SHA-256 a" });
    const tasks = rows([proof("p.json", "a"), seal, other("contract.pdf")]);
    expect(tasks.map(({ path, probablyChanged }) => [path, probablyChanged])).toEqual([
      ["p.json", ["contract.pdf"]],
    ]);
  });

  test("what evidence names as a tool does is its original, in a row of its own if it belongs to other evidence", () => {
    const seal = file("contract.pdf.tsr", "rfc3161", { content: "SHA-256 a" });
    const named = other("contract.pdf", "b");
    const { tasks, unproven } = arrangeFiles([seal, proof("p.json", "a"), named, other("copy", "a")]);
    expect(tasks.map((task) => [task.path, task.original, besideOf(task)])).toEqual([
      ["contract.pdf.tsr", { path: "contract.pdf", hash: "b" }, []],
      ["p.json", { path: "copy", hash: "a" }, ["seal contract.pdf.tsr"]],
    ]);
    expect(unproven).toEqual([]);
  });

  test("what cannot be compared stays as it is", () => {
    const stamp = file("contract.pdf.ots", "opentimestamps", { content: "SHA-1 aa" });
    const { tasks, unproven } = arrangeFiles([stamp, other("contract.pdf", "b")]);
    expect(tasks[0]).toMatchObject({ original: null, probablyChanged: ["contract.pdf"] });
    expect(unproven).toEqual(["contract.pdf"]);
  });
});

describe("large files", () => {
  const large = (path: string, sizeBytes: number, parts: Partial<FileFacts> = {}) =>
    other(path, "", { sha256: null, sizeBytes, ...parts });
  const hashed = (plan: FolderPlan, digests: Readonly<Record<string, string>> = {}) => {
    const order: string[] = [];
    const ready: string[] = [];
    for (const { path, algorithms } of plan.hashItems()) {
      order.push(path);
      const isAwaited = plan.settle(
        path,
        algorithms.map((name) => `${name} ${digests[path] ?? `of ${path}`}`),
      );
      if (isAwaited) ready.push(...plan.takeReady().map((task) => `${task.path}: ${task.original?.path}`));
    }
    return { order, ready };
  };

  test("are not hashed where no evidence waits for one", () => {
    const plan = new FolderPlan([proof("1.json", "a"), other("x", "a"), large("film", 1e12)]);
    expect(plan.takeReady()).toHaveLength(1);
    expect(hashed(plan)).toEqual({ order: [], ready: [] });
    expect(plan.others()).toEqual([{ path: "film", copyOf: null }]);
  });

  test("are hashed named ones first among those of their size, and the largest last", () => {
    const files = [
      proof("1.json", "of b"),
      proof("huge.ots", "of huge", { role: "opentimestamps" }),
      proof("pair.ots", "of pair", { role: "opentimestamps" }),
      large("huge", 2e12),
      large("a", 2e6),
      large("b", 3e6),
      large("pair", 900e6),
      large("other", 901e6),
    ];
    const plan = new FolderPlan(files);
    expect(plan.takeReady()).toEqual([]);
    expect(hashed(plan)).toEqual({
      order: ["pair", "a", "b", "huge"],
      ready: ["pair.ots: pair", "1.json: b", "huge.ots: huge"],
    });
  });

  test("of the size of an original are hashed: a copy of it has evidence, too", () => {
    const files = [proof("1.json", "a"), large("x", 5e6), large("y", 5e6), large("z", 6e6)];
    const plan = new FolderPlan(files);
    expect(hashed(plan, { x: "a", y: "a" })).toEqual({ order: ["x", "y"], ready: ["1.json: x"] });
    expect(plan.others()).toEqual([
      { path: "y", copyOf: "x" },
      { path: "z", copyOf: null },
    ]);
  });

  test("of another size than the original inside a package are not", () => {
    const inside = { name: "fox", sizeBytes: 5e6 };
    const evidence = proof("e.zip", "a", { role: "evidence-zip", inside });
    const plan = new FolderPlan([evidence, large("x", 5e6), large("y", 6e6)]);
    expect(hashed(plan).order).toEqual(["x"]);
    expect(plan.takeRest()).toMatchObject([{ path: "e.zip", original: null, probablyChanged: ["x"] }]);
  });

  test("that cannot be read any more leave their evidence as it is", () => {
    const plan = new FolderPlan([proof("x.ots", "a", { role: "opentimestamps" }), large("x", 5e6)]);
    for (const { path } of plan.hashItems()) plan.settle(path, []);
    expect([...plan.takeReady(), ...plan.takeRest()]).toMatchObject([{ path: "x.ots", original: null }]);
  });
});
