import type { JSX } from "preact";
import { SIGN_MARKS, SIGN_OUTLINES, type SignKind } from "./sign-shape.js";

/** The sign only; its word is beside it. */
export function Sign({ kind }: { readonly kind: SignKind }): JSX.Element {
  return (
    <svg class={`sign sign-${kind}`} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path class="outline" d={SIGN_OUTLINES[kind]} />
      <path class="mark" d={SIGN_MARKS[kind]} />
    </svg>
  );
}
