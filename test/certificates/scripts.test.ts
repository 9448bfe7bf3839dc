/**
 * File names in many scripts, as poppler draws the certificate, compared with Chromium's drawing of
 * the same text in the same fonts. Not by copied text: that is right even if the picture is wrong.
 */

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { encodeCertificate } from "../../service/src/documents/certificate/encode-certificate.js";
import type { CertificateFacts } from "../../service/src/documents/certificate/facts.js";
import {
  type CertificateFonts,
  openCertificateFonts,
} from "../../service/src/documents/certificate/fonts.js";
import { TEXT_WIDTH } from "../../service/src/documents/certificate/layout.js";
import { nameLines } from "../../service/src/documents/certificate/names.js";
import { DOCUMENT_TEXTS } from "../../service/src/documents/texts/document-texts.js";
import { bundledFontFiles, factsInEveryState, type SlicedName, slicesOf } from "./certificate-cases.js";
import { drawLines, loadFonts } from "./chromium-text.js";
import { externalTool } from "./external-tool.js";
import {
  cutToInk,
  difference,
  type GrayImage,
  inkedRows,
  parsePgm,
  rowsOf,
  worstLikeness,
} from "./gray-image.js";

const pdftoppm = externalTool("pdftoppm", "-v");

const askedBrowser = process.env["SVC_TEST_CHROMIUM"];
const executablePath = askedBrowser ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
if (askedBrowser !== undefined && !existsSync(askedBrowser)) {
  throw new Error(`SVC_TEST_CHROMIUM: ${askedBrowser} is missing`);
}
if (executablePath === undefined) console.warn("SKIPPED: scripts of file names (no Chromium is installed)");

const SCRIPTS: readonly (readonly [script: string, name: string])[] = [
  ["Latin", "Přílohy – Œuvre Đặng ÅØ (ffi) v2.pdf"],
  ["Greek", "Συμβόλαιο μίσθωσης ΐΰ.pdf"],
  ["Cyrillic", "Договір оренди Ґґ Ѣ.pdf"],
  ["Armenian", "Պայմանագիր և վարձ.pdf"],
  ["Georgian", "ხელშეკრულება.pdf"],
  ["Hebrew", "הסכם שכירות (עותק 2) מצורף"],
  ["Arabic", "مستند العقد (نسخة ٢) النهائي"],
  ["Devanagari", "किराया अनुबंध श्री क्षत्रिय.pdf"],
  ["Thai", "สัญญาเช่าที่ดิน ก็น้ำ.pdf"],
  ["Latin with Arabic in it", "Contract العقد (2) final.pdf"],
  ["Hebrew with Latin in it", "הסכם Contract-2 סופי"],
];
/** Their fonts are bundled in slices. */
const SLICED_SCRIPTS: readonly (readonly [script: string, name: string, font: SlicedName])[] = [
  ["simplified Chinese", "租赁合同（副本）.pdf", "noto-sans-sc"],
  ["traditional Chinese", "優惠券嚀囀.pdf", "noto-sans-tc"],
  ["Japanese", "賃貸借テストけいやく.pdf", "noto-sans-jp"],
  ["Korean", "임대차 계약서 契約.pdf", "noto-sans-kr"],
  ["emoji", "📜👩‍👩‍👧👍🏽 🇪🇸.pdf", "noto-emoji"],
];
const TEN = "Ver Ελλ Дог Պայ ხელ עבר العر अनु สัญ 契約 テスト 계약.pdf";

/** Size of the name on the page and its leading, in points; pixels a point. */
const SIZE_PT = 13;
const LEADING_PT = 20;
const SCALE = 2;
const STRIP_PX = 28;
/** The worst strip of a correct drawing scores 0.86 or more, a missing mark 0.82, a wrong letter 0.68. */
const ALIKE = 0.84;

const { quoted } = DOCUMENT_TEXTS.en;

const folder = mkdtempSync(join(tmpdir(), "scripts-"));
let browser: Browser;
let page: Page;
let facts: CertificateFacts;
let fonts: CertificateFonts;
let blank: GrayImage | undefined;
let families: string[];

const canRun = pdftoppm !== null && executablePath !== undefined;

async function frontPage(name: string): Promise<GrayImage> {
  const file = join(folder, "certificate.pdf");
  writeFileSync(file, await encodeCertificate({ ...facts, name }, "en", fonts));
  const { status, output } = pdftoppm!("-r", String(72 * SCALE), "-f", "1", "-l", "1", "-gray", file);
  if (status !== 0) throw new Error(output.toString());
  return parsePgm(output);
}

