/** Cuts a font to some of its glyphs, by the build of HarfBuzz that does so and that has no interface for JavaScript. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

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
