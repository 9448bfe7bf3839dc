/** The three pictures of the front page. Strokes and fills take the colours of the theme; the words are their alternatives. */
import type { JSX } from "preact";

/** The bars of a fingerprint: the same in each picture. */
const BARS = "M0 6V26M7 0V26M14 10V26M21 3V26M28 14V26M35 6V26M42 0V26M49 12V26";

/** A file and its fingerprint on a computer; the file stays there, and the fingerprint leaves. */
function Fingerprint(): JSX.Element {
  return (
    <>
      <rect class="thing" x="8" y="10" width="104" height="70" rx="6" />
      <path class="detail" d="M44 98H76M60 80V98" />
      <path class="sheet" d="M22 22H42L52 32V68H22Z" />
      <path class="detail" d="M28 40H46M28 48H46M28 56H40" />
      <path class="bars" d={BARS} transform="translate(66 32) scale(.72)" />
      <path class="way" d="M120 45H148M141 38L148 45L141 52" />
      <path class="bars" d={BARS} transform="translate(164 32)" />
    </>
  );
}

/** Many fingerprints join into one, which stands in a chain of blocks beside the hands of a clock. */
function Record(): JSX.Element {
  return (
    <>
      <path
        class="detail"
        d="M30 78V64H60V50M90 78V64H60M150 78V64H180V50M210 78V64H180M60 50V40H180V50M120 40V34"
      />
      <path class="bars" d={BARS} transform="translate(20 82) scale(.42)" />
      <path class="bars marked" d={BARS} transform="translate(80 82) scale(.42)" />
      <path class="bars" d={BARS} transform="translate(140 82) scale(.42)" />
      <path class="bars" d={BARS} transform="translate(200 82) scale(.42)" />
      <path class="link" d="M8 19H232" />
      <rect class="thing" x="20" y="6" width="40" height="26" rx="4" />
      <rect class="thing marked" x="98" y="4" width="44" height="30" rx="5" />
      <rect class="thing" x="180" y="6" width="40" height="26" rx="4" />
      <path class="stamp" d="M120 9A10 10 0 0 1 120 29A10 10 0 0 1 120 9ZM120 13.5V19L123.5 21.5" />
    </>
  );
}

/** The fingerprint that is computed anew lies over the one in the proof; a check mark confirms it. */
function Check(): JSX.Element {
  return (
    <>
      <path class="sheet" d="M12 12H38L50 24V66H12Z" />
      <path class="detail" d="M20 34H42M20 43H42M20 52H34" />
      <path class="sheet" d="M12 80H50V98H12Z" />
      <path class="detail" d="M20 89H42" />
      <path class="way" d="M60 38H74M60 89H74" />
      <path class="bars" d={BARS} transform="translate(86 24)" />
      <path class="bars" d={BARS} transform="translate(86 75)" />
      <path class="way" d="M104 59H118M104 66H118" />
      <path class="tick" d="M164 60L184 80L222 34" />
    </>
  );
}

const PICTURES = [Fingerprint, Record, Check] as const;

/** @param words what the picture shows. */
export function Picture({ step, words }: { readonly step: number; readonly words: string }): JSX.Element {
  const Drawn = PICTURES[step]!;
  return (
    <svg class="picture" viewBox="0 0 240 104" role="img" aria-label={words}>
      <Drawn />
    </svg>
  );
}
