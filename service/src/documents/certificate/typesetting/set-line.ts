import type { FontFamily } from "../fonts/certificate-fonts.js";
import type { ShapedGlyph } from "../fonts/font-face.js";
import { type FontRun, fontRuns } from "./font-runs.js";

export interface SetRun extends FontRun {
  readonly glyphs: readonly ShapedGlyph[];
}

/** One line of shaped text, its runs from left to right. */
export interface SetLine {
  readonly text: string;
  readonly runs: readonly SetRun[];
  /** In thousandths of the font size. */
  readonly width: number;
}

/** @param the line's levels within its paragraph; null when all of it runs from left to right. */
export function setLine(text: string, family: FontFamily, levels: Uint8Array | null = null): SetLine {
  const runs = fontRuns(text, family, levels).map((run) => ({
    ...run,
    glyphs: run.font.shape(run.shown ?? run.text, run.direction),
  }));
  const width = runs.reduce(
    (sum, { glyphs }) => sum + glyphs.reduce((of, { advance }) => of + advance, 0),
    0,
  );
  return { text, runs, width };
}
