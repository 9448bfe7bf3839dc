/** Fonts of reports, packed. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { Blob, Face, Font } from "harfbuzzjs";
import type { Plugin } from "vite";
import type { PackedFont, PackedFonts } from "../src/report-output/pdf/report-fonts.js";

// Reduces a font with TrueType outlines to the characters that reports need: OpenType 1.9.1.

const require = createRequire(import.meta.url);
const decompress = require("wawoff2/decompress.js") as (file: Uint8Array) => Promise<Uint8Array>;

const POSTSCRIPT_NAME = 6;

/** Flags of a component of a composite glyph: table `glyf`. */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/**
 * @param file in WOFF 2.0.
 * @param isWanted whether to keep a character.
 * @throws Error if the font lacks a table, as one with outlines of PostScript does.
 */
export async function packFont(file: Buffer, isWanted: (codePoint: number) => boolean): Promise<PackedFont> {
  const face = new Face(new Blob(Buffer.from(await decompress(file))));
  const font = new Font(face);
  const table = (tag: string): Buffer => {
    const found = face.referenceTable(tag);
    if (found === undefined) throw new Error(`the font has no table ${tag}`);
    return Buffer.from(found);
  };
  const [head, hhea] = [table("head"), table("hhea")];
  const outline = outlineReader(table("glyf"), table("loca"), head.readInt16BE(50) === 1);
  const characters = [...face.collectUnicodes()].filter(isWanted);
  // A glyph is listed for each of its characters, so that the place of a character is the place of its glyph.
  const glyphs = characters.map((codePoint) => font.nominalGlyph(codePoint)!);
  for (let at = 0; at < glyphs.length; at++) {
    for (const { glyph } of componentsOf(outline(glyphs[at]!)))
      if (!glyphs.includes(glyph)) glyphs.push(glyph);
  }
  return {
    name: face.getName(POSTSCRIPT_NAME, "en").replace(/[^\w-]/g, ""),
    unitsPerEm: face.upem,
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    capHeight: table("OS/2").readInt16BE(88),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    characters: String.fromCodePoint(...characters),
    advances: glyphs.map((glyph) => font.glyphHAdvance(glyph)),
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

// The fonts of reports as PDF: those of the certificate, reduced to the scripts whose letters need no shaping. A browser draws
// the others itself.

/** Letters of Latin scripts beyond those of western Europe: Unicode's blocks Latin Extended-A and B, and what is used of Additional. */
const isFurtherLatin = (code: number) => (code >= 0x100 && code < 0x250) || (code >= 0x1e80 && code < 0x1e9f);
/** Not the controls and the byte order mark, which some fonts have. */
const isAny = (code: number) => code >= 0x20 && code !== 0xfeff;

const SANS: readonly (readonly [slice: string, isWanted: (codePoint: number) => boolean])[] = [
  ["latin", isAny],
  ["latin-ext", isFurtherLatin],
  ["vietnamese", isAny],
  ["greek", isAny],
  ["cyrillic", isAny],
];

/** One font after the other: what unpacks them has one memory. */
export async function packReportFonts(): Promise<PackedFonts> {
  const sans: PackedFont[] = [];
  for (const [slice, isWanted] of SANS) sans.push(await pack("noto-sans", slice, 400, isWanted));
  return {
    sans,
    bold: [await pack("noto-sans", "latin", 600)],
    serif: [await pack("source-serif-4", "latin", 400)],
    mono: [await pack("source-code-pro", "latin", 400)],
  };
}

function pack(name: string, slice: string, weight: number, isWanted = isAny): Promise<PackedFont> {
  const path = require.resolve(`@fontsource/${name}/files/${name}-${slice}-${weight}-normal.woff2`);
  return packFont(readFileSync(path), isWanted);
}

const MODULE = "virtual:report-fonts";

/** Gives the page's code the packed fonts. @param folders of packages whose licences the site states; the fonts' are added. */
export function reportFonts(folders: Set<string> = new Set()): Plugin {
  return {
    name: "report-fonts",
    resolveId(source) {
      return source === MODULE ? `\0${MODULE}` : null;
    },
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      for (const name of ["noto-sans", "source-serif-4", "source-code-pro"]) {
        folders.add(dirname(require.resolve(`@fontsource/${name}/package.json`)));
      }
      return `export default ${JSON.stringify(await packReportFonts())};`;
    },
  };
}
