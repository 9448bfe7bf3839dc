import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Blob, Face, Font, Variation } from "harfbuzzjs";
import { beforeAll, expect, test } from "vitest";
import { FontFace, unpackWoff, woff2IsReady } from "./font-face.js";

const require = createRequire(import.meta.url);
const file = (name: string) => readFileSync(require.resolve(`@fontsource${name}`));

beforeAll(() => woff2IsReady);

/** Corners of curves, in units of the font. */
function outline(file: Buffer, glyph: number, weight: number | null): readonly number[] {
  const font = new Font(new Face(new Blob(file)));
  if (weight !== null) font.setVariations([new Variation("wght", weight)]);
  return (font.glyphToPath(glyph).match(/-?\d+(?:\.\d+)?/g) ?? []).map(Number);
}

/** A variation has fractions of units, which a cut font has not. */
function isAlike(one: readonly number[], other: readonly number[]): boolean {
  return one.length === other.length && one.every((value, at) => Math.abs(value - other[at]!) <= 1);
}

test.each([
  ["-variable/noto-sans-jp/files/noto-sans-jp-100-wght-normal.woff2", "丈", true],
  ["-variable/noto-sans-kr/files/noto-sans-kr-117-wght-normal.woff2", "계", true],
  // Its regular weight is the one it has without a variation.
  ["-variable/noto-emoji/files/noto-emoji-9-wght-normal.woff2", "😀", false],
  ["/noto-sans/files/noto-sans-latin-400-normal.woff", "é", false],
  ["/noto-sans/files/noto-sans-latin-400-normal.woff2", "é", false],
])("%s is embedded with its glyphs of the regular weight, and no others", (name, character, isOther) => {
  const unpacked = unpackWoff(file(name));
  const face = new FontFace(file(name));
  const [glyph] = face.shape(character, "ltr");
  const { id, width } = glyph!;
  const { program, numbers } = face.subset([id]);
  expect(numbers).toEqual([id]);
  const bytes = Buffer.from(program);
  const drawn = outline(bytes, id, null);
  expect(drawn.length).toBeGreaterThan(20);
  expect(isAlike(drawn, outline(unpacked, id, name.includes("variable") ? 400 : null))).toBe(true);
  expect(isAlike(drawn, outline(unpacked, id, null))).toBe(!isOther);
  const tags = Array.from({ length: bytes.readUInt16BE(4) }, (_, at) =>
    bytes.toString("latin1", 12 + 16 * at, 16 + 16 * at),
  );
  expect(tags.toSorted()).toEqual(["glyf", "head", "hhea", "hmtx", "loca", "maxp"]);
  const units = tableOf(bytes, "hmtx").readUInt16BE(4 * id);
  expect((units * 1000) / tableOf(bytes, "head").readUInt16BE(18)).toBe(width);
});

test("each glyph has its text once, whatever stands for it", () => {
  const latin = new FontFace(file("/noto-sans/files/noto-sans-latin-400-normal.woff"));
  expect(
    latin
      .shape("office", "ltr")
      .map(({ text }) => text)
      .join(""),
  ).toBe("office");
  const devanagari = new FontFace(file("/noto-sans/files/noto-sans-devanagari-400-normal.woff"));
  expect(
    devanagari
      .shape("क्षत्रिय", "ltr")
      .map(({ text }) => text)
      .join(""),
  ).toBe("क्षत्रिय");
  const hebrew = new FontFace(file("/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff"));
  expect(hebrew.shape("אבג", "rtl").map(({ text }) => text)).toEqual(["ג", "ב", "א"]);
});

test("what is no font, or is damaged, is refused", () => {
  const whole = file("/noto-sans/files/noto-sans-latin-400-normal.woff2");
  expect(() => new FontFace(whole.subarray(0, whole.length - 1000))).toThrow("WOFF 2.0");
  expect(() => new FontFace(Buffer.from("a text that is no font at all"))).toThrow();
  expect(() => new FontFace(Buffer.alloc(0))).toThrow();
});

test("PostScript outlines are refused if characters number them", () => {
  const cff = (...dictionary: readonly number[]) =>
    Buffer.from([1, 0, 4, 1, 0, 1, 1, 1, 2, 65, 0, 1, 1, 1, 1 + dictionary.length, ...dictionary]);
  const font = (table: Buffer) => {
    const file = Buffer.alloc(28);
    file.write("OTTO\0\x01", "latin1");
    file.write("CFF ", 12, "latin1");
    file.writeUInt32BE(28, 20);
    file.writeUInt32BE(table.length, 24);
    return Buffer.concat([file, table]);
  };
  const ROS = [12, 30];
  expect(() => new FontFace(font(cff(28, 1, 0x87, 0xf7, 0, 139, ...ROS)))).toThrow("(CID)");
  expect(() => new FontFace(font(cff(139, 1)))).toThrow("no table head");
});

function tableOf(bytes: Buffer, tag: string): Buffer {
  const entry = bytes.indexOf(tag, 12, "latin1");
  const offset = bytes.readUInt32BE(entry + 8);
  return bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12));
}
