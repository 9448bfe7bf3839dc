/** Compared with fontkit, which has a reader of WOFF 2.0 of its own. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type FontkitFont } from "fontkit";
import { expect, test } from "vitest";
import { unpackWoff2 } from "./unpack-woff2.js";

const require = createRequire(import.meta.url);

function file(name: string): Buffer {
  return readFileSync(require.resolve(name));
}

interface Drawn extends FontkitFont {
  readonly numGlyphs: number;
}

test.each([
  "@fontsource/noto-sans/files/noto-sans-devanagari-400-normal",
  "@fontsource/source-serif-4/files/source-serif-4-latin-400-normal",
  "@fontsource-variable/noto-sans-jp/files/noto-sans-jp-100-wght-normal",
  "@fontsource-variable/noto-sans-kr/files/noto-sans-kr-0-wght-normal",
  "@fontsource-variable/noto-emoji/files/noto-emoji-1-wght-normal",
])("%s has the glyphs that fontkit reads", (name) => {
  const packed = file(`${name}.woff2`);
  const expected = create(packed) as Drawn;
  const font = create(unpackWoff2(packed)) as Drawn;
  expect(font.numGlyphs).toBe(expected.numGlyphs);
  let outlined = 0;
  for (let id = 0; id < font.numGlyphs; id++) {
    const [glyph, other] = [font.getGlyph(id), expected.getGlyph(id)];
    const path = glyph.path.toSVG();
    if (path !== "") outlined++;
    expect(path, `${id}`).toBe(other.path.toSVG());
    expect(glyph.advanceWidth, `${id}`).toBe(other.advanceWidth);
  }
  expect(outlined).toBeGreaterThan(20);
});

test("another file stays as it is", () => {
  const woff = file("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff");
  expect(unpackWoff2(woff)).toBe(woff);
});

test("a truncated file is refused", () => {
  const whole = file("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2");
  expect(() => unpackWoff2(whole.subarray(0, whole.length - 1000))).toThrow();
  const collection = Buffer.from(whole);
  collection.write("ttcf", 4, "latin1");
  expect(() => unpackWoff2(collection)).toThrow("collection");
});
