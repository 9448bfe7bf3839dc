/**
 * The shapes of the signs, as SVG paths in a 32 by 32 square. Their outlines differ, so that they can be told apart without
 * colour: disc, octagon, lozenge, rounded square with the hands of a clock, dashed ring.
 */

/** What a sign stands for: an outcome, the status of a check, or neither. */
export type SignKind = "good" | "bad" | "open" | "calm" | "none";

export const SIGN_OUTLINES: Readonly<Record<SignKind, string>> = {
  good: "M16 2A14 14 0 0 1 16 30A14 14 0 0 1 16 2Z",
  bad: "M10.2 2L21.8 2L30 10.2L30 21.8L21.8 30L10.2 30L2 21.8L2 10.2Z",
  open: "M16 1L31 16L16 31L1 16Z",
  calm: "M10 3L22 3A7 7 0 0 1 29 10L29 22A7 7 0 0 1 22 29L10 29A7 7 0 0 1 3 22L3 10A7 7 0 0 1 10 3Z",
  none: "M16 3A13 13 0 0 1 16 29A13 13 0 0 1 16 3Z",
};

export const SIGN_MARKS: Readonly<Record<SignKind, string>> = {
  good: "M9.5 16.5L14 21L22.5 11.5",
  bad: "M11 11L21 21M21 11L11 21",
  open: "M12.4 12.9A3.6 3.6 0 1 1 17.6 16.1C16.5 16.7 16 17.3 16 18.5M16 22L16 22.1",
  calm: "M16 9L16 16.5L21 19.5",
  none: "M11 16L21 16",
};
