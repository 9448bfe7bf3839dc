/**
 * The fonts of one document, embedded as composite fonts with Identity-H: ISO 32000-1 section 9.7. Each code has the text that a
 * reader of the file searches, copies and speaks.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { FontFace } from "../fonts/font-face.js";
import { asciiString, dictionary, hex4, number, type PdfFile, type Ref, utf16Hex } from "./pdf-file.js";

interface UsedGlyph {
  readonly glyph: number;
  readonly text: string;
}

interface UsedFont {
  readonly resource: string;
  readonly font: FontFace;
  readonly codes: Map<string, number>;
  readonly glyphs: UsedGlyph[];
}

/** One glyph without an outline, half as wide as the font's size: for text below a picture of it. */
const BLANK = new FontFace({
  name: "Blank",
  unitsPerEm: 1000,
  ascent: 800,
  descent: -200,
  capHeight: 700,
  box: [0, 0, 500, 700],
  characters: " ",
  advances: [500],
  outlines: [""],
});
export const BLANK_WIDTH = 500;

const FLAG_SYMBOLIC = 4;
/** A usual value: section 9.8.1 requires one, and no tool reads it when the font program is embedded. */
const STEM_V = 80;
const MAX_CODE = 0xffff;

export class DocumentFonts {
  readonly #used: UsedFont[] = [];

  /** The code of a glyph that stands for a text: the name of the font among the resources of each page, and hexadecimal digits. */
  code(font: FontFace, glyph: number, text: string): { readonly resource: string; readonly code: string } {
    const key = `${glyph} ${text}`;
    let used = this.#used.findLast((one) => one.font === font);
    if (used === undefined || (used.glyphs.length >= MAX_CODE && !used.codes.has(key))) {
      used = { resource: `F${this.#used.length + 1}`, font, codes: new Map(), glyphs: [] };
      this.#used.push(used);
    }
    let code = used.codes.get(key);
    if (code === undefined) {
      code = used.glyphs.push({ glyph, text });
      used.codes.set(key, code);
    }
    return { resource: used.resource, code: hex4(code) };
  }

  /** The code of a text that is not drawn. */
  blank(text: string): { readonly resource: string; readonly code: string } {
    return this.code(BLANK, 0, text);
  }

  /** @returns the dictionary of font resources. */
  encode(file: PdfFile): Ref {
    return file.add(
      dictionary(Object.fromEntries(this.#used.map((used) => [used.resource, encodeFont(file, used)]))),
    );
  }
}

function encodeFont(file: PdfFile, { font, glyphs }: UsedFont): Ref {
  const program = font.subset(glyphs.map(({ glyph }) => glyph));
  const { ascent, descent, capHeight, box } = font.metrics;
  const name = `/${subsetTag(program)}+${font.name}`;
  const descriptor = file.add(
    dictionary({
      Type: "/FontDescriptor",
      FontName: name,
      Flags: `${FLAG_SYMBOLIC}`,
      FontBBox: `[${box.join(" ")}]`,
      ItalicAngle: "0",
      Ascent: `${ascent}`,
      Descent: `${descent}`,
      CapHeight: `${capHeight}`,
      StemV: `${STEM_V}`,
      FontFile2: file.addStream(program, { Length1: `${program.length}` }),
    }),
  );
  const descendant = file.add(
    dictionary({
      Type: "/Font",
      Subtype: "/CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: dictionary({
        Registry: asciiString("Adobe"),
        Ordering: asciiString("Identity"),
        Supplement: "0",
      }),
      FontDescriptor: descriptor,
      DW: "0",
      W: `[1 [${glyphs.map(({ glyph }) => number(font.widthOf(glyph))).join(" ")}]]`,
      CIDToGIDMap: "/Identity",
    }),
  );
  return file.add(
    dictionary({
      Type: "/Font",
      Subtype: "/Type0",
      BaseFont: name,
      Encoding: "/Identity-H",
      DescendantFonts: `[${descendant}]`,
      ToUnicode: file.addStream(toUnicode(glyphs)),
    }),
  );
}

/** Six letters that identify the subset: section 9.6.4. */
function subsetTag(program: Uint8Array): string {
  return Array.from(sha256(program).subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

/** Section 9.10.3. A range has at most 100 lines. */
const MAX_CMAP_LINES = 100;

function toUnicode(glyphs: readonly UsedGlyph[]): string {
  const blocks: string[] = [];
  for (let start = 0; start < glyphs.length; start += MAX_CMAP_LINES) {
    const lines = glyphs
      .slice(start, start + MAX_CMAP_LINES)
      .map(({ text }, at) => `<${hex4(start + at + 1)}> <${utf16Hex(text)}>`);
    blocks.push(`${lines.length} beginbfchar\n${lines.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${blocks.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
