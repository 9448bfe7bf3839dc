/** Computes the visible rows of a list with a fixed row height. */
export interface VisibleRows {
  /** Index of the first rendered row. */
  readonly first: number;
  /** Index after the last rendered row. */
  readonly end: number;
}

/** Extra rows rendered above and below, so that scrolling shows no gap. */
const OVERSCAN = 8;

/**
 * @param topPx where the list begins, from the top of the window; negative once it is scrolled past.
 * @param windowHeightPx height of the window.
 */
export function visibleRows(
  count: number,
  rowHeightPx: number,
  topPx: number,
  windowHeightPx: number,
): VisibleRows {
  const first = Math.floor(-topPx / rowHeightPx) - OVERSCAN;
  const end = Math.ceil((windowHeightPx - topPx) / rowHeightPx) + OVERSCAN;
  return { first: clamp(first, count), end: clamp(end, count) };
}

function clamp(index: number, count: number): number {
  return Math.max(0, Math.min(index, count));
}
