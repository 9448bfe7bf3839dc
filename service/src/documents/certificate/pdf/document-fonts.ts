/**
 * The fonts of one document, each embedded as the subset of its used glyphs: composite fonts with Identity-H, ISO
 * 32000-1 section 9.7. pdf-lib's own embedder takes text instead of glyphs, so it can neither place marks nor set
 * right-to-left text.
 */
import { createHash } from "node:crypto";
import { type PDFContext, PDFHexString, PDFName, type PDFRef, PDFString } from "pdf-lib";
import type { Face, ShapedGlyph } from "../fonts/font-face.js";

interface UsedGlyph {
  readonly code: number;
  readonly text: string;
  readonly width: number;
}

interface UsedFont {
  readonly resource: string;
  readonly glyphs: Map<number, UsedGlyph>;
}

const FLAG_SYMBOLIC = 4;
/** A usual value: section 9.8.1 requires one, and no tool reads it when the font program is embedded. */
const STEM_V = 80;

export class DocumentFonts {
  readonly #used = new Map<Face, UsedFont>();

  /** Name of the font among the resources of every page. */
  resource(font: Face): string {
    return this.#of(font).resource;
  }

  /** @returns the glyph's code, four hexadecimal digits. */
  code(font: Face, glyph: ShapedGlyph): string {
    const { glyphs } = this.#of(font);
    let used = glyphs.get(glyph.id);
    if (used === undefined) {
      used = { code: glyphs.size + 1, text: glyph.text, width: glyph.width };
      glyphs.set(glyph.id, used);
    }
    return hex4(used.code);
  }

  #of(font: Face): UsedFont {
    let used = this.#used.get(font);
    if (used === undefined) {
      used = { resource: `F${this.#used.size + 1}`, glyphs: new Map() };
      this.#used.set(font, used);
    }
    return used;
  }

  /** @returns the dictionary of font resources. */
  encode(context: PDFContext): PDFRef {
    const entries = [...this.#used].map(([font, used]) => [used.resource, encodeFont(context, font, used)]);
    return context.register(context.obj(Object.fromEntries(entries)));
  }
}

function encodeFont(context: PDFContext, font: Face, { glyphs }: UsedFont): PDFRef {
  const program = font.subset(glyphs.keys());
  const { ascent, descent, capHeight, italicAngle, box } = font.metrics;
  const name = PDFName.of(`${subsetTag(program)}+${font.name}`);
  const descriptor = context.register(
    context.obj({
      Type: "FontDescriptor",
      FontName: name,
      Flags: FLAG_SYMBOLIC,
      FontBBox: [...box],
      ItalicAngle: italicAngle,
      Ascent: ascent,
      Descent: descent,
      CapHeight: capHeight,
      StemV: STEM_V,
      ...(font.hasCff
        ? { FontFile3: context.register(context.flateStream(program, { Subtype: "CIDFontType0C" })) }
        : { FontFile2: context.register(context.flateStream(program, { Length1: program.length })) }),
    }),
  );
  const descendant = context.register(
    context.obj({
      Type: "Font",
      Subtype: font.hasCff ? "CIDFontType0" : "CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: { Registry: PDFString.of("Adobe"), Ordering: PDFString.of("Identity"), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 0,
      W: [1, Array.from(glyphs.values(), ({ width }) => round(width))],
      ...(!font.hasCff && { CIDToGIDMap: "Identity" }),
    }),
  );
  return context.register(
    context.obj({
      Type: "Font",
      Subtype: "Type0",
      BaseFont: name,
      Encoding: "Identity-H",
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(toUnicode([...glyphs.values()]))),
    }),
  );
}

/** Six letters that identify the subset: section 9.6.4. */
function subsetTag(program: Uint8Array): string {
  const digest = createHash("sha256").update(program).digest();
  return Array.from(digest.subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

/** Section 9.10.3. A range has at most 100 lines. */
const MAX_CMAP_LINES = 100;

function toUnicode(glyphs: readonly UsedGlyph[]): string {
  const blocks: string[] = [];
  for (let start = 0; start < glyphs.length; start += MAX_CMAP_LINES) {
    const lines = glyphs
      .slice(start, start + MAX_CMAP_LINES)
      // PDF/A requires a mapping for each glyph, even one without text of its own.
      .map(({ code, text }) => `<${hex4(code)}> <${utf16Hex(text === "" ? "\u200b" : text)}>`);
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

/** UTF-16, big-endian, with the byte order mark of a PDF text string if requested. */
export function utf16Hex(text: string): string {
  return Array.from({ length: text.length }, (_, at) => hex4(text.charCodeAt(at))).join("");
}

/** A text string in a content stream. */
export function contentText(text: string): string {
  return PDFHexString.of(`feff${utf16Hex(text)}`).toString();
}

function hex4(value: number): string {
  return value.toString(16).padStart(4, "0");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