/** The ink of the name and its quotes alone. */
async function drawnName(name: string): Promise<GrayImage> {
  return cutToInk(difference(await frontPage(name), await blankPage()));
}

/** With an empty line for the name; even a name without ink would be shown. */
async function blankPage(): Promise<GrayImage> {
  if (blank !== undefined) return blank;
  const texts = DOCUMENT_TEXTS.en as { quoted: (name: string) => string };
  const { quoted } = texts;
  texts.quoted = () => "\u00a0";
  try {
    blank = await frontPage("x");
  } finally {
    texts.quoted = quoted;
  }
  return blank;
}

async function expectedName(lines: readonly string[], ...sliced: SlicedName[]): Promise<GrayImage> {
  const slices = sliced.flatMap((name) => slicesOf(name, lines.join("")));
  const all = [...families, ...(await loadFonts(page, slices, "s"))];
  return cutToInk(await drawLines(page, lines, SIZE_PT * SCALE, LEADING_PT * SCALE, all));
}

describe.skipIf(!canRun)("names on the page", () => {
  beforeAll(async () => {
    facts = (await factsInEveryState()).get("confirmed, in Bitcoin")!;
    fonts = await openCertificateFonts([]);
    browser = await chromium.launch({
      executablePath: executablePath!,
      args: ["--no-sandbox", "--disable-gpu", "--disable-lcd-text", "--no-first-run", "--disable-sync"],
    });
    page = await browser.newPage();
    families = await loadFonts(page, bundledFontFiles(), "f");
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const all: [script: string, name: string, sliced: SlicedName[]][] = [
    ...SCRIPTS.map(([script, name]): [string, string, SlicedName[]] => [script, name, []]),
    ...SLICED_SCRIPTS.map(([script, name, font]): [string, string, SlicedName[]] => [script, name, [font]]),
  ];
  test.each(all)("%s", async (_, name, sliced) => {
    const drawn = await drawnName(name);
    const expected = await expectedName([quoted(name)], ...sliced);
    expect(Math.abs(drawn.width - expected.width)).toBeLessThanOrEqual(4);
    expect(worstLikeness(drawn, expected, STRIP_PX)).toBeGreaterThan(ALIKE);
  });

  test("more than ten scripts on one page", async () => {
    const drawn = await drawnName(TEN);
    const lines = nameLines(quoted(TEN), fonts.body, (TEXT_WIDTH * 1000) / SIZE_PT, 1);
    expect(lines.map(({ text }) => text)).toEqual([quoted(TEN)]);
    const expected = await expectedName([quoted(TEN)], "noto-sans-jp", "noto-sans-kr");
    expect(Math.abs(drawn.width - expected.width)).toBeLessThanOrEqual(4);
    expect(worstLikeness(drawn, expected, STRIP_PX)).toBeGreaterThan(ALIKE);
  });

  test.each([
    ["letters that are not joined", "مستند العقد النهائي", (name: string) => [...name].join("\u200c")],
    ["the wrong direction", "הסכם שכירות", (name: string) => `\u202d${name}`],
    ["a mark that is missing", "สัญญาเช่าที่ดิน", (name: string) => name.replace("ที่", "ที")],
    ["conjuncts that are split", "क्षत्रिय श्री", (name: string) => name.replaceAll("्", "्\u200c")],
    ["another letter", "Συμβόλαιο μίσθωσης", (name: string) => name.replace("μ", "γ")],
  ])("the comparison sees %s", async (_, name, wrong) => {
    const drawn = await drawnName(name);
    expect(worstLikeness(drawn, await expectedName([quoted(name)]), STRIP_PX)).toBeGreaterThan(ALIKE);
    expect(worstLikeness(drawn, await expectedName([quoted(wrong(name))]), STRIP_PX)).toBeLessThan(ALIKE);
  });

  test("characters without a font become their code points, and so do those that would reorder the text", async () => {
    const replaced = await expectedName([quoted("a[U+10450]b[U+202E]c[U+0007].pdf")]);
    // A line below the name says so, and moves what follows.
    const [first, last] = inkedRows(difference(await frontPage("ÅÇgj|[]"), await blankPage()));
    const shown = rowsOf(await frontPage("a\u{10450}b\u202ec\u0007.pdf"), first, last);
    const drawn = cutToInk(difference(shown, rowsOf(await blankPage(), first, last)));
    expect(worstLikeness(drawn, replaced, STRIP_PX)).toBeGreaterThan(ALIKE);
  });
});
