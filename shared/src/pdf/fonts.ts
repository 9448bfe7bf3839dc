/**
 * The fonts of one document, each embedded as the subset of its used glyphs: composite fonts with Identity-H, ISO 32000-1 section
 * 9.7. Each code has the text that a reader of the file searches, copies and speaks.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { asciiString, dictionary, hex4, number, type PdfFile, type Ref, utf16Hex } from "./objects.js";

/** Of a run of text. */
export type Direction = "ltr" | "rtl";

/** A positioned glyph. Lengths are in thousandths of the font's size. */
export interface Glyph {
  readonly id: number;
  /** What the glyph stands for; empty where an earlier glyph has the text of the same characters. */
  readonly text: string;
  /** As the font states it: a document must state the same. */
  readonly width: number;
  /** From this glyph's origin to the next one's, kerning included. */
  readonly advance: number;
  readonly offsetX: number;
  readonly offsetY: number;
}

/** In thousandths of the font's size. */
export interface FaceMetrics {
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** In degrees, counterclockwise from the vertical. */
  readonly italicAngle: number;
  /** Left, bottom, right, top. */
  readonly box: readonly number[];
}

/** A font, or several that share their characters out among themselves. */
export interface FaceSource {
  /** The face that has all characters of a text, and sets it in its direction; null if none does. */
  faceFor(text: string, direction: Direction): Face | null;
}

/** A font with some of its glyphs. */
export interface FontSubset {
  /** SFNT with the tables of section 9.9, or bare CFF where `hasCff`. */
  readonly program: Uint8Array;
  /** The number of each glyph in the program, in the order in which they were asked for. */
  readonly numbers: readonly number[];
}

/** What a document needs of a font. */
export interface Face extends FaceSource {
  /** PostScript name. */
  readonly name: string;
  /** Whether the outlines are PostScript (CFF) instead of TrueType. Their glyphs keep their numbers in a subset. */
  readonly hasCff: boolean;
  readonly metrics: FaceMetrics;
  /** @returns the glyphs from left to right, whatever the direction. */
  shape(text: string, direction: Direction): readonly Glyph[];
  /** A font with these glyphs alone. @param glyphs each once. */
  subset(glyphs: readonly number[]): FontSubset;
}

/** The code of a glyph in a document. */
export interface GlyphCode {
  /** Name of the font among the resources of every page. */
  readonly resource: string;
  /** Four hexadecimal digits. */
  readonly code: string;
  /** What the document says that the code stands for. */
  readonly text: string;
}

interface UsedFont {
  readonly resource: string;
  readonly face: Face;
  /** By glyph and text. */
  readonly codes: Map<string, GlyphCode>;
  /** In the order of their codes. */
  readonly glyphs: { readonly code: number; readonly glyph: Glyph }[];
}

const FLAG_SYMBOLIC = 4;
/** A usual value: section 9.8.1 requires one, and no tool reads it when the font program is embedded. */
const STEM_V = 80;
const MAX_CODE = 0xffff;

/** The fonts of one document with the glyphs that it uses. */
export class DocumentFonts {
  readonly #used: UsedFont[] = [];

  /** The code of a glyph of a face, which the document embeds. */
  code(face: Face, glyph: Glyph): GlyphCode {
    // Glyphs of PostScript outlines are their own codes, so that each has one text.
    const key = face.hasCff ? `${glyph.id}` : `${glyph.id} ${glyph.text}`;
    const used = this.#usedFont(face, key);
    let known = used.codes.get(key);
    if (known === undefined) {
      const code = face.hasCff ? glyph.id : used.glyphs.length + 1;
      used.glyphs.push({ code, glyph });
      known = { resource: used.resource, code: hex4(code), text: glyph.text };
      used.codes.set(key, known);
    }
    return known;
  }

