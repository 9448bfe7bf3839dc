/** A packed font: its characters, their widths, and the subset that a document embeds. */
import {
  type Direction,
  type Face,
  type FaceMetrics,
  type FontSubset,
  type Glyph,
  graphemesOf,
} from "@svc-proof/shared/pdf";
import type { PackedFont } from "./packed-font.js";

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
