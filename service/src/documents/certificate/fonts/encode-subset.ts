/**
 * A TrueType font of some glyphs of a variable font, at one weight. fontkit computes their outlines, but fails to write them.
 * The tables are those that ISO 32000-1 section 9.9 requires; there is no hinting.
 */
import type { FontkitFont, FontkitPath } from "fontkit";
import { encodeSimpleGlyph, type GlyphOutline } from "./encode-simple-glyph.js";
import { encodeSfnt, type SfntTables } from "./sfnt.js";

const TRUE_TYPE = 0x00010000;

/**
 * @param font the instance of the variable font.
 * @param tables of the variable font.
 * @param glyphIds `.notdef` is added before them.
 * @returns SFNT.
 */
export function encodeSubset(font: FontkitFont, tables: SfntTables, glyphIds: Iterable<number>): Buffer {
  const glyphs = [0, ...glyphIds].map((id) => {
    const { path, advanceWidth } = font.getGlyph(id);
    const outline = outlineOf(path);
    const isEmpty = outline.ends.length === 0;
    return {
      outline,
      bytes: isEmpty ? Buffer.alloc(0) : encodeSimpleGlyph(outline, null, Buffer.alloc(0), true),
      width: Math.round(advanceWidth),
    };
  });
  const loca = Buffer.alloc((glyphs.length + 1) * 4);
  const hmtx = Buffer.alloc(glyphs.length * 4);
  const parts: Buffer[] = [];
  let offset = 0;
  for (const [index, { bytes, width }] of glyphs.entries()) {
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
    loca.writeUInt32BE(offset, (index + 1) * 4);
    hmtx.writeUInt16BE(width, index * 4);
    hmtx.writeInt16BE(bytes.length === 0 ? 0 : bytes.readInt16BE(2), index * 4 + 2);
  }
  const head = Buffer.from(tables.get("head")!);
  head.writeInt16BE(1, 50);
  const hhea = Buffer.from(tables.get("hhea")!);
  hhea.writeUInt16BE(glyphs.length, 34);
  const maxp = Buffer.from(tables.get("maxp")!);
  maxp.writeUInt16BE(glyphs.length, 4);
  maxp.writeUInt16BE(Math.max(...glyphs.map(({ outline }) => outline.onCurve.length)), 6);
  maxp.writeUInt16BE(Math.max(...glyphs.map(({ outline }) => outline.ends.length)), 8);
  return encodeSfnt(
    TRUE_TYPE,
    new Map([
      ["glyf", Buffer.concat(parts)],
      ["head", head],
      ["hhea", hhea],
      ["hmtx", hmtx],
      ["loca", loca],
      ["maxp", maxp],
    ]),
  );
}

/** The contours of a path of quadratic curves, in whole font units. */
function outlineOf({ commands }: FontkitPath): GlyphOutline {
  const ends: number[] = [];
  const onCurve: number[] = [];
  const xs: number[] = [];
  const ys: number[] = [];
  let start = 0;
  const add = (x: number, y: number, isOnCurve: boolean) => {
    xs.push(Math.round(x));
    ys.push(Math.round(y));
    onCurve.push(isOnCurve ? 1 : 0);
  };
  for (const { command, args } of commands) {
    if (command === "moveTo" || command === "lineTo") add(args[0]!, args[1]!, true);
    if (command === "quadraticCurveTo") {
      add(args[0]!, args[1]!, false);
      add(args[2]!, args[3]!, true);
    }
    if (command !== "closePath") continue;
    // A contour ends where it begins without saying so.
    const last = xs.length - 1;
    if (last > start && xs[last] === xs[start] && ys[last] === ys[start] && onCurve[last] === 1) {
      xs.pop();
      ys.pop();
      onCurve.pop();
    }
    ends.push(xs.length - 1);
    start = xs.length;
  }
  const moves = (values: readonly number[]) =>
    Int32Array.from(values, (value, index) => value - (values[index - 1] ?? 0));
  return { ends, onCurve: Uint8Array.from(onCurve), dx: moves(xs), dy: moves(ys) };
}
