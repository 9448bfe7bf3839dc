import { beforeAll, describe, expect, test } from "vitest";
import { type CertificateFonts, familyFor, openCertificateFonts } from "../fonts/certificate-fonts.js";
import { bidiLevels, fontRuns } from "./font-runs.js";
import { showable } from "./showable.js";
import { wrap, wrapName } from "./wrap.js";

let fonts: CertificateFonts;
beforeAll(async () => {
  fonts = await openCertificateFonts([]);
});

const WIDTH = 10_000;
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

describe("lines", () => {
  test("end at spaces, and none is too wide", () => {
    const lines = wrap("one two three four five six seven eight nine ten", fonts.body, WIDTH);
    expect(lines.length).toBeGreaterThan(1);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(WIDTH);
    expect(texts(lines).join(" ")).toBe("one two three four five six seven eight nine ten");
  });

  test("end inside a word wider than a line, between graphemes", () => {
    const lines = wrap("e\u0301".repeat(60), fonts.body, WIDTH);
    expect(lines.length).toBeGreaterThan(2);
    for (const { text } of lines) expect(text).toMatch(/^(?:e\u0301)+$/);
    expect(texts(lines).join("")).toBe("e\u0301".repeat(60));
  });

  test("end inside white space that is not a space", () => {
    const lines = wrap("\u00a0".repeat(100), fonts.body, WIDTH);
    expect(lines.length).toBeGreaterThan(2);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(WIDTH);
  });

  test("are one for an empty text", () => {
    expect(texts(wrap("", fonts.body, WIDTH))).toEqual([""]);
  });
});

describe("a name that is too long", () => {
  test("keeps its beginning and its end", () => {
    const name = `${"long ".repeat(100)}report-final.pdf`;
    const lines = wrapName(name, fonts.body, WIDTH, 2);
    expect(lines).toHaveLength(2);
    const shown = texts(lines).join(" ");
    expect(shown).toMatch(/^long long .*….*report-final\.pdf$/);
  });

  test.each([
    "x".repeat(1000),
    "\ufdfa".repeat(1000),
    "א".repeat(1000),
    "W".repeat(17),
    "👩‍👩‍👧".repeat(200),
  ])("%.5s… fits, whatever its characters", (name) => {
    const lines = wrapName(name, fonts.body, WIDTH, 2);
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines.length).toBeGreaterThan(0);
  });
});

describe("runs", () => {
  test("of right-to-left text are in the order of the page, with mirrored brackets", () => {
    const line = "abc (אב) 12";
    const runs = fontRuns(line, fonts.body, bidiLevels(line));
    expect(runs.map(({ text, direction }) => `${direction} ${text}`)).toEqual([
      "ltr abc (",
      "rtl אב",
      "ltr ) ",
      "ltr 12",
    ]);
    const rtl = "אב (גד) 12";
    const texts = fontRuns(rtl, fonts.body, bidiLevels(rtl)).map(({ text }) => text);
    expect(texts[0]).toBe("12");
    expect(texts.join("")).toContain(")");
    expect(texts.at(-1)).toContain("אב");
  });

  test("of characters without a font show their code points, and keep their text", () => {
    const runs = fontRuns("a\u{10450}b", fonts.body, null);
    expect(runs.map(({ text }) => text).join("")).toBe("a\u{10450}b");
    expect(runs.map(({ text, shown = text }) => shown).join("")).toBe("a[U+10450]b");
  });

  test("of characters without a font keep their place in right-to-left text", () => {
    const line = "אב\u{10900}גד";
    const runs = fontRuns(line, fonts.body, bidiLevels(line));
    expect(runs.map(({ text, shown = text, direction }) => `${direction} ${shown}`)).toEqual([
      "rtl גד",
      "ltr [U+10900]",
      "rtl אב",
    ]);
  });

  test.each([
    ["租赁合同", "NotoSansSC"],
    ["優惠嚀囀", "NotoSansTC"],
    ["賃貸借けいやく", "NotoSansJP"],
    ["임대차契約", "NotoSansKR"],
  ])("of %s come from one font of the language", (name, font) => {
    const family = familyFor(name, fonts.body);
    const runs = fontRuns(name, family, null);
    expect(runs.map(({ text }) => text).join("")).toBe(name);
    expect(new Set(runs.map((run) => run.font.name))).toEqual(new Set([`${font}-Regular`]));
  });

  test.each([
    ["👩‍👩‍👧", 1],
    ["🇪🇸", 1],
    ["👍🏽", 1],
    ["❤️", 1],
    // No font has this sequence.
    ["👩‍🚗", 2],
  ])("of the emoji %s are glyphs of one font", (emoji, parts) => {
    const runs = fontRuns(emoji, fonts.body, null);
    expect(runs).toHaveLength(parts);
    for (const { font, text, shown, direction } of runs) {
      expect(shown).toBeUndefined();
      expect(font.name).toBe("NotoEmoji-Regular");
      expect(font.shape(text, direction)).toHaveLength(1);
    }
  });
});

test.each([
  ["a\u0000b\n\u202ec\u2066", "a[U+0000]b[U+000A][U+202E]c[U+2066]"],
  ["\ud800x\udc00", "[U+D800]x[U+DC00]"],
  [`e${"\u0301".repeat(50)}`, `e${"\u0301".repeat(6)}`],
  ["\u2028\u061c\u200f", "[U+2028][U+061C][U+200F]"],
  ["plain – naïve 契約 \u{1f600}", "plain – naïve 契約 \u{1f600}"],
])("%j is shown as %j", (given, shown) => {
  expect(showable(given, 1000)).toBe(shown);
});
