import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { LRUCache } from "lru-cache";
import { beforeAll, expect, test } from "vitest";
import { type FontFace, woff2IsReady } from "./font-face.js";
import { SlicedFont } from "./sliced-font.js";

const require = createRequire(import.meta.url);

beforeAll(() => woff2IsReady);

test("a slice stays the same face when it was closed and opened again", () => {
  const opened = new LRUCache<string, FontFace>({ max: 1 });
  const read: string[] = [];
  const name = "@fontsource-variable/noto-sans-jp";
  const font = new SlicedFont(
    JSON.parse(readFileSync(require.resolve(`${name}/unicode.json`), "utf8")),
    (slice) => {
      read.push(slice);
      return require.resolve(`${name}/files/noto-sans-jp-${slice}-wght-normal.woff2`);
    },
    opened,
  );
  expect(read.length).toBeGreaterThan(100);
  expect(opened.size).toBe(0);
  const face = font.faceFor("契")!;
  const glyphs = face.shape("契", "ltr");
  const subset = face.subset(glyphs.map(({ id }) => id));
  const wasOpen = [...opened.values()][0];
  expect(font.faceFor("丈")).not.toBe(face);
  expect([...opened.values()]).not.toContain(wasOpen);
  expect(font.faceFor("契")).toBe(face);
  expect(face.shape("契", "ltr")).toEqual(glyphs);
  expect(face.subset(glyphs.map(({ id }) => id))).toEqual(subset);
});

test("characters of two slices have no common face", () => {
  const font = new SlicedFont({ "[0]": "U+61-63,U+20ac", "[1]": "U+64", latin: "U+65" }, () =>
    require.resolve("@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff"),
  );
  expect(font.faceFor("a€\u200d")).not.toBeNull();
  expect(font.faceFor("ad")).toBeNull();
  expect(font.faceFor("e")).toBeNull();
  expect(font.lists(0x64)).toBe(true);
  expect(font.lists(0x65)).toBe(false);
});
