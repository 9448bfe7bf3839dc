/** Points of the contours of a TrueType glyph, in font units. */
export interface GlyphOutline {
  /** Index of the last point of each contour. */
  readonly ends: readonly number[];
  /** 1 for a point on the curve. */
  readonly onCurve: Uint8Array;
  /** From the point before. */
  readonly dx: Int32Array;
  readonly dy: Int32Array;
}

const OVERLAP_SIMPLE = 0x40;

/**
 * OpenType, "glyf", simple glyph description, with coordinates of 16 bits.
 *
 * @param box xMin, yMin, xMax and yMax; null to compute them.
 * @param overlaps whether contours overlap.
 */
export function encodeSimpleGlyph(
  { ends, onCurve, dx, dy }: GlyphOutline,
  box: Buffer | null,
  instructions: Buffer,
  overlaps: boolean,
): Buffer {
  const count = onCurve.length;
  const flagsAt = 12 + ends.length * 2 + instructions.length;
  const glyph = Buffer.alloc(flagsAt + count * 5);
  glyph.writeInt16BE(ends.length, 0);
  ends.forEach((end, index) => {
    glyph.writeUInt16BE(end, 10 + index * 2);
  });
  glyph.writeUInt16BE(instructions.length, 10 + ends.length * 2);
  instructions.copy(glyph, 12 + ends.length * 2);
  glyph.set(onCurve, flagsAt);
  if (overlaps) glyph[flagsAt]! |= OVERLAP_SIMPLE;
  const xAt = flagsAt + count;
  const yAt = xAt + count * 2;
  let [x, y] = [0, 0];
  let [left, bottom, right, top] = [32_767, 32_767, -32_768, -32_768];
  for (let point = 0; point < count; point++) {
    x += dx[point]!;
    y += dy[point]!;
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
    glyph.writeInt16BE(dx[point]!, xAt + point * 2);
    glyph.writeInt16BE(dy[point]!, yAt + point * 2);
  }
  if (box !== null) box.copy(glyph, 2);
  else {
    [left, bottom, right, top].forEach((edge, index) => {
      glyph.writeInt16BE(edge, 2 + index * 2);
    });
  }
  return glyph;
}
