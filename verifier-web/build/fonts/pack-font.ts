/** Reduces a font with TrueType outlines to the characters that reports need: OpenType 1.9.1. */
import type { PackedFont } from "../../src/report-output/pdf/fonts/packed-font.js";
import { readWoff } from "./read-woff.js";

/** Flags of a component of a composite glyph: table `glyf`. */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/**
 * @param file in WOFF.
 * @param isWanted whether to keep a character.
 * @throws Error if the font lacks a table, as one with outlines of PostScript does.
 */
export function packFont(file: Buffer, isWanted: (codePoint: number) => boolean): PackedFont {
  const tables = readWoff(file);
  const table = (tag: string): Buffer => {
    const found = tables.get(tag);
    if (found === undefined) throw new Error(`the font has no table ${tag}`);
    return found;
  };
  const head = table("head");
  const hhea = table("hhea");
  const os2 = table("OS/2");
  const outline = outlineReader(table("glyf"), table("loca"), head.readInt16BE(50) === 1);
  const metrics = table("hmtx");
  const metricCount = hhea.readUInt16BE(34);
  const advanceOf = (glyph: number) => metrics.readUInt16BE(4 * Math.min(glyph, metricCount - 1));

  const characters = [...charactersOf(table("cmap"))]
    .filter(([codePoint, glyph]) => glyph !== 0 && isWanted(codePoint))
    .sort(([a], [b]) => a - b);
  // A glyph is listed for each of its characters, so that the place of a character is the place of its glyph.
  const glyphs = characters.map(([, glyph]) => glyph);
  for (let at = 0; at < glyphs.length; at++) {
    for (const { glyph } of componentsOf(outline(glyphs[at]!)))
      if (!glyphs.includes(glyph)) glyphs.push(glyph);
  }
  return {
    name: postScriptName(table("name")),
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: os2.readInt16BE(88),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    characters: characters.map(([codePoint]) => String.fromCodePoint(codePoint)).join(""),
    advances: glyphs.map(advanceOf),
    outlines: glyphs.map((glyph) => {
      const bytes = Buffer.from(outline(glyph));
      for (const part of componentsOf(bytes)) bytes.writeUInt16BE(glyphs.indexOf(part.glyph), part.offset);
      return bytes.toString("hex");
    }),
  };
}

function outlineReader(glyf: Buffer, loca: Buffer, isLong: boolean): (glyph: number) => Buffer {
  const offset = (glyph: number) =>
    isLong ? loca.readUInt32BE(4 * glyph) : 2 * loca.readUInt16BE(2 * glyph);
  return (glyph) => glyf.subarray(offset(glyph), offset(glyph + 1));
}

interface Component {
  readonly glyph: number;
  /** Where the outline states the glyph. */
  readonly offset: number;
}

const OUTLINE_HEADER_BYTES = 10;

function componentsOf(outline: Buffer): readonly Component[] {
  if (outline.length === 0 || outline.readInt16BE(0) >= 0) return [];
  const components: Component[] = [];
  let offset = OUTLINE_HEADER_BYTES;
  for (let flags = MORE_COMPONENTS; (flags & MORE_COMPONENTS) !== 0; ) {
    flags = outline.readUInt16BE(offset);
    components.push({ glyph: outline.readUInt16BE(offset + 2), offset: offset + 2 });
    const scaleBytes = flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & SCALE ? 2 : 0;
    offset += 4 + (flags & WORDS ? 4 : 2) + scaleBytes;
  }
  return components;
}

/** The Unicode characters of the basic plane with their glyphs: table `cmap`, format 4. */
function charactersOf(cmap: Buffer): ReadonlyMap<number, number> {
  const characters = new Map<number, number>();
  const count = cmap.readUInt16BE(2);
  const start = Array.from({ length: count }, (_, at) => cmap.readUInt32BE(8 + 8 * at)).find(
    (offset) => cmap.readUInt16BE(offset) === 4,
  );
  if (start === undefined) throw new Error("the font maps no characters in format 4");
  const segments = cmap.readUInt16BE(start + 6) / 2;
  const ends = start + 14;
  const starts = ends + 2 * segments + 2;
  const deltas = starts + 2 * segments;
  const ranges = deltas + 2 * segments;
  for (let segment = 0; segment < segments; segment++) {
    const at = 2 * segment;
    const range = cmap.readUInt16BE(ranges + at);
    const delta = cmap.readUInt16BE(deltas + at);
    const first = cmap.readUInt16BE(starts + at);
    for (let code = first; code <= cmap.readUInt16BE(ends + at) && code !== 0xffff; code++) {
      const glyph = range === 0 ? code : cmap.readUInt16BE(ranges + at + range + 2 * (code - first));
      characters.set(code, range !== 0 && glyph === 0 ? 0 : (glyph + delta) & 0xffff);
    }
  }
  return characters;
}

const POSTSCRIPT_NAME = 6;

/** Table `name`, in the encoding of Windows. */
function postScriptName(table: Buffer): string {
  const count = table.readUInt16BE(2);
  const texts = table.readUInt16BE(4);
  for (let record = 6; record < 6 + 12 * count; record += 12) {
    if (table.readUInt16BE(record) !== 3 || table.readUInt16BE(record + 6) !== POSTSCRIPT_NAME) continue;
    const start = texts + table.readUInt16BE(record + 10);
    const text = Buffer.from(table.subarray(start, start + table.readUInt16BE(record + 8)));
    return text
      .swap16()
      .toString("utf16le")
      .replace(/[^\w-]/g, "");
  }
  throw new Error("the font has no name");
}
