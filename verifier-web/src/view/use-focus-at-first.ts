import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Focuses an element when it is first rendered, without scrolling to it. */
export function useFocusAtFirst<Element extends HTMLElement>(isWanted: boolean): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const isFirst = useRef(isWanted);
  useEffect(() => {
    if (isFirst.current) element.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, []);
  return element;
}
