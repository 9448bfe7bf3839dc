/**
 * The fonts of certificates. The service's own texts use Latin letters. File names may be in any script, so each
 * character comes from the first font that has it.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { EastAsianFonts } from "./east-asian-fonts.js";
import { type Face, FontFace } from "./font-face.js";
import { SlicedFont } from "./sliced-font.js";

export interface CertificateFonts {
  readonly title: FontFamily;
  readonly body: FontFamily;
  readonly strong: FontFamily;
  readonly code: FontFamily;
}

/** Fonts in the order of lookup. The first covers the service's own texts. */
export type FontFamily = readonly [FontFace, ...FaceSource[]];

/** A font, or several that share their characters out among themselves. */
interface FaceSource {
  /** The font for a text; null if it has not all characters of it. */
  faceFor(text: string): Face | null;
}

/** The family for a text: fonts of its own language come first. */
export function familyFor(text: string, [first, ...further]: FontFamily): FontFamily {
  return [first, ...further.map((font) => (font instanceof EastAsianFonts ? font.forText(text) : font))];
}

const require = createRequire(import.meta.url);

/** Slices of the fallback fonts, by package. */
const FURTHER_SLICES: readonly (readonly [name: string, slice: string])[] = [
  ["noto-sans", "latin-ext"],
  ["noto-sans", "vietnamese"],
  ["noto-sans", "greek"],
  ["noto-sans", "greek-ext"],
  ["noto-sans", "cyrillic"],
  ["noto-sans", "cyrillic-ext"],
  ["noto-sans", "devanagari"],
  ["noto-sans-arabic", "arabic"],
  ["noto-sans-hebrew", "hebrew"],
  ["noto-sans-armenian", "armenian"],
  ["noto-sans-georgian", "georgian"],
  ["noto-sans-thai", "thai"],
];

/**
 * Opens the bundled fonts, with the installation's as fallbacks.
 *
 * @param furtherPaths TrueType, OpenType or WOFF files, such as one for a script that the bundled fonts lack.
 * @throws Error, naming the file that cannot be read.
 */
export async function openCertificateFonts(furtherPaths: readonly string[]): Promise<CertificateFonts> {
  const open = (name: string, slice: string, weight = 400) =>
    openFont(require.resolve(`@fontsource/${name}/files/${name}-${slice}-${weight}-normal.woff`));
  const [title, body, strong, code] = await Promise.all([
    open("source-serif-4", "latin"),
    open("noto-sans", "latin"),
    open("noto-sans", "latin", 600),
    open("source-code-pro", "latin"),
  ]);
  const further = await Promise.all([
    ...FURTHER_SLICES.map(([name, slice]) => open(name, slice)),
    ...furtherPaths.map(openFont),
  ]);
  const [sc, tc, jp, kr, emoji] = await Promise.all(
    ["noto-sans-sc", "noto-sans-tc", "noto-sans-jp", "noto-sans-kr", "noto-emoji"].map(openSliced),
  );
  const fallback = [
    body,
    ...further,
    new EastAsianFonts({ sc: sc!, tc: tc!, jp: jp!, kr: kr! }),
    emoji!,
  ] as const;
  return {
    title: [title, ...fallback],
    body: fallback,
    strong: [strong, ...fallback],
    code: [code, ...fallback],
  };
}

async function openSliced(name: string): Promise<SlicedFont> {
  const unicode = require.resolve(`@fontsource-variable/${name}/unicode.json`);
  return new SlicedFont(JSON.parse(await readFile(unicode, "utf8")), (slice) =>
    require.resolve(`@fontsource-variable/${name}/files/${name}-${slice}-wght-normal.woff2`),
  );
}

async function openFont(path: string): Promise<FontFace> {
  try {
    return new FontFace(await readFile(path));
  } catch (error) {
    throw new Error(`the font ${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
