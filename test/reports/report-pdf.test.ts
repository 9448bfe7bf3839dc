/**
 * Reports as PDF, judged by others: veraPDF (PDF/UA-1), qpdf, and poppler for text, fonts, pictures and structure. One
 * verified report in every language, and every outcome in one document.
 */

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fill, LANGUAGES } from "@svc-proof/verifier-web/ui/language";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import reportSchema from "../../verifier-lib/report.schema.json" with { type: "json" };
import { parseAttachments } from "../../verifier-lib/src/archive/pdf-attachments.js";
import { encodeReports } from "../../verifier-web/src/report-output/pdf/encode-reports.js";
import type {
  ItemWithoutReport,
  ReportOfItem,
} from "../../verifier-web/src/report-output/pdf/report-sections.js";
import { externalTool } from "../certificates/external-tool.js";
import { openVeraPdf } from "../oracles/verapdf/verapdf.js";
import { CONTEXTS, crowdedCases, reportCases, typesetting, verifiedReport } from "./report-cases.js";

const veraPdf = openVeraPdf();
const qpdf = externalTool("qpdf", "--version");
const pdftotext = externalTool("pdftotext", "-v");
const pdffonts = externalTool("pdffonts", "-v");
const pdfimages = externalTool("pdfimages", "-v");
const pdfinfo = externalTool("pdfinfo", "-v");

/** One of each script with rules of its own, and characters that combine, join or are not shown. */
const NAMES = [
  "договор שלום עולם (2).pdf",
  "契約書 🦄👩‍⚖️.txt",
  "عقد ١٢.txt",
  "अनुबंध – 계약서.txt",
  "u\u0308ber Ἀθῆναι สัญญา.txt",
  "invoice\u202efdp.exe",
  `${"a\u0301\u0301\u0301".repeat(40)}.txt`,
];
const WITHOUT: ItemWithoutReport = { title: "alone.txt", report: null, remark: "There is no proof of it." };
const isReport = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(reportSchema);

/** Reports that the joint document has in full: one of each outcome, and one with a name that no font has. */
const WHOLE = 8;

const folder = mkdtempSync(join(tmpdir(), "svc-proof-reports-"));
const files = new Map<string, string>();
let joint: readonly (ReportOfItem | ItemWithoutReport)[];
let verified: ReportOfItem;
let cases: ReadonlyMap<string, ReportOfItem>;

function keep(name: string, pdf: Uint8Array): string {
  const file = join(folder, `${files.size}.pdf`);
  writeFileSync(file, pdf);
  files.set(name, file);
  return file;
}

const output = (tool: NonNullable<typeof qpdf>, ...words: readonly string[]) =>
  tool(...words).output.toString();
const flat = (text: string) => text.replace(/\s+/g, " ");

