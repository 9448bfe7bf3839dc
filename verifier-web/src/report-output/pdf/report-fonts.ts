/** Packed fonts; the rest drawn by the browser. */

import {
  type Color,
  type Direction,
  type Face,
  type FaceMetrics,
  type FontSubset,
  type Glyph,
  graphemesOf,
  type LevelsOf,
  PICTURE_ASCENT,
  PICTURE_HEIGHT,
  type Picture,
  type Run,
  type Typeface,
} from "@svc-proof/shared/pdf";
import { fill } from "@svc-proof/verifier-web/ui/language";
import { type Place, placeTemplate, shownNameText } from "@svc-proof/verifier-web/ui/wording";
import bidiFactory from "bidi-js";
import type { ResultTexts } from "../../texts/result/english.js";

// A packed font: its characters, their widths, and the subset that a document embeds.

/** The spaces of `Intl`, which the fonts do not tell apart. */
const SPACES = /[\u2000-\u200a\u202f]/g;

/** A font without rules of shaping: each grapheme is one glyph. */
export class PackedFace implements Face {
  readonly name: string;
  readonly hasCff = false;
  readonly #font: PackedFont;
  /** Glyphs by grapheme; null for one that the font lacks. */
  readonly #glyphs: Map<string, number | null>;

  constructor(font: PackedFont) {
    this.name = font.name;
    this.#font = font;
    this.#glyphs = new Map([...font.characters].map((character, glyph) => [character, glyph]));
  }

  get metrics(): FaceMetrics {
    const { ascent, descent, capHeight, box } = this.#font;
    const scaled = (units: number) => Math.round(this.#scaled(units));
    return {
      ascent: scaled(ascent),
      descent: scaled(descent),
      capHeight: scaled(capHeight),
      italicAngle: 0,
      box: box.map(scaled),
    };
  }

  /** No text from right to left: its letters join, and its brackets are mirrored. */
  faceFor(text: string, direction: Direction): Face | null {
    if (direction === "rtl") return null;
    return graphemesOf(text).every((grapheme) => this.#glyphOf(grapheme) !== null) ? this : null;
  }

  shape(text: string): readonly Glyph[] {
    return graphemesOf(text).map((grapheme): Glyph => {
      const id = this.#glyphOf(grapheme) ?? 0;
      const width = this.#scaled(this.#font.advances[id]!);
      return { id, text: grapheme, width, advance: width, offsetX: 0, offsetY: 0 };
    });
  }

  /** Composed if it was not. */
  #glyphOf(grapheme: string): number | null {
    let glyph = this.#glyphs.get(grapheme);
    if (glyph === undefined) {
      glyph = this.#glyphs.get(grapheme.replace(SPACES, "\u00a0").normalize("NFC")) ?? null;
      this.#glyphs.set(grapheme, glyph);
    }
    return glyph;
  }

  /**
   * A font in TrueType's format with an empty `.notdef` and these glyphs, numbered from 1 in this order: the tables that ISO
   * 32000-1 section 9.9 requires of a font in a document.
   */
  subset(glyphs: readonly number[]): FontSubset {
    const { outlines, advances, unitsPerEm, ascent, descent, box } = this.#font;
    const used = [...glyphs];
    const parts = used.map((glyph) => bytesOf(outlines[glyph]!));
    for (let at = 0; at < parts.length; at++) {
      for (const { offset, glyph } of componentsOf(parts[at]!)) {
        let place = used.indexOf(glyph);
        if (place === -1) {
          place = used.push(glyph) - 1;
          parts.push(bytesOf(outlines[glyph]!));
        }
        new DataView(parts[at]!.buffer).setUint16(offset, place + 1);
      }
    }
    const count = used.length + 1;
    const sizes = parts.map(({ length }) => length + (-length & 3));
    const glyf = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
    const loca = new DataView(new ArrayBuffer(4 * (count + 1)));
    const hmtx = new DataView(new ArrayBuffer(4 * count));
    let end = 0;
    for (const [at, part] of parts.entries()) {
      glyf.set(part, end);
      loca.setUint32(4 * (at + 1), end);
      end += sizes[at]!;
      hmtx.setUint16(4 * (at + 1), advances[used[at]!]!);
      if (part.length > 0) hmtx.setInt16(4 * (at + 1) + 2, new DataView(part.buffer).getInt16(X_MIN));
    }
    loca.setUint32(4 * count, end);
    const program = encodeSfnt([
      ["glyf", glyf],
      ["head", headTable(unitsPerEm, box)],
      ["hhea", hheaTable(ascent, descent, Math.max(...advances), count)],
      ["hmtx", new Uint8Array(hmtx.buffer)],
      ["loca", new Uint8Array(loca.buffer)],
      ["maxp", maxpTable(count)],
    ]);
    return { program, numbers: glyphs.map((_, at) => at + 1) };
  }

  #scaled(units: number): number {
    return (units * 1000) / this.#font.unitsPerEm;
  }
}

