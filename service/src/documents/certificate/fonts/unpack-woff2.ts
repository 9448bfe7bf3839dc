/// <reference path="./brotli.d.ts" />
/**
 * Unpacks the SFNT file in a WOFF 2.0 file: W3C Recommendation "WOFF File Format 2.0", sections 4 to 6.
 *
 * The packages of Chinese, Japanese, Korean and emoji fonts contain WOFF 2.0 only. fontkit reads it, but cannot cut a subset of it. Only
 * installed fonts are read, not hostile ones, so sizes are not verified. Not by `node:zlib`, for the reason in
 * unpack-woff.ts; fontkit needs the same package.
 */
import brotliDecompress from "brotli/decompress.js";
import { ByteReader } from "./byte-reader.js";
import { encodeSimpleGlyph, type GlyphOutline } from "./encode-simple-glyph.js";
import { encodeSfnt } from "./sfnt.js";

const WOFF2_SIGNATURE = 0x774f4632;
const WOFF2_HEADER_BYTES = 48;

/** Section 4.1: the tags that a directory entry names by their index. */
const KNOWN_TAGS: readonly string[] = (
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX " +
  "vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat " +
  "fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill"
)
  .match(/.{4}(?: |$)/g)!
  .map((tag) => tag.slice(0, 4));
const ARBITRARY_TAG = 63;

/** Versions of a transformation: `glyf` and `loca` are transformed in version 0, `hmtx` in version 1. */
const isTransformed = (tag: string, version: number): boolean =>
  tag === "glyf" || tag === "loca" ? version !== 3 : version !== 0;

interface PackedTable {
  readonly tag: string;
  readonly transformed: boolean;
  /** Of the table as it is stored. */
  readonly sizeBytes: number;
}

/**
 * @returns the font as SFNT; `file` itself when it is not WOFF 2.0.
 * @throws Error for a collection, or a transformation that is not known.
 */
export function unpackWoff2(file: Buffer): Buffer {
  if (file.length < WOFF2_HEADER_BYTES || file.readUInt32BE(0) !== WOFF2_SIGNATURE) return file;
  const reader = new ByteReader(file.subarray(4));
  const flavor = reader.uint32();
  if (flavor === 0x74746366) throw new Error("a collection in WOFF 2.0 is not supported");
  const tableCount = file.readUInt16BE(12);
  const packedBytes = file.readUInt32BE(20);
  const directory = new ByteReader(file.subarray(WOFF2_HEADER_BYTES));
  const packed = Array.from({ length: tableCount }, () => readEntry(directory));
  const start = WOFF2_HEADER_BYTES + directory.offset;
  const content = Buffer.from(brotliDecompress(file.subarray(start, start + packedBytes)));

  const stored = new Map<string, { readonly bytes: Buffer; readonly transformed: boolean }>();
  let offset = 0;
  for (const { tag, transformed, sizeBytes } of packed) {
    stored.set(tag, { bytes: content.subarray(offset, offset + sizeBytes), transformed });
    offset += sizeBytes;
  }
  return encodeSfnt(flavor, tablesOf(stored));
}

function readEntry(directory: ByteReader): PackedTable {
  const flags = directory.uint8();
  const index = flags & 0x3f;
  const tag = index === ARBITRARY_TAG ? directory.text(4) : KNOWN_TAGS[index]!;
  const transformed = isTransformed(tag, flags >> 6);
  const originalBytes = directory.uintBase128();
  return { tag, transformed, sizeBytes: transformed ? directory.uintBase128() : originalBytes };
}

function tablesOf(
  stored: ReadonlyMap<string, { readonly bytes: Buffer; readonly transformed: boolean }>,
): ReadonlyMap<string, Buffer> {
  const tables = new Map([...stored].map(([tag, { bytes }]) => [tag, bytes]));
  const glyf = stored.get("glyf");
  let outlines: Outlines | null = null;
  if (glyf?.transformed) {
    outlines = rebuildGlyphs(glyf.bytes);
    tables.set("glyf", outlines.glyf);
    tables.set("loca", outlines.loca);
    const head = Buffer.from(tables.get("head")!);
    // indexToLocFormat: offsets of 32 bits.
    head.writeInt16BE(1, 50);
    tables.set("head", head);
  }
  const hmtx = stored.get("hmtx");
  if (hmtx?.transformed) {
    if (outlines === null) throw new Error("a transformed hmtx needs a transformed glyf");
    const metricCount = tables.get("hhea")!.readUInt16BE(34);
    tables.set("hmtx", rebuildMetrics(hmtx.bytes, metricCount, outlines.leftEdges));
  }
  return tables;
}

interface Outlines {
  readonly glyf: Buffer;
  readonly loca: Buffer;
  /** xMin of each glyph; 0 of an empty one. */
  readonly leftEdges: readonly number[];
}