  #usedFont(face: Face, key: string): UsedFont {
    let used = this.#used.findLast((one) => one.face === face);
    if (used === undefined || (used.glyphs.length >= MAX_CODE && !used.codes.has(key))) {
      used = { resource: `F${this.#used.length + 1}`, face, codes: new Map(), glyphs: [] };
      this.#used.push(used);
    }
    return used;
  }

  /** @returns the dictionary of font resources. */
  encode(file: PdfFile): Ref {
    return file.add(
      dictionary(Object.fromEntries(this.#used.map((used) => [used.resource, encodeFont(file, used)]))),
    );
  }
}

function encodeFont(file: PdfFile, { face, glyphs }: UsedFont): Ref {
  const ids = [...new Set(glyphs.map(({ glyph }) => glyph.id))];
  const { program, numbers } = face.subset(ids);
  const places = new Map(ids.map((id, at) => [id, numbers[at]!]));
  const name = `/${subsetTag(program)}+${face.name}`;
  const descendant = file.add(
    dictionary({
      Type: "/Font",
      Subtype: face.hasCff ? "/CIDFontType0" : "/CIDFontType2",
      BaseFont: name,
      CIDSystemInfo: dictionary({
        Registry: asciiString("Adobe"),
        Ordering: asciiString("Identity"),
        Supplement: "0",
      }),
      FontDescriptor: encodeDescriptor(file, face, name, program),
      DW: "0",
      W: `[${widths(glyphs)}]`,
      ...(!face.hasCff && {
        CIDToGIDMap: glyphMap(
          file,
          glyphs.map(({ glyph }) => places.get(glyph.id)!),
        ),
      }),
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

function encodeDescriptor(file: PdfFile, face: Face, name: string, program: Uint8Array): Ref {
  const { ascent, descent, capHeight, italicAngle, box } = face.metrics;
  const bytes = Uint8Array.from(program);
  return file.add(
    dictionary({
      Type: "/FontDescriptor",
      FontName: name,
      Flags: `${FLAG_SYMBOLIC}`,
      FontBBox: `[${box.map(number).join(" ")}]`,
      ItalicAngle: number(italicAngle),
      Ascent: number(ascent),
      Descent: number(descent),
      CapHeight: number(capHeight),
      StemV: `${STEM_V}`,
      ...(face.hasCff
        ? { FontFile3: file.addStream(bytes, { Subtype: "/CIDFontType0C" }) }
        : { FontFile2: file.addStream(bytes, { Length1: `${bytes.length}` }) }),
    }),
  );
}

/** Section 9.7.4.3. Codes that follow each other share a list. */
function widths(glyphs: UsedFont["glyphs"]): string {
  const lists: string[] = [];
  let next = -1;
  for (const { code, glyph } of glyphs) {
    const width = number(Math.round(glyph.width * 10) / 10);
    if (code === next) lists.push(`${lists.pop()} ${width}`);
    else lists.push(`${code} [${width}`);
    next = code + 1;
  }
  return lists.map((list) => `${list}]`).join(" ");
}

/** The glyph of each code from 1 on: section 9.7.4.2. */
function glyphMap(file: PdfFile, places: readonly number[]): string {
  if (places.every((place, at) => place === at + 1)) return "/Identity";
  const map = new DataView(new ArrayBuffer(2 * (places.length + 1)));
  for (const [at, place] of places.entries()) map.setUint16(2 * (at + 1), place);
  return file.addStream(new Uint8Array(map.buffer));
}

/** Six letters that identify the subset: section 9.6.4. */
function subsetTag(program: Uint8Array): string {
  return Array.from(sha256(program).subarray(0, 6), (byte) => String.fromCharCode(65 + (byte % 26))).join("");
}

/** Section 9.10.3. A range has at most 100 lines. */
const MAX_CMAP_LINES = 100;
/** PDF/UA requires a text for each glyph, even one without text of its own. */
const NO_TEXT = "\u200b";

function toUnicode(glyphs: UsedFont["glyphs"]): string {
  const blocks: string[] = [];
  for (let start = 0; start < glyphs.length; start += MAX_CMAP_LINES) {
    const lines = glyphs
      .slice(start, start + MAX_CMAP_LINES)
      .map(({ code, glyph }) => `<${hex4(code)}> <${utf16Hex(glyph.text || NO_TEXT)}>`);
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
