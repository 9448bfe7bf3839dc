import type { JSX } from "preact";
import { MARK_CHECK, MARK_RIDGES } from "./mark-shape.js";

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
