/**
 * veraPDF's verdict on certificates: PDF/A-3a and PDF/UA-1, in every state, with every seal, in
 * every language.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allCases, encodeCase } from "../certificates/certificate-cases.js";
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

beforeAll(async () => {
  const cases = await allCases();
  const last = cases.at(-1)!;
  const named = NAMES.map((name) => ({ ...last, facts: { ...last.facts, name } }));
  for (const [index, each] of [...cases, ...named].entries()) {
    const file = join(folder, `${index}.pdf`);
    writeFileSync(file, await encodeCase(each));
    files.push(file);
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(veraPdf === null).each(["3a", "ua1"] as const)("every certificate is %s", (flavour) => {
  const verdicts = veraPdf!(flavour, files);
  expect(verdicts.size).toBe(files.length);
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
