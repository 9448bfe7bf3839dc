import { expect, test } from "vitest";
import { type OriginalClaim, probableChanges } from "./probable-changes.js";

const claim = (path: string, content: string, parts: Partial<OriginalClaim<string>> = {}) => ({
  evidence: path,
  content,
  evidencePaths: [path],
  originalNames: [],
  originalSizeBytes: null,
  ...parts,
});
const file = (path: string, sizeBytes = 5) => ({ file: path, path, sizeBytes });
const found = (claims: readonly OriginalClaim<string>[], ...files: readonly ReturnType<typeof file>[]) =>
  probableChanges(claims, files).map(({ file: name, evidence, by }) => [name, evidence, by]);

test("evidence and files of one folder go before all others", () => {
  const claims = [claim("1/a.json", "A"), claim("2/a.json", "B")];
  expect(found(claims, file("1/a.pdf"), file("2/a.pdf"), file("3/a.pdf"))).toEqual([
    ["1/a.pdf", "1/a.json", "name"],
    ["2/a.pdf", "2/a.json", "name"],
  ]);
});

test("a file that may belong to evidence of two contents belongs to none", () => {
  const claims = [claim("1/a.json", "A"), claim("2/a.json", "B")];
  expect(found(claims, file("3/a.pdf"))).toEqual([]);
  expect(found([claim("a.json", "A"), claim("a.pdf.ots", "B")], file("a.pdf"))).toEqual([]);
  expect(found([claim("a.json", "A"), claim("a.pdf.ots", "A")], file("a.pdf"))).toHaveLength(2);
});

test("a name goes before a size, and no size is that of an empty file", () => {
  const claims = [
    claim("x.zip", "A", { originalNames: ["fox.txt"], originalSizeBytes: 7 }),
    claim("y.zip", "B", { originalSizeBytes: 0 }),
  ];
  expect(found(claims, file("fox.txt", 7), file("other", 7), file("empty", 0))).toEqual([
    ["fox.txt", "x.zip", "name"],
    ["other", "x.zip", "size"],
  ]);
});

test("eight pieces of evidence beside one file, even if it has two names", () => {
  const named = (name: string) =>
    Array.from({ length: 8 }, (_, i) => claim(`${name}${i}.zip`, "A", { originalNames: [name] }));
  const changes = found([...named("fox.txt"), ...named("fox")], file("fox.txt"));
  expect(changes.map(([, evidence]) => evidence)).toEqual(named("fox.txt").map(({ evidence }) => evidence));
});

test.each([
  ["contract_svc_proof.json", "contract.pdf"],
  ["contract-evidence.zip", "contract.pdf"],
  ["a.b.json", "a.b.pdf"],
  ["contract.pdf.ots", "contract(1).pdf"],
  ["contract.pdf.ots", "contract (1234).pdf"],
  ["contract.ots", "contract (1)"],
])("%s names %s", (evidence, original) => {
  expect(found([claim(evidence, "A")], file(original))).toEqual([[original, evidence, "name"]]);
});

test.each([
  // Its own name is not that of its original.
  ["contract", "contract.pdf"],
  ["contract.pdf", "contract.pdf.txt"],
  // Without their endings nothing is left.
  [".json", ".pdf"],
  ["a.b.json", "a.c.pdf"],
  ["proof.json", "null"],
  // No browser numbers a copy so.
  ["contract.pdf.ots", "contract (12345).pdf"],
  ["contract.2.pdf.ots", "contract (1).2.pdf"],
])("%s does not name %s", (evidence, original) => {
  expect(found([claim(evidence, "A")], file(original))).toEqual([]);
});

test("a file whose name begins with a dot has that name", () => {
  const evidence = claim("e.zip", "A", { originalNames: [".profile"] });
  expect(found([evidence], file(".profile"))).toHaveLength(1);
});
