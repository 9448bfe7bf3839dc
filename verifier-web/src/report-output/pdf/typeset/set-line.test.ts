import fc from "fast-check";
import { expect, test } from "vitest";
import { packReportFonts } from "../../../../build/fonts/report-fonts.js";
import { english } from "../../../texts/result/english.js";
import { french } from "../../../texts/result/french.js";
import { german } from "../../../texts/result/german.js";
import { spanish } from "../../../texts/result/spanish.js";
import { openFonts } from "../fonts/font-set.js";
import { INK } from "./color.js";
import { withoutIsolates } from "./isolates.js";
import { type Run, setLine, type Typesetting } from "./set-line.js";

const setting: Typesetting = {
  fonts: openFonts(packReportFonts()),
  painter: {
    widthPt: (text) => text.length,
    draw: () => ({ widthPx: 1, heightPx: 1, rgb: new Uint8Array(3) }),
  },
};

function set(marked: string, face: "sans" | "bold" | "serif" | "mono" = "sans"): readonly Run[] {
  const plain = withoutIsolates(marked);
  return setLine(plain, 0, plain.text.length, { face, sizePt: 10, color: INK }, setting);
}

const textOf = (run: Run) =>
  "glyphs" in run ? run.glyphs.map(({ text }) => text).join("") : run.graphemes.join("");
const isPicture = (run: Run) => "graphemes" in run;
const pictured = (runs: readonly Run[]) => runs.filter(isPicture).map(textOf);

const flat = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value as object).flatMap(flat);

test("the texts of the site are set in the face that was asked for", () => {
  for (const face of ["sans", "bold"] as const) {
    for (const text of [english, french, german, spanish].flatMap(flat)) {
      const runs = set(text.replaceAll("\n", " "), face);
      expect(pictured(runs), text).toEqual([]);
      for (const run of runs) expect("font" in run && run.font, text).toBe(setting.fonts[face][0]);
    }
  }
});

test.each([
  "Vertrag über Größe – „Entwurf“ €.txt",
  "договор № 5.txt",
  "συμβόλαιο.txt",
  "Přílohy Đặng İstanbul ẞ.txt",
])("no picture is needed for %s", (text) => {
  expect(pictured(set(text))).toEqual([]);
});

test("only what no font has becomes a picture, not the sentence around it", () => {
  expect(
    set("The file \u2068契約書 v2.txt\u2069 existed.").map((run) => [isPicture(run), textOf(run)]),
  ).toEqual([
    [false, "The file "],
    [true, "契約書"],
    [false, " v2.txt existed."],
  ]);
});

test("a name from right to left is one picture, its characters in the order of places", () => {
  const runs = set("The file \u2068חוזה 12.txt\u2069 existed.");
  expect(runs.map(textOf)).toEqual(["The file ", "txt.12 הזוח", " existed."]);
});

test("a name that an author composed of letters and marks keeps its characters", () => {
  const [run, ...others] = set("u\u0308ber");
  expect(others).toEqual([]);
  expect(textOf(run!)).toBe("u\u0308ber");
  expect("glyphs" in run! && run.glyphs).toHaveLength(4);
});

/** Of any code points. The library's own arbitrary for them takes seconds to begin. */
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7ff }), fc.integer({ min: 0, max: 0x10ffff })))
  .map((codePoints) => String.fromCodePoint(...codePoints));

test("whatever the text, all of it is there", () => {
  fc.assert(
    fc.property(anyText, fc.constantFrom("sans", "serif", "mono"), (text, face) => {
      const plain = withoutIsolates(text).text;
      const sorted = (some: string) => [...some].sort().join("");
      expect(
        sorted(
          set(text, face as "sans")
            .map(textOf)
            .join(""),
        ),
      ).toBe(sorted(plain));
    }),
  );
});
