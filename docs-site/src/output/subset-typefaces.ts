/**
 * The typefaces of the site, without the letters and features that it does not use: two thirds of their size, so that a page stays below
 * its limit with all three.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
// @ts-expect-error: no types
import untyped from "subset-font";

const subsetFont: (
  font: Buffer,
  text: string,
  options: { readonly targetFormat: "woff2" },
) => Promise<Buffer> = untyped;

const FACES = [
  "@fontsource/source-serif-4/files/source-serif-4-latin-600-normal.woff2",
  "@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff2",
  "@fontsource/noto-sans/files/noto-sans-latin-600-normal.woff2",
];

/** Printable ASCII, and the letters and marks of four languages. What else occurs comes from the reader's system. */
const LETTERS: string = [
  ...Array.from({ length: 0x7f - 0x20 }, (_, at) => String.fromCodePoint(0x20 + at)),
  ..."áéíóúüñÁÉÍÓÚÑ¿¡äöüßÄÖÜàâæçèêëîïôœùûÀÂÇÈÊËÎÔŒÙÛ",
  ..."\u00a0§°·×«»–—‘’‚“”„…‹›€−",
].join("");

/**
 * @param folder where the reduced files are written.
 * @returns what the style sheets import, and the file instead.
 */
export async function subsetTypefaces(folder: string): Promise<Readonly<Record<string, string>>> {
  const require = createRequire(import.meta.url);
  mkdirSync(folder, { recursive: true });
  const pairs = FACES.map(async (face): Promise<readonly [string, string]> => {
    const file = join(folder, basename(face));
    const whole = readFileSync(require.resolve(face));
    writeFileSync(file, await subsetFont(whole, LETTERS, { targetFormat: "woff2" }));
    return [face, file];
  });
  return Object.fromEntries(await Promise.all(pairs));
}
