/** A face: unpacked, shaped, cut. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Direction, Face, FaceMetrics, FontSubset, Glyph } from "@svc-proof/shared/pdf";
import { unzlibSync } from "fflate";
import {
  Blob,
  BufferFlag,
  ClusterLevel,
  Font,
  Direction as HbDirection,
  Face as HbFace,
  shape,
  Buffer as TextBuffer,
  Variation,
} from "harfbuzzjs";
import { LRUCache } from "lru-cache";

/** Cuts a font to some of its glyphs, by the build of HarfBuzz that does so and that has no interface for JavaScript. */
const require = createRequire(import.meta.url);

/** Pointers and handles are numbers: hb-blob.h, hb-face.h, hb-set.h, hb-subset.h. */
interface HarfBuzz {
  readonly memory: { readonly buffer: ArrayBuffer };
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  hb_blob_create(data: number, length: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(blob: number): void;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_destroy(face: number): void;
  hb_face_reference_blob(face: number): number;
  hb_set_add(set: number, value: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(input: number): void;
  hb_subset_input_glyph_set(input: number): number;
  hb_subset_input_set(input: number, which: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_all_axes_to_default(input: number, face: number): number;
  hb_subset_input_pin_axis_location(input: number, face: number, axis: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

const WRITABLE = 2;
const DROPPED_TABLES = 3;
const NO_HINTING = 0x1;
const RETAIN_GLYPH_IDS = 0x2;
const SET_OVERLAPS = 0x10;
const NO_LAYOUT_CLOSURE = 0x200;

/** As far as it is used: the types of Node leave it out. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

let opened: HarfBuzz | undefined;

function harfBuzz(): HarfBuzz {
  if (opened === undefined) {
    const file = readFileSync(require.resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
    opened = new WebAssembly.Instance(new WebAssembly.Module(file)).exports as HarfBuzz;
    opened._initialize();
  }
  return opened;
}

export interface Cut {
  /** They keep their numbers. */
  readonly glyphs: readonly number[];
  /** Tags of tables to leave out. */
  readonly without: readonly string[];
  /** Of a variable font, whose other axes stay at their defaults; null for another. */
  readonly weight: number | null;
}

/**
 * @param font SFNT; of a collection, its first font.
 * @returns SFNT without hinting.
 * @throws Error if HarfBuzz cannot cut it.
 */
export function cutFont(font: Uint8Array, { glyphs, without, weight }: Cut): Buffer {
  const hb = harfBuzz();
  const data = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, data);
  const blob = hb.hb_blob_create(data, font.length, WRITABLE, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const input = hb.hb_subset_input_create_or_fail();
  const wanted = hb.hb_subset_input_glyph_set(input);
  for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  for (const table of without) hb.hb_set_add(dropped, tag(table));
  const flags = NO_HINTING | RETAIN_GLYPH_IDS | NO_LAYOUT_CLOSURE;
  hb.hb_subset_input_set_flags(input, weight === null ? flags : flags | SET_OVERLAPS);
  if (weight !== null) {
    hb.hb_subset_input_pin_all_axes_to_default(input, face);
    hb.hb_subset_input_pin_axis_location(input, face, tag("wght"), weight);
  }
  const subset = hb.hb_subset_or_fail(face, input);
  const result = hb.hb_face_reference_blob(subset);
  const start = hb.hb_blob_get_data(result, 0);
  const bytes = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length(result)));
  hb.hb_blob_destroy(result);
  if (subset !== 0) hb.hb_face_destroy(subset);
  hb.hb_subset_input_destroy(input);
  hb.hb_face_destroy(face);
  hb.hb_blob_destroy(blob);
  hb.free(data);
  if (bytes.length === 0) throw new Error("HarfBuzz cannot cut the font");
  return bytes;
}

function tag(text: string): number {
  return Buffer.from(text, "latin1").readUInt32BE(0);
}

// Unpacks the SFNT file in a WOFF file: W3C Recommendations "WOFF File Format 1.0", sections 3 to 5, and "2.0".

/** The decoder of WOFF 2.0 by its makers, as WebAssembly. */
const woff2 = require("wawoff2/build/decompress_binding.js") as {
  /** False if it cannot read the file. */
  decompress(file: Uint8Array): Uint8Array | false;
};
const decompress = require("wawoff2/decompress.js") as (file: Uint8Array) => Promise<Uint8Array>;

/** Resolves when `unpackWoff` can unpack WOFF 2.0: its WebAssembly is compiled first. */
export const woff2IsReady: Promise<unknown> = decompress(new Uint8Array(0)).catch(() => null);

const WOFF_HEADER_BYTES = 44;
const WOFF_ENTRY_BYTES = 20;
const SFNT_HEADER_BYTES = 12;
const SFNT_ENTRY_BYTES = 16;

/**
 * @returns the font as SFNT; `file` itself when it is not WOFF.
 * @throws Error if the file is damaged.
 */
export function unpackWoff(file: Buffer): Buffer {
  const signature = file.toString("latin1", 0, 4);
  if (signature === "wOFF") return unpackWoff1(file);
  if (signature !== "wOF2") return file;
  const font = woff2.decompress(file);
  if (font === false) throw new Error("the file is not WOFF 2.0 as it should be");
  return Buffer.from(font);
}

/**
 * Only installed fonts are read, not hostile ones, so checksums are not verified. Not inflated by `node:zlib`: Node aborts the whole
 * process if a worker is ended while it creates a stream of it ("close before init").
 */
function unpackWoff1(file: Buffer): Buffer {
  const tableCount = file.readUInt16BE(12);
  const directory = Buffer.alloc(SFNT_HEADER_BYTES + tableCount * SFNT_ENTRY_BYTES);
  file.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tableCount, 4);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (let index = 0; index < tableCount; index++) {
    const entry = WOFF_HEADER_BYTES + index * WOFF_ENTRY_BYTES;
    const start = file.readUInt32BE(entry + 4);
    const packedBytes = file.readUInt32BE(entry + 8);
    const sizeBytes = file.readUInt32BE(entry + 12);
    const packed = file.subarray(start, start + packedBytes);
    const table = packedBytes < sizeBytes ? unzlibSync(packed) : packed;
    const target = SFNT_HEADER_BYTES + index * SFNT_ENTRY_BYTES;
    file.copy(directory, target, entry, entry + 4);
    file.copy(directory, target + 4, entry + 16, entry + 20);
    directory.writeUInt32BE(offset, target + 8);
    directory.writeUInt32BE(sizeBytes, target + 12);
    const padding = Buffer.alloc(-sizeBytes & 3);
    parts.push(table, padding);
    offset += sizeBytes + padding.length;
  }
  return Buffer.concat(parts);
}

/** One font, read and shaped by HarfBuzz: its characters, its glyphs, and the subset that a document embeds. */
const NOTDEF = 0;

/** Joiners and variation selectors select glyphs and have none themselves. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;

/** The characters of a text that need a glyph. */
export function visibleCodePoints(text: string): number[] {
  return Array.from(text).flatMap((character) =>
    IGNORABLE.test(character) ? [] : [character.codePointAt(0)!],
  );
}

/** Of variable fonts. */
const REGULAR_WEIGHT = 400;

/** The tables that a document needs of a font: ISO 32000-1 section 9.9. */
const EMBEDDED: ReadonlySet<string> = new Set(["CFF ", "glyf", "head", "hhea", "hmtx", "loca", "maxp"]);

/** Words repeat. */
const MAX_REMEMBERED = 4096;

const POSTSCRIPT_NAME = 6;

/** Used for each text: HarfBuzz frees one only when JavaScript collects its garbage. */
const textBuffer = new TextBuffer();

export class FontFace implements Face {
  readonly name: string;
  readonly hasCff: boolean;
  readonly metrics: FaceMetrics;
  readonly #sfnt: Buffer;
  readonly #tables: SfntTables;
  readonly #font: Font;
  readonly #isVariable: boolean;
  readonly #characters: ReadonlySet<number>;
  /** Thousandths of the font's size for each unit of the font. */
  readonly #scale: number;
  readonly #shaped = new LRUCache<string, readonly Glyph[]>({ max: MAX_REMEMBERED });

