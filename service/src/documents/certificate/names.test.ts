import { type Run, setParagraph, setWhole } from "@svc-proof/shared/pdf";
import { beforeAll, describe, expect, test } from "vitest";
import { showable } from "../words.js";
import { type CertificateFonts, openCertificateFonts, typefaceFor } from "./fonts.js";
import { levelsOf, nameLines, showsCodePoints } from "./names.js";

let fonts: CertificateFonts;
beforeAll(async () => {
  fonts = await openCertificateFonts([]);
});

const wrap = (text: string) => setParagraph(text, fonts.body, WIDTH, levelsOf);
const runsOf = (text: string) => setWhole(text, typefaceFor(text, fonts.body), levelsOf).runs;
/** What is drawn, from left to right. */
const shownText = ({ glyphs }: Run) => glyphs.map(({ text }) => text).join("");

const WIDTH = 10_000;
const texts = (lines: readonly { readonly text: string }[]) => lines.map(({ text }) => text);

describe("lines", () => {
  test("end at spaces, and none is too wide", () => {
    const lines = wrap("one two three four five six seven eight nine ten");
    expect(lines.length).toBeGreaterThan(1);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(WIDTH);
    expect(texts(lines).join(" ")).toBe("one two three four five six seven eight nine ten");
  });

  test("end inside a word wider than a line, between graphemes", () => {
    const lines = wrap("e\u0301".repeat(60));
    expect(lines.length).toBeGreaterThan(2);
    for (const { text } of lines) expect(text).toMatch(/^(?:e\u0301)+$/);
    expect(texts(lines).join("")).toBe("e\u0301".repeat(60));
  });

  test("end inside white space that is not a space", () => {
    const lines = wrap("\u00a0".repeat(100));
    expect(lines.length).toBeGreaterThan(2);
    for (const { width } of lines) expect(width).toBeLessThanOrEqual(WIDTH);
  });

  test("are one for an empty text", () => {
    expect(texts(wrap(""))).toEqual([""]);
  });
});

describe("a name that is too long", () => {
  test("keeps its beginning and its end", () => {
    const name = `${"long ".repeat(100)}report-final.pdf`;
    const lines = nameLines(name, fonts.body, WIDTH, 2);
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
    const lines = nameLines(name, fonts.body, WIDTH, 2);
    expect(lines.length).toBeLessThanOrEqual(2);
    expect(lines.length).toBeGreaterThan(0);
  });
});

describe("runs", () => {
  test("of right-to-left text are in the order of the page, with mirrored brackets", () => {
    expect(runsOf("abc (אב) 12").map(shownText)).toEqual(["abc (", "בא", ") ", "12"]);
    const runs = runsOf("אב (גד) 12");
    expect(runs.map(shownText)).toEqual(["12", " )", "דג", "( ", "בא"]);
    const bracket = runs[1]!.glyphs[1];
    expect(bracket!.id).toBe(runs[1]!.face.shape("(", "ltr")[0]!.id);
  });

  test("of characters without a font show their code points, and keep their text", () => {
    const runs = runsOf("a\u{10450}b");
    expect(runs.map(({ text }) => text).join("")).toBe("a\u{10450}b");
    expect(runs.map(shownText).join("")).toBe("a[U+10450]b");
    expect([showsCodePoints("a\u{10450}b", fonts.body), showsCodePoints("ab", fonts.body)]).toEqual([
      true,
      false,
    ]);
  });

  test("of characters without a font keep their place in right-to-left text", () => {
    expect(runsOf("אב\u{10900}גד").map(shownText)).toEqual(["דג", "[U+10900]", "בא"]);
  });

  test.each([
    ["租赁合同", "NotoSansSC"],
    ["優惠嚀囀", "NotoSansTC"],
    ["賃貸借けいやく", "NotoSansJP"],
    ["임대차契約", "NotoSansKR"],
  ])("of %s come from one font of the language", (name, font) => {
    const runs = runsOf(name);
    expect(runs.map(({ text }) => text).join("")).toBe(name);
    expect(new Set(runs.map(({ face }) => face.name))).toEqual(new Set([`${font}-Regular`]));
  });

  test.each([
    ["👩‍👩‍👧", 1],
    ["🇪🇸", 1],
    ["👍🏽", 1],
    ["❤️", 1],
    // No font has this sequence.
    ["👩‍🚗", 2],
  ])("of the emoji %s are glyphs of one font", (emoji, parts) => {
    const runs = runsOf(emoji);
    expect(runs).toHaveLength(parts);
    for (const { face, glyphs } of runs) {
      expect(face.name).toBe("NotoEmoji-Regular");
      expect(glyphs).toHaveLength(1);
    }
  });
});

test.each([
  ["a\u0000b\n\u202ec\u2066", "a[U+0000]b[U+000A][U+202E]c[U+2066]"],
  ["\ud800x\udc00", "[U+D800]x[U+DC00]"],
  [`e${"\u0301".repeat(50)}`, `e${"\u0301".repeat(6)}`],
  ["\u2028\u061c\u200f", "[U+2028][U+061C][U+200F]"],
  ["\u200b x\ufeff", "[U+200B] x[U+FEFF]"],
  ["\u2800 \u3164", "[U+2800][U+0020][U+3164]"],
  ["", ""],
  ["plain – naïve 契約 \u{1f600}", "plain – naïve 契約 \u{1f600}"],
])("%j is shown as %j", (given, shown) => {
  expect(showable(given)).toBe(shown);
});