beforeAll(async () => {
  cases = await reportCases();
  verified = cases.get("verified")!;
  joint = [...cases.values(), WITHOUT, ...(await Promise.all(NAMES.map(verifiedReport)))];
  for (const language of LANGUAGES) {
    keep(`verified, ${language}`, await encodeReports([verified], CONTEXTS[language], typesetting()));
  }
  keep("joint", await encodeReports(joint, CONTEXTS.de, typesetting(), WHOLE));
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(veraPdf === null)("veraPDF finds every report accessible: PDF/UA-1", () => {
  const verdicts = veraPdf!("ua1", [...files.values()]);
  for (const [name, file] of files) expect(verdicts.get(file), name).toMatch(/^compliant [1-9][0-9]{3,}$/);
});

test.skipIf(qpdf === null)("qpdf finds no fault", () => {
  for (const [name, file] of files) expect(qpdf!("--check", file), name).toMatchObject({ status: 0 });
});

test("the same report gives the same file", async () => {
  const [one, two] = await Promise.all(
    [typesetting(), typesetting()].map((setting) => encodeReports([verified], CONTEXTS.en, setting)),
  );
  expect(Buffer.from(one!).equals(two!)).toBe(true);
});

describe.skipIf(pdftotext === null)("a verified report", () => {
  test("has its sentence as text, en dash and all, and no picture", () => {
    const file = files.get("verified, en")!;
    expect(flat(output(pdftotext!, file, "-"))).toContain("contract – signed.pdf");
    expect(output(pdfimages!, "-list", file).trim().split("\n")).toHaveLength(2);
  });

  test("has every font within, with the text of each glyph", () => {
    const [, , ...fonts] = output(pdffonts!, files.get("verified, de")!).trim().split("\n");
    expect(fonts.length).toBeGreaterThanOrEqual(4);
    for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+\S+ +CID TrueType +Identity-H +yes yes yes/);
  });

  test("is read in its order: title, sentence, sections, tables with headers", () => {
    const file = files.get("verified, en")!;
    const structure = output(pdfinfo!, "-struct-text", file);
    const headings = Array.from(structure.matchAll(/^ *(H[123])[^\n]*\n *"([^\n]*)"/gm), ([, type]) => type);
    expect(headings.slice(0, 3)).toEqual(["H1", "H2", "H2"]);
    expect(structure).toMatch(
      /TR[\s\S]*?TH[^\n]*\n[\s\S]*?"Evidence"[\s\S]*?TD[^\n]*\n[\s\S]*?"Evidence package \(ZIP\)"/,
    );
    expect(structure).toMatch(/\bL\b[\s\S]*?\bLI\b[\s\S]*?\bLbl\b[\s\S]*?\bLBody\b/);
    expect(output(pdfinfo!, file)).toMatch(/Title: +Verification report\n[\s\S]*Tagged: +yes/);
  });
});

describe.skipIf(pdftotext === null)("what a reader must know first", () => {
  const textOf = async (name: string) => {
    const file = keep(name, await encodeReports([cases.get(name)!], CONTEXTS.en, typesetting()));
    return flat(output(pdftotext!, file, "-"));
  };

  test("only a date is missing: correct so far", async () => {
    const text = await textOf("the date is missing");
    expect(text).toMatch(/^Summary of the verification, 21 November 2026 at 12:00:00 UTC Correct so far /);
    expect(text).toContain(" Verification report Correct so far ");
  });

  test("the page of a certificate was not checked, and which date counts", async () => {
    const { notices, outcome } = cases.get("certificate")!.report;
    expect(notices.map(({ code }) => code)).toContain("page_text_not_checked");
    const { notices: texts } = CONTEXTS.en.codes;
    const text = await textOf("certificate");
    const dated = outcome === "verified" ? /^The date that counts/ : /^No date/;
    const after = text.slice(text.indexOf(texts.page_text_not_checked) + texts.page_text_not_checked.length);
    expect(text).toContain(texts.page_text_not_checked);
    expect(after.trim()).toMatch(dated);
  });
});

describe.skipIf(pdftotext === null)("the summary", () => {
  const pagesOf = (file: string) => output(pdftotext!, "-raw", file, "-").split("\f").map(flat);

  test.each(LANGUAGES)(
    "is one page in %s, whatever the verdict and however much there is",
    async (language) => {
      const { summary, title } = CONTEXTS[language].result.report;
      for (const [name, item] of [...cases, ...(await crowdedCases())]) {
        const file = keep(
          `summary of ${name}, ${language}`,
          await encodeReports([item], CONTEXTS[language], typesetting()),
        );
        const [first, second] = pagesOf(file);
        for (const part of [
          summary.title,
          summary.repeat,
          CONTEXTS[language].build.address!,
          summary.behind,
        ]) {
          expect(first, name).toContain(flat(part));
        }
        expect(second!.startsWith(title), name).toBe(true);
      }
    },
    60_000,
  );

  const firstPage = async (name: string) => {
    const item = (await crowdedCases()).get(name)!;
    return pagesOf(keep(`${name}, first`, await encodeReports([item], CONTEXTS.en, typesetting())))[0]!;
  };

  test("has both fingerprints, and where they differ first", async () => {
    const page = await firstPage("altered");
    const { otherFile } = CONTEXTS.en.result;
    const { summary } = CONTEXTS.en.result.report;
    expect(page).toContain(flat(fill(otherFile.difference, { place: 81, count: 128 })));
    expect(page).toContain(flat(otherFile.ask));
    expect(page.replace(/ /g, "")).toContain("ab".repeat(64));
    expect(page.replace(/ /g, "")).toContain(`${"ab".repeat(40)}c${"0".repeat(47)}`);
    const [equal] = pagesOf(files.get("verified, en")!);
    expect(equal).toContain(summary.equal);
    expect(equal).toContain("“contract – signed.pdf”");
  });

  test.each(["chosen", "unvouched", "rehearsal"] as const)(
    "says of a verdict that is %s what it is",
    async (verdict) => {
      expect(await firstPage(verdict)).toContain(flat(CONTEXTS.en.page.outcomes[verdict]));
    },
  );

  test("names the date that the law presumes, beside an earlier one", async () => {
    expect(await firstPage("a qualified timestamp, later than others")).toContain(
      "Presumed by law: 13 April 2024 at 10:00:00 UTC (eIDAS Regulation, Article 41(2)).",
    );
  });

  test("says how many sources are only in the report, and never leaves out the one of its date", async () => {
    const page = await firstPage("many sources");
    expect(page).toMatch(/and \d+ more in the report What it does not prove/);
    expect(page.match(/10 January 2024/g)!.length).toBeGreaterThan(1);
  });

  test("has the command that repeats it, or says that it is at the end", async () => {
    expect(pagesOf(files.get("verified, en")!)[0]).toContain(
      "node svc-verify.mjs --original 'contract – signed.pdf' evidence.zip",
    );
    expect(await firstPage("many sources")).toContain(CONTEXTS.en.result.report.summary.atEnd);
  });
});

describe("a joint report", () => {
  test.skipIf(pdftotext === null)("begins with a table of all, whatever their names", () => {
    const text = output(pdftotext!, "-l", "2", files.get("joint")!, "-").replace(/\s/g, "");
    const failed = CONTEXTS.de.page.items.failed.one.replace("{count}", "1").replace(/\s/g, "");
    expect(text.startsWith(`Prüfbericht:${joint.length}Dateien${failed}`)).toBe(true);
    expect(text).toContain("Thereisnoproofofit.");
    expect(text).toContain("invoice[U+202E]fdp.exe");
    for (const word of [
      "договор",
      "שלום",
      "עולם",
      "契約書🦄👩‍⚖️.txt",
      "عقد",
      "अनुबंध–계약서.txt",
      "u\u0308berἈθῆναιสัญญา.txt",
    ]) {
      expect(text, word).toContain(word.replace(/\s/g, ""));
    }
  });

  test.skipIf(qpdf === null)("leads from the table to each report, and from its bookmarks", () => {
    const json = JSON.parse(
      output(qpdf!, "--json=2", "--json-key=outlines", "--json-key=qpdf", files.get("joint")!),
    );
    expect(json.outlines).toHaveLength(WHOLE);
    const targets = json.outlines.map((one: { dest: readonly [string] }) => one.dest[0]);
    expect(new Set(targets).size).toBe(WHOLE);
    const objects = Object.values(json.qpdf[1]) as { value?: Record<string, unknown> }[];
    const links = objects.filter(({ value }) => value?.["/Subtype"] === "/Link").map(({ value }) => value!);
    expect(links.map((link) => (link["/Dest"] as readonly [string])[0])).toEqual(targets);
  });

  test("carries all reports as JSON", async () => {
    const [attachment, ...others] = await parseAttachments(readFileSync(files.get("joint")!));
    expect([attachment!.name, others]).toEqual(["reports.json", []]);
    const reports = JSON.parse(Buffer.from(await attachment!.read(1 << 20)).toString()) as unknown[];
    expect(reports).toHaveLength(joint.filter(({ report }) => report !== null).length);
    for (const report of reports) {
      isReport(report);
      expect(isReport.errors).toBeNull();
    }
  });

  test.skipIf(pdftotext === null)("has as many reports in full as it may, and says so", async () => {
    const bound = keep("bounded", await encodeReports(joint, CONTEXTS.en, typesetting(), 2));
    const text = flat(output(pdftotext!, bound, "-"));
    expect(text).toContain("In full below: the first 2 files.");
    expect(text).toContain(`2 / ${joint.length}: proof.json`);
    expect(text).not.toContain(`3 / ${joint.length}: `);
    const exact = keep("not bounded", await encodeReports(joint.slice(0, 2), CONTEXTS.en, typesetting(), 2));
    expect(output(pdftotext!, exact, "-")).not.toContain("In full below");
  });

  test("needs at least one report", async () => {
    await expect(encodeReports([WITHOUT], CONTEXTS.en, typesetting())).rejects.toThrow(RangeError);
  });
});
