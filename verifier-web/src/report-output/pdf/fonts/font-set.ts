/** The faces that a report is set in, each with the fonts that its characters are looked up in. */
import { FontFace } from "./font-face.js";
import type { PackedFonts } from "./packed-font.js";

export type Face = keyof PackedFonts;

/** In the order of lookup. */
export type FontSet = Readonly<Record<Face, readonly FontFace[]>>;

/** Characters that a face lacks come from the sans face, which has the most. */
export function openFonts(packed: PackedFonts): FontSet {
  const [sans, bold, serif, mono] = [packed.sans, packed.bold, packed.serif, packed.mono].map((fonts) =>
    fonts.map((font) => new FontFace(font)),
  );
  return {
    sans: sans!,
    bold: [...bold!, ...sans!],
    serif: [...serif!, ...sans!],
    mono: [...mono!, ...sans!],
  };
}
