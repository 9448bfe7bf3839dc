/** Its fonts, opened and cut. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import {
  type Direction,
  type Face,
  type FaceSource,
  faceOf,
  graphemesOf,
  type Line,
  type Run,
  runOf,
  type Typeface,
} from "@svc-proof/shared/pdf";
import { LRUCache } from "lru-cache";
import { codePointText } from "../words.js";
import { FontFace, visibleCodePoints, woff2IsReady } from "./font-face.js";
import { SlicedFont } from "./sliced-font.js";

// Fonts for Chinese, Japanese and Korean. Unicode gives one code point to characters that these languages draw differently, so the font
// depends on the language, which a name does not state but shows.

/** Simplified and traditional Chinese, Japanese, Korean. */
export type EastAsianScript = "sc" | "tc" | "jp" | "kr";

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;
const HAN = /\p{Script=Han}/u;

export class EastAsianFonts implements FaceSource {
  readonly #fonts: Readonly<Record<EastAsianScript, SlicedFont>>;
  readonly #order: readonly EastAsianScript[];

  constructor(
    fonts: Readonly<Record<EastAsianScript, SlicedFont>>,
    order: readonly EastAsianScript[] = ["sc", "tc", "jp", "kr"],
  ) {
    this.#fonts = fonts;
    this.#order = order;
  }

  /** The same fonts, that of the text's language first. */
  forText(text: string): EastAsianFonts {
    const first = this.#scriptOf(text);
    if (first === null || first === this.#order[0]) return this;
    return new EastAsianFonts(this.#fonts, [first, ...this.#order.filter((script) => script !== first)]);
  }

  faceFor(text: string): Face | null {
    for (const script of this.#order) {
      const face = this.#fonts[script].faceFor(text);
      if (face !== null) return face;
    }
    return null;
  }

  #scriptOf(text: string): EastAsianScript | null {
    if (KANA.test(text)) return "jp";
    if (HANGUL.test(text)) return "kr";
    const characters = Array.from(text).filter((character) => HAN.test(character));
    if (characters.length === 0) return null;
    const hasAll = (script: EastAsianScript) =>
      characters.every((character) => this.#fonts[script].lists(character.codePointAt(0)!));
    return this.#order.find(hasAll) ?? null;
  }
}

// The fonts of certificates. The service's own texts use Latin letters. File names may be in any script, so each
// character comes from the first font that has it.

/** The first face of each covers the service's own texts. */
export interface CertificateFonts {
  readonly title: CertificateTypeface;
  readonly body: CertificateTypeface;
  readonly strong: CertificateTypeface;
  readonly code: CertificateTypeface;
}

/** A typeface that remembers its lines: most texts of a certificate are the service's own, and a closer layout sets each of them again. */
export interface CertificateTypeface extends Typeface {
  readonly known: LRUCache<string, readonly Line[]>;
}

type Faces = Typeface["faces"];

const MAX_REMEMBERED = 1024;

function typeface(faces: Faces): CertificateTypeface {
  const unknown = (text: string, direction: Direction) => unknownRuns(text, direction, faces);
  return { faces, unknown, known: new LRUCache({ max: MAX_REMEMBERED }) };
}

/**
 * Of a grapheme that no face has, the characters stand side by side, as browsers draw an unknown sequence of emoji. A character that no
 * face has is shown as its code point.
 */
function unknownRuns(text: string, direction: Direction, faces: Faces): readonly Run[] {
  return graphemesOf(text).flatMap((grapheme) => {
    const codePoints = visibleCodePoints(grapheme);
    if (codePoints.length === 1) {
      return [runOf(faces[0], grapheme, "ltr", codePointText(codePoints[0]!))];
    }
    return codePoints.flatMap((codePoint) => {
      const character = String.fromCodePoint(codePoint);
      const face = faceOf(character, direction, faces);
      return face === null ? unknownRuns(character, direction, faces) : [runOf(face, character, direction)];
    });
  });
}

/** The typeface for a text: fonts of its own language come first. */
export function typefaceFor(text: string, { faces: [first, ...further] }: Typeface): Typeface {
  const faces: Faces = [
    first,
    ...further.map((font) => (font instanceof EastAsianFonts ? font.forText(text) : font)),
  ];
  return { faces, unknown: (unknown, direction) => unknownRuns(unknown, direction, faces) };
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
  await woff2IsReady;
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
  const fallback: Faces = [
    body,
    ...further,
    new EastAsianFonts({ sc: sc!, tc: tc!, jp: jp!, kr: kr! }),
    emoji!,
  ];
  return {
    title: typeface([title, ...fallback]),
    body: typeface(fallback),
    strong: typeface([strong, ...fallback]),
    code: typeface([code, ...fallback]),
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
