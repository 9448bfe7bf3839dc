import type { RefObject } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { type VisibleRows, visibleRows } from "./visible-rows.js";

/** Updates the visible rows while the window scrolls. */
export function useVisibleRows(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeightPx: number,
): VisibleRows {
  const [rows, setRows] = useState<VisibleRows>({ first: 0, end: Math.min(count, 20) });
  useLayoutEffect(() => {
    const update = () => {
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const next = visibleRows(count, rowHeightPx, top, innerHeight);
      setRows((now) => (now.first === next.first && now.end === next.end ? now : next));
    };
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [list, count, rowHeightPx]);
  return rows;
}
