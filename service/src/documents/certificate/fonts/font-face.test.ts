import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { beforeAll, expect, test } from "vitest";
import { FontFace } from "./font-face.js";
import { woff2IsReady } from "./unpack-woff.js";

const require = createRequire(import.meta.url);
const file = (name: string) => readFileSync(require.resolve(`@fontsource${name}`));

beforeAll(() => woff2IsReady);

test.each([
  ["-variable/noto-sans-jp/files/noto-sans-jp-100-wght-normal.woff2", "丈"],
  ["-variable/noto-sans-kr/files/noto-sans-kr-117-wght-normal.woff2", "계"],
  // Its regular weight is the one it has without a variation.
  ["-variable/noto-emoji/files/noto-emoji-9-wght-normal.woff2", "😀"],
  ["/noto-sans/files/noto-sans-latin-400-normal.woff", "é"],
  ["/noto-sans/files/noto-sans-latin-400-normal.woff2", "é"],
])("%s is embedded with the glyphs as they are set, and no others", (name, character) => {
  const face = new FontFace(file(name));
  const [glyph] = face.shape(character, "ltr");
  const { program, numbers } = face.subset([glyph!.id]);
  expect(numbers).toEqual([glyph!.id]);
  expect(program.length).toBeLessThan(8000);
  const tables = Array.from({ length: Buffer.from(program).readUInt16BE(4) }, (_, at) =>
    Buffer.from(program).toString("latin1", 12 + 16 * at, 16 + 16 * at),
  );
  expect(tables.toSorted()).toEqual(["glyf", "head", "hhea", "hmtx", "loca", "maxp"]);
  // HarfBuzz opens it again, at the same weight.
  const metrics = tableOf(program, "hmtx").readUInt16BE(4 * glyph!.id);
  const unitsPerEm = tableOf(program, "head").readUInt16BE(18);
  expect((metrics * 1000) / unitsPerEm).toBe(glyph!.width);
});

test("of a variable font, the regular weight is embedded", () => {
  const [character, name] = ["丈", "-variable/noto-sans-jp/files/noto-sans-jp-100-wght-normal.woff2"];
  const face = new FontFace(file(name));
  expect(face.name).toBe("NotoSansJP-Regular");
  const { id } = face.shape(character, "ltr")[0]!;
  // The stem of the letter is thicker than that of the thinnest weight, which the file has its outlines in.
  const head = tableOf(face.subset([id]).program, "glyf");
  expect(head.length).toBeGreaterThan(50);
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

function tableOf(font: Uint8Array, tag: string): Buffer {
  const bytes = Buffer.from(font);
  const entry = bytes.indexOf(tag, 12, "latin1");
  const offset = bytes.readUInt32BE(entry + 8);
  return bytes.subarray(offset, offset + bytes.readUInt32BE(entry + 12));
}
