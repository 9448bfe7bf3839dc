/** The mark: the ridges of a fingerprint that end in a check mark, as SVG paths in a 32 by 32 square. `public/icon.svg` has it too. */

export const MARK_RIDGES =
  "M6.5 21.5V15.5A9.5 9.5 0 0 1 25.5 15.5V16.5M11 25.5V15.5A5 5 0 0 1 21 15.5V18.5M15.9 15.5V22.5Q15.9 25 15 27";
export const MARK_CHECK = "M19.5 23.5L22.6 26.6L28 19.8";
