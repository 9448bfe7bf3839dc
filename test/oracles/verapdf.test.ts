/**
 * veraPDF's verdict on certificates: PDF/A-3a in every state, with every seal, in every language; PDF/UA-1, whose tags
 * 3a asks for too, in every pair of these.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allCases, type CertificateCase, encodeCase } from "../certificates/certificate-cases.js";
import { openVeraPdf } from "./verapdf/verapdf.js";

const veraPdf = openVeraPdf();

const NAMES = [
  "Vertrag Ελληνικά Договор Պայմանագիր ხელშეკრულება עברית מستند अनुबंध สัญญา 契約 \ud83d\ude00.pdf",
  "مستند العقد (٢).pdf",
  "\u202ecod.exe\u0000\n e\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301\u0301.pdf",
  "a".repeat(200),
];

const folder = mkdtempSync(join(tmpdir(), "verapdf-"));
const files: string[] = [];
const pairedFiles: string[] = [];

beforeAll(async () => {
  const cases = await allCases();
  const last = cases.at(-1)!;
  const named = NAMES.map((name) => ({ ...last, facts: { ...last.facts, name } }));
  const paired = new Set([...inPairs(cases), ...named]);
  for (const [index, each] of [...cases, ...named].entries()) {
    const file = join(folder, `${index}.pdf`);
    writeFileSync(file, await encodeCase(each));
    files.push(file);
    if (paired.has(each)) pairedFiles.push(file);
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The state with the seal, the state with the language, and the seal with the language. */
function pairsOf({ name }: CertificateCase): string[] {
  const parts = name.split("; ");
  return parts.map((_, left) => parts.map((part, i) => (i === left ? "*" : part)).join("; "));
}

/** Few cases that have every pair of all: each time the one with the most pairs that are missing. */
function inPairs(cases: readonly CertificateCase[]): CertificateCase[] {
  const missing = new Set(cases.flatMap(pairsOf));
  const count = (one: CertificateCase) => pairsOf(one).filter((pair) => missing.has(pair)).length;
  const chosen: CertificateCase[] = [];
  while (missing.size > 0) {
    const next = cases.reduce((best, one) => (count(one) > count(best) ? one : best));
    for (const pair of pairsOf(next)) missing.delete(pair);
    chosen.push(next);
  }
  return chosen;
}

test.skipIf(veraPdf === null).each([
  ["every certificate", "3a", files],
  ["every pair of state, seal and language", "ua1", pairedFiles],
] as const)("%s is %s", (_, flavour, given) => {
  const verdicts = veraPdf!(flavour, given);
  expect(verdicts.size).toBe(given.length);
  expect(given.length).toBeGreaterThan(30);
  for (const [file, verdict] of verdicts) expect(verdict, file).toMatch(/^compliant [1-9][0-9]{3,}$/);
});

test.skipIf(veraPdf === null)("and veraPDF can detect one that is not", () => {
  const broken = join(folder, "broken.pdf");
  const bytes = readFileSync(files[0]!);
  const at = bytes.indexOf('pdfaid:conformance="A"');
  bytes.write("X", at + 'pdfaid:conformance="'.length, "latin1");
  writeFileSync(broken, bytes);
  expect(veraPdf!("3a", [broken]).get(broken)).toMatch(/^broken /);
});
