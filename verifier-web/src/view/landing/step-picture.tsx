import type { JSX } from "preact";

/** A sheet of paper with a folded corner, at the left of its picture. */
const SHEET = "M10 12H34L44 22V68H10Z";
const LINES = "M17 32H37M17 41H37M17 50H30";
/** The bars of a fingerprint: the same in each picture. */
const BARS = "M0 6V26M7 0V26M14 10V26M21 3V26M28 14V26M35 6V26M42 0V26M49 12V26";
const ARROW = "M52 40H72M66 34L72 40L66 46";

/** A fingerprint is taken of a file. */
function Taken(): JSX.Element {
  return (
    <>
      <path class="thing" d={SHEET} />
      <path class="detail" d={LINES} />
      <path class="way" d={ARROW} />
      <path class="bars" d={BARS} transform="translate(86 27)" />
    </>
  );
}

/** The fingerprint is in a block among linked blocks, and under a stamp. */
function Recorded(): JSX.Element {
  return (
    <>
      <path class="link" d="M6 32H150" />
      <rect class="thing" x="12" y="16" width="32" height="32" rx="4" />
      <rect class="thing marked" x="60" y="12" width="40" height="40" rx="5" />
      <rect class="thing" x="116" y="16" width="32" height="32" rx="4" />
      <path class="bars" d={BARS} transform="translate(65.5 23.5) scale(.59)" />
      <path class="way" d="M80 54V60" />
      <path class="stamp" d="M80 62A10 10 0 0 1 80 82A10 10 0 0 1 80 62ZM80 66.5V72L83.5 74.5" />
    </>
  );
}

/** A fingerprint is computed again, equals the recorded one, and carries a check mark. */
function Checked(): JSX.Element {
  return (
    <>
      <path class="bars" d={BARS} transform="translate(14 9)" />
      <path class="bars" d={BARS} transform="translate(14 51)" />
      <path class="way" d="M34 41H46M34 46H46" />
      <path class="tick" d="M92 44L106 58L134 26" />
    </>
  );
}

const PICTURES: readonly (() => JSX.Element)[] = [Taken, Recorded, Checked];

/** The picture of a step. It has no words, since the step's own stand below it. */
export function StepPicture({ step }: { readonly step: number }): JSX.Element {
  const Picture = PICTURES[step]!;
  return (
    <svg class="step-picture" viewBox="0 0 156 84" aria-hidden="true" focusable="false">
      <Picture />
    </svg>
  );
}
