import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { create, type FontkitFont } from "fontkit";
import { expect, test } from "vitest";
import { FontFace } from "./font-face.js";
import { unpackWoff2 } from "./unpack-woff2.js";

const require = createRequire(import.meta.url);

function openFile(name: string): { readonly face: FontFace; readonly font: FontkitFont } {
  const file = readFileSync(require.resolve(`@fontsource-variable/${name}-wght-normal.woff2`));
  return { face: new FontFace(file), font: create(unpackWoff2(file)) as FontkitFont };
}

/** Corners of curves in whole units. */
function rounded(path: string): string {
  return path.replace(/-?\d+\.\d+/g, (digits) => String(Math.round(Number(digits))));
}

test.each([
  ["noto-sans-jp/files/noto-sans-jp-100", "丈", true],
  ["noto-sans-kr/files/noto-sans-kr-117", "계", true],
  // Its regular weight is the one it has without a variation.
  ["noto-emoji/files/noto-emoji-9", "😀", false],
])("%s is embedded at the regular weight", (name, character, isOther) => {
  const { face, font } = openFile(name);
  const [glyph] = face.shape(character, "ltr");
  const subset = create(face.subset([glyph!.id])) as FontkitFont;
  const drawn = subset.getGlyph(1);
  const expected = font.getVariation({ wght: 400 }).getGlyph(glyph!.id);
  expect(drawn.path.commands.length).toBeGreaterThan(5);
  expect(rounded(drawn.path.toSVG())).toBe(rounded(expected.path.toSVG()));
  const unvaried = rounded(font.getGlyph(glyph!.id).path.toSVG());
  expect(drawn.path.toSVG() !== unvaried).toBe(isOther);
  expect(Math.round((drawn.advanceWidth * 1000) / subset.unitsPerEm)).toBe(Math.round(glyph!.width));
});
