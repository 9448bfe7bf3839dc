/** Mark, signs, what somebody states. */
import type { ComponentChildren, JSX } from "preact";

/** The mark: the ridges of a fingerprint that end in a check mark, as SVG paths in a 32 by 32 square. `public/icon.svg` has it too. */
export const MARK_RIDGES =
  "M6.5 21.5V15.5A9.5 9.5 0 0 1 25.5 15.5V16.5M11 25.5V15.5A5 5 0 0 1 21 15.5V18.5M15.9 15.5V22.5Q15.9 25 15 27";
export const MARK_CHECK = "M19.5 23.5L22.6 26.6L28 19.8";

/** The mark only; the name is beside it. */
export function Mark(): JSX.Element {
  return (
    <svg class="site-mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect class="mark-field" width="32" height="32" rx="7" />
      <path class="mark-ridges" d={MARK_RIDGES} />
      <path class="mark-check" d={MARK_CHECK} />
    </svg>
  );
}

// The shapes of the signs, as SVG paths in a 32 by 32 square. Their outlines differ, so that they can be told apart without
// colour: disc, octagon, lozenge, rounded square with the hands of a clock, shield, dashed ring.

/** What a sign stands for: an outcome, the status of a check, or neither. */
export type SignKind = "good" | "bad" | "open" | "calm" | "own" | "none";

export const SIGN_OUTLINES: Readonly<Record<SignKind, string>> = {
  good: "M16 2A14 14 0 0 1 16 30A14 14 0 0 1 16 2Z",
  bad: "M10.2 2L21.8 2L30 10.2L30 21.8L21.8 30L10.2 30L2 21.8L2 10.2Z",
  open: "M16 1L31 16L16 31L1 16Z",
  calm: "M10 3L22 3A7 7 0 0 1 29 10L29 22A7 7 0 0 1 22 29L10 29A7 7 0 0 1 3 22L3 10A7 7 0 0 1 10 3Z",
  own: "M4 3L28 3L28 18C28 24 22 28 16 31C10 28 4 24 4 18Z",
  none: "M16 3A13 13 0 0 1 16 29A13 13 0 0 1 16 3Z",
};

export const SIGN_MARKS: Readonly<Record<SignKind, string>> = {
  good: "M9.5 16.5L14 21L22.5 11.5",
  bad: "M11 11L21 21M21 11L11 21",
  open: "M12.4 12.9A3.6 3.6 0 1 1 17.6 16.1C16.5 16.7 16 17.3 16 18.5M16 22L16 22.1",
  calm: "M16 9L16 16.5L21 19.5",
  own: "M10 15.5L14.5 20L22.5 10.5",
  none: "M11 16L21 16",
};

/** The sign only; its word is beside it. */
export function Sign({ kind }: { readonly kind: SignKind }): JSX.Element {
  return (
    <svg class={`sign sign-${kind}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="outline" d={SIGN_OUTLINES[kind]} />
      <path class="mark" d={SIGN_MARKS[kind]} />
    </svg>
  );
}

export interface StatedProps {
  /** Identifies what is said, if it is not one text. */
  readonly by?: string | undefined;
  readonly children: ComponentChildren;
}

/**
 * What states an outcome: another statement is another element. Browsers that translate a page take its text nodes out of it, and
 * nobody sees what is written into such a node afterwards.
 */
export function Stated({ by, children }: StatedProps): JSX.Element {
  return <span key={by ?? String(children)}>{children}</span>;
}