/** Section 5.1. */
function rebuildGlyphs(table: Buffer): Outlines {
  const header = new ByteReader(table);
  header.skip(2);
  const hasOverlaps = (header.uint16() & 1) !== 0;
  const glyphCount = header.uint16();
  header.skip(2);
  const sizes = Array.from({ length: 7 }, () => header.uint32());
  const [contourCounts, pointCounts, flags, points, composites, boxes, instructions] = sizes.map(
    (sizeBytes) => new ByteReader(header.bytes(sizeBytes)),
  ) as [ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader, ByteReader];
  const bitmapBytes = ((glyphCount + 31) >> 5) << 2;
  const explicitBoxes = boxes.bytes(bitmapBytes);
  const overlaps = hasOverlaps ? header.bytes((glyphCount + 7) >> 3) : null;
  const bitOf = (bitmap: Buffer | null, index: number) =>
    bitmap !== null && (bitmap[index >> 3]! & (0x80 >> (index & 7))) !== 0;

  const glyphs: Buffer[] = [];
  const loca = Buffer.alloc((glyphCount + 1) * 4);
  const leftEdges: number[] = [];
  let offset = 0;
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const contours = contourCounts.int16();
    const box = bitOf(explicitBoxes, glyph) ? boxes.bytes(8) : null;
    let bytes: Buffer = Buffer.alloc(0);
    if (contours < 0) bytes = compositeGlyph(box!, composites, points, instructions);
    else if (contours > 0) {
      const lengths = Array.from({ length: contours }, () => pointCounts.uint16Of255());
      const outline = readOutline(lengths, flags, points);
      const code = instructions.bytes(points.uint16Of255());
      bytes = encodeSimpleGlyph(outline, box, code, bitOf(overlaps, glyph));
    }
    leftEdges.push(bytes.length === 0 ? 0 : bytes.readInt16BE(2));
    loca.writeUInt32BE(offset, glyph * 4);
    const padding = Buffer.alloc(-bytes.length & 3);
    glyphs.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  loca.writeUInt32BE(offset, glyphCount * 4);
  return { glyf: Buffer.concat(glyphs), loca, leftEdges };
}

/** Section 5.2: a flag, and one to four bytes of coordinates. */
function readOutline(lengths: readonly number[], flags: ByteReader, bytes: ByteReader): GlyphOutline {
  let count = 0;
  const ends = lengths.map((length) => {
    count += length;
    return count - 1;
  });
  const onCurve = new Uint8Array(count);
  const dx = new Int32Array(count);
  const dy = new Int32Array(count);
  for (let point = 0; point < count; point++) {
    const byte = flags.uint8();
    onCurve[point] = byte < 0x80 ? 1 : 0;
    const flag = byte & 0x7f;
    let [x, y] = [0, 0];
    if (flag < 10) {
      y = ((flag & 14) << 7) + bytes.uint8();
    } else if (flag < 20) {
      x = (((flag - 10) & 14) << 7) + bytes.uint8();
    } else if (flag < 84) {
      const both = bytes.uint8();
      x = 1 + ((flag - 20) & 0x30) + (both >> 4);
      y = 1 + (((flag - 20) & 0x0c) << 2) + (both & 0x0f);
    } else if (flag < 120) {
      const group = flag - 84;
      x = 1 + (Math.floor(group / 12) << 8) + bytes.uint8();
      y = 1 + (((group % 12) >> 2) << 8) + bytes.uint8();
    } else if (flag < 124) {
      const high = bytes.uint8();
      const middle = bytes.uint8();
      x = (high << 4) + (middle >> 4);
      y = ((middle & 0x0f) << 8) + bytes.uint8();
    } else {
      x = bytes.uint16();
      y = bytes.uint16();
    }
    // The lowest bit is the sign of the only coordinate, or of x; the next one is that of y.
    dx[point] = (flag & 1) === 0 ? -x : x;
    dy[point] = (flag & (flag < 20 ? 1 : 2)) === 0 ? -y : y;
  }
  return { ends, onCurve, dx, dy };
}

/** OpenType, "glyf", flags of a component. */
const ARGUMENTS_ARE_WORDS = 0x0001;
const HAS_SCALE = 0x0008;
const HAS_MORE = 0x0020;
const HAS_TWO_SCALES = 0x0040;
const HAS_MATRIX = 0x0080;
const HAS_INSTRUCTIONS = 0x0100;

function compositeGlyph(
  box: Buffer,
  composites: ByteReader,
  points: ByteReader,
  instructions: ByteReader,
): Buffer {
  const parts: Buffer[] = [Buffer.from([0xff, 0xff]), box];
  let hasInstructions = false;
  for (let hasMore = true; hasMore; ) {
    const start = composites.offset;
    const flags = composites.uint16();
    composites.skip(2 + ((flags & ARGUMENTS_ARE_WORDS) !== 0 ? 4 : 2));
    if ((flags & HAS_SCALE) !== 0) composites.skip(2);
    else if ((flags & HAS_TWO_SCALES) !== 0) composites.skip(4);
    else if ((flags & HAS_MATRIX) !== 0) composites.skip(8);
    parts.push(composites.since(start));
    hasInstructions ||= (flags & HAS_INSTRUCTIONS) !== 0;
    hasMore = (flags & HAS_MORE) !== 0;
  }
  if (hasInstructions) {
    const code = instructions.bytes(points.uint16Of255());
    const length = Buffer.alloc(2);
    length.writeUInt16BE(code.length);
    parts.push(length, code);
  }
  return Buffer.concat(parts);
}

/** Section 5.4: left side bearings that equal the left edges of the glyphs are left out. */
function rebuildMetrics(table: Buffer, metricCount: number, leftEdges: readonly number[]): Buffer {
  const reader = new ByteReader(table);
  const flags = reader.uint8();
  const widths = Array.from({ length: metricCount }, () => reader.uint16());
  const metrics = Buffer.alloc(metricCount * 4 + (leftEdges.length - metricCount) * 2);
  for (const [index, width] of widths.entries()) metrics.writeUInt16BE(width, index * 4);
  for (const [index, edge] of leftEdges.entries()) {
    const isProportional = index < metricCount;
    const isOmitted = (flags & (isProportional ? 1 : 2)) !== 0;
    const at = isProportional ? index * 4 + 2 : metricCount * 4 + (index - metricCount) * 2;
    metrics.writeInt16BE(isOmitted ? edge : reader.int16(), at);
  }
  return metrics;
}
