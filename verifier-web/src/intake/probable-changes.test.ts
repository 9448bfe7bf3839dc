import type { Report } from "@svc-proof/verifier-lib";
import { expect, test } from "vitest";
import type { FileRole, KnownFile } from "../model/known-file.js";
import { arrange } from "./arrange.js";
import { probableChanges } from "./probable-changes.js";

let last = 0;
function file(role: FileRole, name: string, fields: Partial<KnownFile> = {}, sizeBytes = 3): KnownFile {
  last++;
  return {
    id: `f${last}`,
    file: new File([new Uint8Array(sizeBytes)], name),
    name,
    role,
    path: "",
    looksLike: null,
    isChosen: false,
    digests: { "SHA-256": last.toString(16).padStart(64, "0") },
    tokenHash: null,
    report: null,
    snapshot: null,
    comparedWith: null,
    ...fields,
  };
}

const A = "aa".repeat(32);
const B = "bb".repeat(32);

const about = (hash: string, inside?: string) =>
  ({
    proof: { proof_id: null, content: { algorithm: "SHA-256", hash } },
    inputs: inside === undefined ? [] : [{ kind: "original", origin: "package", name: inside }],
    checks: [{ id: "content", code: inside === undefined ? "not_requested" : "ok", evidence: {} }],
  }) as unknown as Report;
const proof = (hash: string, name = "proof.json", role: FileRole = "proof") =>
  file(role, name, { report: about(hash) });
const original = (hash: string, name: string, sizeBytes = 3) =>
  file("original", name, { digests: { "SHA-256": hash } }, sizeBytes);
const other = (name: string, sizeBytes = 77) => file("original", name, {}, sizeBytes);

const found = (...files: readonly KnownFile[]) =>
  probableChanges(arrange(files)).map(({ file: { name }, proof: { name: of }, by }) => [name, of, by]);

test.each([
  ["contract.ots", "contract.pdf"],
  ["contract.pdf.proof.json", "contract.pdf"],
  ["contract-evidence.zip", "contract.pdf"],
  ["contract.tsr", "contract.pdf"],
  ["contract.pdf.ots", "CONTRACT.pdf"],
  ["contract.pdf.ots", "contract (2).pdf"],
  ["contract (1).pdf.ots", "contract.pdf"],
  ["résumé.pdf.ots", "re\u0301sume\u0301.pdf"],
])("%s names %s", (of, name) => {
  expect(found(proof(A, of), other(name), other("x"))).toEqual([[name, of, "name"]]);
});

test.each([
  ["contract.pdf.ots", "contracts.pdf"],
  ["contract.pdf.ots", "contract.docx"],
  ["proof.json", "proof.docx"],
  ["evidence.zip", "evidence.pdf"],
  ["certificate.pdf", "certificate.docx"],
  [".json", "notes.txt"],
])("%s does not name %s", (of, name) => {
  expect(found(proof(A, of), other(name), other("x"))).toEqual([]);
});

test("the original in a package has a name", () => {
  const packed = file("package", "evidence.zip", { report: about(A, "original/contract.pdf") });
  expect(found(packed, other("contract.pdf"))).toEqual([["contract.pdf", "evidence.zip", "name"]]);
});

test("another version beside the original is found by its name, or by its size", () => {
  const [ofA, rightA] = [proof(A), original(A, "contract.pdf", 1000)];
  expect(found(ofA, rightA, other("contract.pdf", 1001))).toEqual([["contract.pdf", "proof.json", "name"]]);
  expect(found(ofA, rightA, other("neu.pdf", 1000))).toEqual([["neu.pdf", "proof.json", "size"]]);
  expect(found(ofA, rightA, other("neu.pdf", 1001))).toEqual([]);
});

test("a file may belong to several proofs of one content, but not of two", () => {
  const ofA = [proof(A, "contract.pdf-evidence.zip"), proof(A, "contract.pdf-proof.json")];
  expect(found(...ofA, other("contract.pdf")).map(([, of]) => of)).toEqual([
    "contract.pdf-evidence.zip",
    "contract.pdf-proof.json",
  ]);
  expect(found(...ofA, proof(B, "contract.pdf.json"), other("contract.pdf"))).toEqual([]);
  const same = [proof(A), original(A, "a.txt", 9), proof(B), original(B, "b.txt", 9)];
  expect(found(...same, other("c.txt", 9))).toEqual([]);
});

test("neither the original itself, nor a file that is not hashed yet", () => {
  expect(found(proof(A, "contract.pdf.ots"), original(A, "contract.pdf"))).toEqual([]);
  const unhashed = file("original", "contract.pdf", { digests: {} });
  expect(found(proof(A, "contract.pdf.ots"), unhashed, other("x"))).toEqual([]);
});

test("of any number of files with the same name, eight", () => {
  const many = Array.from({ length: 1000 }, () => other("README.txt"));
  expect(found(proof(A), original(A, "README.txt"), ...many)).toHaveLength(8);
  const copies = Array.from({ length: 1000 }, () => proof(A, "README.txt.ots"));
  expect(found(...copies, ...many)).toHaveLength(64);
});
