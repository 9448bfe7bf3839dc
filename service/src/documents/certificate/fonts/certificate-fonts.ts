/**
 * The fonts of certificates. The service's own texts use Latin letters. File names may be in any script, so each
 * character comes from the first font that has it.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { FontFace } from "./font-face.js";

export interface CertificateFonts {
  readonly title: FontFamily;
  readonly body: FontFamily;
  readonly strong: FontFamily;
  readonly code: FontFamily;
}

/** Fonts in the order of lookup. The first covers the service's own texts and U+FFFD. */
export type FontFamily = readonly [FontFace, ...FontFace[]];

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
 * @param furtherPaths TrueType, OpenType or WOFF files, such as one for Chinese, Japanese and Korean.
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
  const fallback = [body, ...further] as const;
  return {
    title: [title, ...fallback],
    body: fallback,
    strong: [strong, ...fallback],
    code: [code, ...fallback],
  };
}

async function openFont(path: string): Promise<FontFace> {
  try {
    return new FontFace(await readFile(path));
  } catch (error) {
    throw new Error(`the font ${path} cannot be used: ${(error as Error).message}`, { cause: error });
  }
}