/** Of the header of an outline. */
const X_MIN = 2;
const OUTLINE_HEADER_BYTES = 10;

/** Flags of a component: table `glyf`. */
const WORDS = 0x0001;
const SCALE = 0x0008;
const MORE_COMPONENTS = 0x0020;
const TWO_SCALES = 0x0040;
const MATRIX = 0x0080;

/** The glyphs that a composite outline consists of, and where it names them. */
function componentsOf(outline: Uint8Array<ArrayBuffer>): readonly { offset: number; glyph: number }[] {
  const view = new DataView(outline.buffer);
  if (outline.length === 0 || view.getInt16(0) >= 0) return [];
  const components: { offset: number; glyph: number }[] = [];
  let offset = OUTLINE_HEADER_BYTES;
  for (let flags = MORE_COMPONENTS; (flags & MORE_COMPONENTS) !== 0; ) {
    flags = view.getUint16(offset);
    components.push({ offset: offset + 2, glyph: view.getUint16(offset + 2) });
    const scaleBytes = flags & MATRIX ? 8 : flags & TWO_SCALES ? 4 : flags & SCALE ? 2 : 0;
    offset += 4 + (flags & WORDS ? 4 : 2) + scaleBytes;
  }
  return components;
}

function headTable(
  unitsPerEm: number,
  [left, bottom, right, top]: PackedFont["box"],
): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(54));
  view.setUint32(0, 0x00010000);
  view.setUint32(12, 0x5f0f3cf5);
  view.setUint16(18, unitsPerEm);
  for (const [at, value] of [left, bottom, right, top].entries()) view.setInt16(36 + 2 * at, value);
  view.setUint16(46, 8);
  view.setInt16(48, 2);
  // `loca` has 32-bit offsets.
  view.setInt16(50, 1);
  return new Uint8Array(view.buffer);
}

function hheaTable(ascent: number, descent: number, widest: number, count: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(36));
  view.setUint32(0, 0x00010000);
  view.setInt16(4, ascent);
  view.setInt16(6, descent);
  view.setUint16(10, widest);
  view.setInt16(18, 1);
  view.setUint16(34, count);
  return new Uint8Array(view.buffer);
}

function maxpTable(count: number): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(32));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, count);
  // Upper bounds for the packed fonts: points, contours, and the same of composite glyphs.
  for (const offset of [6, 8, 10, 12]) view.setUint16(offset, 1024);
  view.setUint16(14, 2);
  view.setUint16(28, 16);
  view.setUint16(30, 4);
  return new Uint8Array(view.buffer);
}

const HEADER_BYTES = 12;
const ENTRY_BYTES = 16;

