import type { JSX } from "preact";
import { encode } from "uqr";

/** Modules of light around the code: ISO/IEC 18004. */
const QUIET = 4;

/** A QR code (level M), dark on light in every theme, because readers expect that. */
export function QrCode({ text, words }: { readonly text: string; readonly words: string }): JSX.Element {
  const { data } = encode(text, { ecc: "M", boostEcc: false, border: 0 });
  const size = data.length + 2 * QUIET;
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={words}>
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={data.map(rowPath).join("")} shape-rendering="crispEdges" />
    </svg>
  );
}

/** Neighbouring dark modules of a row are one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue;
    const from = x;
    while (row[x + 1]) x++;
    const width = x - from + 1;
    path += `M${from + QUIET} ${y + QUIET}h${width}v1h-${width}z`;
  }
  return path;
}
