import { type Run, setWhole } from "@svc-proof/shared/pdf";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { packReportFonts } from "../../../build/fonts.js";
import { result as english } from "../../texts/result/english.js";
import { result as french } from "../../texts/result/french.js";
import { result as german } from "../../texts/result/german.js";
import { result as spanish } from "../../texts/result/spanish.js";
import { type FaceName, levelsOf, openFonts, type Typesetting, typefaceOf } from "./report-fonts.js";

describe("packed face", async () => {
  const fonts = openFonts(await packReportFonts());
  const [sans] = fonts.sans;
  const glyphOf = (character: string) => sans.shape(character)[0]!;

  /** The tables of a font file: OpenType 1.9.1, "Organization of an OpenType font". */
  function tablesOf(file: Uint8Array): ReadonlyMap<string, DataView> {
    const view = new DataView(file.buffer);
    return new Map(
      Array.from({ length: view.getUint16(4) }, (_, at) => {
        const entry = 12 + 16 * at;
        const tag = new TextDecoder().decode(file.subarray(entry, entry + 4));
        return [tag, new DataView(file.buffer, view.getUint32(entry + 8), view.getUint32(entry + 12))];
      }),
    );
  }

  test("every face has the letters of the site's languages", () => {
    for (const [face, [first]] of Object.entries(fonts)) {
      for (const character of "aZ0 äöüßÄÖÜéèêçàùœŒñÑ¿¡áíóú„“”«»‹›–—…•·€±×") {
        expect(first.faceFor(character, "ltr"), `${character} in ${face}`).toBe(first);
      }
    }
  });

  test("a subset has its glyphs in the order that was asked for, after an empty one", () => {
    const glyphs = [..."Az"].map(glyphOf);
    const { program, numbers } = sans.subset(glyphs.map(({ id }) => id));
    expect(numbers).toEqual([1, 2]);
    const tables = tablesOf(program);
    expect([...tables.keys()]).toEqual(["glyf", "head", "hhea", "hmtx", "loca", "maxp"]);
    expect(tables.get("maxp")!.getUint16(4)).toBe(3);
    const loca = tables.get("loca")!;
    expect([loca.getUint32(0), loca.getUint32(4)]).toEqual([0, 0]);
    for (const [at, glyph] of glyphs.entries()) {
      expect(tables.get("hmtx")!.getUint16(4 * (at + 1))).toBe(glyph.width);
      expect(loca.getUint32(4 * (at + 2))).toBeGreaterThan(loca.getUint32(4 * (at + 1)));
    }
  });

  test("what a glyph is composed of comes with it", () => {
    const [ä, a] = [..."äa"].map((character) => glyphOf(character).id) as [number, number];
    const composed = tablesOf(sans.subset([ä]).program);
    // Of a letter and its mark, the second and third glyph of the subset.
    expect(composed.get("maxp")!.getUint16(4)).toBe(4);
    const glyf = composed.get("glyf")!;
    expect(glyf.getInt16(0)).toBe(-1);
    expect([glyf.getUint16(12), glyf.getUint16(10) & 0x20]).toEqual([2, 0x20]);
    // A letter that is used itself is not there twice.
    expect(
      tablesOf(sans.subset([ä, a]).program)
        .get("maxp")!
        .getUint16(4),
    ).toBe(4);
  });

  test("a subset's checksum is that of the file", () => {
    const { program: file } = sans.subset([glyphOf("é").id]);
    const view = new DataView(file.buffer);
    let sum = 0;
    for (let at = 0; at < file.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  });
});

describe("typefaces", async () => {
  const setting: Typesetting = {
    fonts: openFonts(await packReportFonts()),
    painter: {
      widthPt: (text) => text.length,
      draw: () => ({ widthPx: 1, heightPx: 1, rgb: new Uint8Array(3) }),
    },
  };

  function set(marked: string, face: FaceName = "sans"): readonly Run[] {
    const typeface = typefaceOf({ face, sizePt: 10, color: [0, 0, 0] }, setting);
    return setWhole(marked, typeface, levelsOf).runs;
  }

  /** As the codes of the document say, from left to right. */
  const textOf = (run: Run) => run.glyphs.map(({ text }) => text).join("");
  const isPicture = (run: Run) => run.draw !== undefined;
  const pictured = (runs: readonly Run[]) => runs.filter(isPicture).map(textOf);

  const flat = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value as object).flatMap(flat);

  test("the texts of the site are set in the face that was asked for", () => {
    for (const face of ["sans", "bold"] as const) {
      for (const text of [english, french, german, spanish].flatMap(flat)) {
        const runs = set(text.replaceAll("\n", " "), face);
        expect(pictured(runs), text).toEqual([]);
        for (const run of runs) expect(run.face, text).toBe(setting.fonts[face][0]);
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

  test("a name from right to left has its characters in the order of places, and one picture of each part from right to left", () => {
    const runs = set("The file \u2068חוזה (12).txt\u2069 existed.");
    expect(runs.map(textOf).join("")).toBe("The file txt.)12( הזוח existed.");
    expect(pictured(runs)).toEqual([".)", "( הזוח"]);
  });

  test.each([
    ["an isolate", "\u2068", "\u2069"],
    ["the sentence", "", ""],
  ])("letters from right to left within %s leave what stands around it in its place", (_, open, close) => {
    const shown = set(`1. ${open}אב cd${close} – 2.`).map(textOf).join("");
    expect(shown).toBe(open === "" ? "1. בא cd – 2." : "1. cd בא – 2.");
  });

  test("an isolate whose other mark is missing is text", () => {
    for (const marked of ["a\u2068\u2069b", "a\u2068b", "a\u2069b"]) {
      expect(set(marked).map(textOf).join("")).toBe("ab");
    }
  });

  test("a name that an author composed of letters and marks keeps its characters", () => {
    const [run, ...others] = set("u\u0308ber");
    expect(others).toEqual([]);
    expect(textOf(run!)).toBe("u\u0308ber");
    expect(run!.glyphs).toHaveLength(4);
  });

  /** Of any code points. The library's own arbitrary for them takes seconds to begin. */
  const anyText = fc
    .array(fc.oneof(fc.integer({ min: 0x20, max: 0x7ff }), fc.integer({ min: 0, max: 0x10ffff })))
    .map((codePoints) => String.fromCodePoint(...codePoints));

  test("whatever the text, all of it is there", () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom<FaceName>("sans", "serif", "mono"), (text, face) => {
        const plain = text.replace(/[\u2068\u2069]/g, "");
        const sorted = (some: string) => [...some].sort().join("");
        expect(sorted(set(text, face).map(textOf).join(""))).toBe(sorted(plain));
      }),
    );
  });
});
