/**
 * The fonts of reports as PDF: those of the certificate, reduced to the scripts whose letters need no shaping. A browser draws
 * the others itself.
 */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Plugin } from "vite";
import type { PackedFont, PackedFonts } from "../../src/report-output/pdf/report-fonts.js";
import { packFont } from "./pack-font.js";

const require = createRequire(import.meta.url);

/** Letters of Latin scripts beyond those of western Europe: Unicode's blocks Latin Extended-A and B, and what is used of Additional. */
const isFurtherLatin = (code: number) => (code >= 0x100 && code < 0x250) || (code >= 0x1e80 && code < 0x1e9f);
/** Not the controls and the byte order mark, which some fonts have. */
const isAny = (code: number) => code >= 0x20 && code !== 0xfeff;

const SANS: readonly (readonly [slice: string, isWanted: (codePoint: number) => boolean])[] = [
  ["latin", isAny],
  ["latin-ext", isFurtherLatin],
  ["vietnamese", isAny],
  ["greek", isAny],
  ["cyrillic", isAny],
];

/** One font after the other: what unpacks them has one memory. */
export async function packReportFonts(): Promise<PackedFonts> {
  const sans: PackedFont[] = [];
  for (const [slice, isWanted] of SANS) sans.push(await pack("noto-sans", slice, 400, isWanted));
  return {
    sans,
    bold: [await pack("noto-sans", "latin", 600)],
    serif: [await pack("source-serif-4", "latin", 400)],
    mono: [await pack("source-code-pro", "latin", 400)],
  };
}

function pack(name: string, slice: string, weight: number, isWanted = isAny): Promise<PackedFont> {
  const path = require.resolve(`@fontsource/${name}/files/${name}-${slice}-${weight}-normal.woff2`);
  return packFont(readFileSync(path), isWanted);
}

const MODULE = "virtual:report-fonts";

/** Gives the page's code the packed fonts. @param folders of packages whose licences the site states; the fonts' are added. */
export function reportFonts(folders: Set<string> = new Set()): Plugin {
  return {
    name: "report-fonts",
    resolveId(source) {
      return source === MODULE ? `\0${MODULE}` : null;
    },
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      for (const name of ["noto-sans", "source-serif-4", "source-code-pro"]) {
        folders.add(dirname(require.resolve(`@fontsource/${name}/package.json`)));
      }
      return `export default ${JSON.stringify(await packReportFonts())};`;
    },
  };
}