/** @param tables sorted by tag. */
function encodeSfnt(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array<ArrayBuffer> {
  const start = HEADER_BYTES + ENTRY_BYTES * tables.length;
  const total = tables.reduce((sum, [, { length }]) => sum + length + (-length & 3), start);
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * (tables.length - 2 ** power));
  let offset = start;
  for (const [at, [tag, bytes]] of tables.entries()) {
    const entry = HEADER_BYTES + ENTRY_BYTES * at;
    file.set(new TextEncoder().encode(tag), entry);
    file.set(bytes, offset);
    const size = bytes.length + (-bytes.length & 3);
    view.setUint32(entry + 4, checksum(file.subarray(offset, offset + size)));
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, bytes.length);
    offset += size;
  }
  // `checkSumAdjustment` of `head`, the second table.
  view.setUint32(view.getUint32(HEADER_BYTES + ENTRY_BYTES + 8) + 8, (0xb1b0afba - checksum(file)) >>> 0);
  return file;
}

/** Of a multiple of four bytes. */
function checksum(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let sum = 0;
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}

/** A font as the site ships it to the writer of PDF: what a reader of PDF draws, and nothing else. */
export interface PackedFont {
  /** PostScript name. */
  readonly name: string;
  readonly unitsPerEm: number;
  /** In font units, as are all lengths here. */
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** Left, bottom, right, top. */
  readonly box: readonly [number, number, number, number];
  /** The character of each glyph, in order. The last glyphs may have none: others are made of them. */
  readonly characters: string;
  /** The advance width of each glyph. */
  readonly advances: readonly number[];
  /**
   * The outline of each glyph in hexadecimal, as in the table `glyf` (OpenType 1.9.1). A component's glyph index is its place in
   * this list.
   */
  readonly outlines: readonly string[];
}

/** The fonts by face, each in the order of lookup. */
export interface PackedFonts {
  readonly sans: readonly PackedFont[];
  readonly bold: readonly PackedFont[];
  readonly serif: readonly PackedFont[];
  readonly mono: readonly PackedFont[];
}

/** The typefaces that a report is set in: packed fonts, and pictures by the browser of what they lack. */
export type FaceName = keyof PackedFonts;

/** In the order of lookup. */
export type FontSet = Readonly<Record<FaceName, readonly [PackedFace, ...PackedFace[]]>>;

/** Characters that a face lacks come from the sans face, which has the most. */
export function openFonts(packed: PackedFonts): FontSet {
  const [sans, bold, serif, mono] = [packed.sans, packed.bold, packed.serif, packed.mono].map(
    ([first, ...further]) =>
      [new PackedFace(first!), ...further.map((font) => new PackedFace(font))] as const,
  );
  return {
    sans: sans!,
    bold: [...bold!, ...sans!],
    serif: [...serif!, ...sans!],
    mono: [...mono!, ...sans!],
  };
}

export interface TextPaint {
  readonly face: FaceName;
  readonly sizePt: number;
  readonly color: Color;
}

export interface PictureStyle extends TextPaint {
  readonly isRightToLeft: boolean;
}

/** Draws texts with the fonts of the browser. The picture of a text is always the same object. */
export interface TextPainter {
  /** In points. */
  widthPt(text: string, style: PictureStyle): number;
  /** A picture as wide as the text and as high as `PICTURE_HEIGHT`. */
  draw(text: string, style: PictureStyle): Picture;
}

export interface Typesetting {
  readonly fonts: FontSet;
  readonly painter: TextPainter;
}

/** A typeface whose pictures have a size and a colour. */
export function typefaceOf(paint: TextPaint, { fonts, painter }: Typesetting): Typeface {
  return {
    faces: fonts[paint.face],
    unknown: (text, direction) => [pictured(text, direction, paint, painter)],
  };
}

/** One glyph without an outline, half as wide as the font's size: for text below a picture of it. */
const BLANK_WIDTH = 500;
const BLANK = new PackedFace({
  name: "Blank",
  unitsPerEm: 1000,
  ascent: 800,
  descent: -200,
  capHeight: 700,
  box: [0, 0, BLANK_WIDTH, 700],
  characters: " ",
  advances: [BLANK_WIDTH],
  outlines: [""],
});

