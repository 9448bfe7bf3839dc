import { expect, test } from "vitest";
import { packReportFonts } from "../../../../build/fonts/report-fonts.js";
import { openFonts } from "./typefaces.js";

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