  /**
   * @param file an SFNT or WOFF font, or an SFNT collection, whose first font is taken. Of a variable font, the regular weight is taken.
   * @throws Error if it is none, or if a document cannot embed it.
   */
  constructor(file: Buffer) {
    this.#sfnt = unpackWoff(file);
    this.#tables = tablesOf(this.#sfnt);
    this.hasCff = this.#tables.has("CFF ");
    if (!this.hasCff && !this.#tables.has("glyf")) throw new Error("it has no outlines");
    if (this.hasCff && isCidKeyed(this.#tables.get("CFF ")!)) {
      throw new Error("its PostScript outlines are numbered by characters (CID), and only TrueType's may be");
    }
    this.#scale = 1000 / requiredTable(this.#tables, "head").readUInt16BE(18);
    this.metrics = metricsOf(this.#tables, this.#scale);
    const face = new HbFace(new Blob(this.#sfnt));
    this.#font = new Font(face);
    this.#isVariable = this.#tables.has("gvar") && "wght" in face.getAxisInfos();
    if (this.#isVariable) this.#font.setVariations([new Variation("wght", REGULAR_WEIGHT)]);
    this.#characters = new Set(face.collectUnicodes());
    const name = face.getName(POSTSCRIPT_NAME, "en").replace(/[^\w-]/g, "");
    this.name = this.#isVariable ? name.replace(/-\w+$/, "-Regular") : name;
  }

  /** This font if it has all characters of the text, otherwise null. */
  faceFor(text: string): Face | null {
    for (const character of text) {
      if (!this.#characters.has(character.codePointAt(0)!) && !IGNORABLE.test(character)) return null;
    }
    return this;
  }

  shape(text: string, direction: Direction): readonly Glyph[] {
    const key = `${direction}${text}`;
    let glyphs = this.#shaped.get(key);
    if (glyphs === undefined) {
      glyphs = this.#shape(text, direction);
      this.#shaped.set(key, glyphs);
    }
    return glyphs;
  }

  #shape(text: string, direction: Direction): readonly Glyph[] {
    textBuffer.reset();
    textBuffer.setClusterLevel(ClusterLevel.MONOTONE_CHARACTERS);
    textBuffer.setFlags(BufferFlag.REMOVE_DEFAULT_IGNORABLES);
    // Not the language of the machine.
    textBuffer.setLanguage("und");
    textBuffer.addText(text);
    textBuffer.guessSegmentProperties();
    textBuffer.setDirection(direction === "rtl" ? HbDirection.RTL : HbDirection.LTR);
    shape(this.#font, textBuffer);
    const infos = textBuffer.getGlyphInfos();
    const positions = textBuffer.getGlyphPositions();
    const starts = [...new Set(infos.map(({ cluster }) => cluster))].sort((a, b) => a - b);
    const texts = new Map(
      starts.map((start, at) => [start, text.slice(at === 0 ? 0 : start, starts[at + 1])]),
    );
    return infos.flatMap(({ codepoint: id, cluster }, at) => {
      if (id === NOTDEF) return [];
      const { xAdvance, xOffset, yOffset } = positions[at]!;
      const ofCluster = texts.get(cluster)!;
      // The first glyph of a cluster has the text of all.
      texts.set(cluster, "");
      return {
        id,
        text: ofCluster,
        width: this.#font.glyphHAdvance(id) * this.#scale,
        advance: xAdvance * this.#scale,
        offsetX: xOffset * this.#scale,
        offsetY: yOffset * this.#scale,
      };
    });
  }

  subset(glyphs: readonly number[]): FontSubset {
    const without = [...this.#tables.keys()].filter((tag) => !EMBEDDED.has(tag));
    const weight = this.#isVariable ? REGULAR_WEIGHT : null;
    const font = cutFont(this.#sfnt, { glyphs, without, weight });
    return { program: this.hasCff ? tablesOf(font).get("CFF ")! : font, numbers: glyphs };
  }
}

/** The tables of a font by their tags: OpenType 1.9, "Organization of an OpenType Font". */
type SfntTables = ReadonlyMap<string, Buffer>;

/** @throws RangeError if the file ends too early. */
function tablesOf(sfnt: Buffer): SfntTables {
  const start = sfnt.toString("latin1", 0, 4) === "ttcf" ? sfnt.readUInt32BE(12) : 0;
  const count = sfnt.readUInt16BE(start + 4);
  return new Map(
    Array.from({ length: count }, (_, index) => {
      const entry = start + 12 + 16 * index;
      const offset = sfnt.readUInt32BE(entry + 8);
      const table = sfnt.subarray(offset, offset + sfnt.readUInt32BE(entry + 12));
      return [sfnt.toString("latin1", entry, entry + 4), table];
    }),
  );
}

function requiredTable(tables: SfntTables, tag: string): Buffer {
  const table = tables.get(tag);
  if (table === undefined) throw new Error(`it has no table ${tag}`);
  return table;
}

function metricsOf(tables: SfntTables, scale: number): FaceMetrics {
  const scaled = (units: number) => Math.round(units * scale);
  const [head, hhea] = [requiredTable(tables, "head"), requiredTable(tables, "hhea")];
  const os2 = tables.get("OS/2");
  const ascent = hhea.readInt16BE(4);
  // Since version 2 of the table.
  const capHeight = os2 !== undefined && os2.length >= 90 ? os2.readInt16BE(88) : 0;
  return {
    ascent: scaled(ascent),
    descent: scaled(hhea.readInt16BE(6)),
    capHeight: scaled(capHeight || ascent),
    italicAngle: requiredTable(tables, "post").readInt32BE(4) / 65_536,
    box: [36, 38, 40, 42].map((offset) => scaled(head.readInt16BE(offset))),
  };
}

/** Whether the first operator of a CFF font's dictionary is ROS: Adobe Technical Note 5176, section 18. */
function isCidKeyed(cff: Buffer): boolean {
  const offsetsAt = (index: number) => {
    const [count, size] = [cff.readUInt16BE(index), cff.readUInt8(index + 2)];
    const data = index + 3 + size * (count + 1) - 1;
    const offset = (at: number) => data + cff.readUIntBE(index + 3 + size * at, size);
    return { first: offset(0), second: offset(1), end: offset(count) };
  };
  const { first, second } = offsetsAt(offsetsAt(cff.readUInt8(2)).end);
  for (let at = first; at < second; ) {
    const byte = cff.readUInt8(at);
    if (byte < 22) return byte === 12 && cff.readUInt8(at + 1) === 30;
    // Operands before it: section 4, table 3.
    if (byte === 30) return false;
    at += byte === 28 ? 3 : byte === 29 ? 5 : byte < 247 ? 1 : 2;
  }
  return false;
}