function pictured(text: string, direction: Direction, paint: TextPaint, painter: TextPainter): Run {
  const style: PictureStyle = { ...paint, isRightToLeft: direction === "rtl" };
  // Programs that extract text from a PDF expect characters at their places, and put them in order of reading.
  const graphemes = style.isRightToLeft ? [...graphemesOf(text)].reverse() : graphemesOf(text);
  const glyphs = graphemes.map(
    (grapheme): Glyph => ({
      id: 0,
      text: grapheme,
      width: BLANK_WIDTH,
      advance: BLANK_WIDTH,
      offsetX: 0,
      offsetY: 0,
    }),
  );
  const width = (painter.widthPt(text, style) * 1000) / paint.sizePt;
  return { face: BLANK, glyphs, text, width, draw: () => painter.draw(text, style) };
}

interface Bidi {
  getEmbeddingLevels(text: string, base: "ltr"): { readonly levels: Uint8Array };
}

/** The package's types declare a default export, but its CommonJS build, which Node takes, is the function itself. */
const bidi: Bidi = (bidiFactory as unknown as () => Bidi)();

/** The levels of a paragraph of the report, whose languages run from left to right. */
export const levelsOf: LevelsOf = (paragraph) => bidi.getEmbeddingLevels(paragraph, "ltr").levels;

// Draws text with the fonts, shaping and direction of the browser, as the page shows it.

/** Pixels per point: 288 per inch, for printing. */
const PIXELS_PER_PT = 4;

const FAMILIES: Readonly<Record<FaceName, string>> = {
  sans: "sans-serif",
  bold: "sans-serif",
  serif: "serif",
  mono: "monospace",
};

/** @throws Error if the browser has no canvas. */
export function canvasPainter(): TextPainter {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("the browser has no canvas");
  const { canvas } = context;
  const pictures = new Map<string, Picture>();
  const prepare = ({ face, sizePt, color, isRightToLeft }: PictureStyle) => {
    context.font = `${face === "bold" ? "bold " : ""}${sizePt * PIXELS_PER_PT}px ${FAMILIES[face]}`;
    context.direction = isRightToLeft ? "rtl" : "ltr";
    context.textAlign = "left";
    context.fillStyle = `rgb(${color.map((part) => Math.round(part * 255)).join(",")})`;
  };
  return {
    widthPt(text, style) {
      prepare(style);
      return context.measureText(text).width / PIXELS_PER_PT;
    },
    draw(text, style) {
      const key = JSON.stringify([text, style]);
      const known = pictures.get(key);
      if (known !== undefined) return known;
      prepare(style);
      canvas.width = Math.max(1, Math.ceil(context.measureText(text).width));
      canvas.height = Math.ceil(style.sizePt * PICTURE_HEIGHT * PIXELS_PER_PT);
      context.fillStyle = "#fff";
      context.fillRect(0, 0, canvas.width, canvas.height);
      // A canvas of another size has forgotten its settings.
      prepare(style);
      context.fillText(text, 0, style.sizePt * PICTURE_ASCENT * PIXELS_PER_PT);
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      const picture = { widthPx: canvas.width, heightPx: canvas.height, rgb: withoutAlpha(data) };
      pictures.set(key, picture);
      return picture;
    },
  };
}

function withoutAlpha(rgba: Uint8ClampedArray): Uint8Array<ArrayBuffer> {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    rgb[to] = rgba[from]!;
    rgb[to + 1] = rgba[from + 1]!;
    rgb[to + 2] = rgba[from + 2]!;
  }
  return rgb;
}

/**
 * Isolates a name, so that it cannot change the direction of its sentence (Unicode Bidirectional Algorithm, FSI and PDI).
 */
export function isolated(name: string): string {
  const shown = shownNameText(name);
  return /^[\x20-\u02ff]*$/.test(shown) ? shown : `\u2068${shown}\u2069`;
}

/** Where a time comes from, as a sentence. */
export function placeText(place: Place, texts: ResultTexts["sources"]): string {
  const { name, block } = place;
  const shown = name === null ? "?" : isolated(name);
  return fill(placeTemplate(place, texts), { network: shown, authority: shown, block: block ?? "" });
}
