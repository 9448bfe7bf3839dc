import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** Focuses an element when it is first rendered, without scrolling to it. */
export function useFocusAtFirst<Element extends HTMLElement>(): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => element.current?.focus({ preventScroll: true }), []);
  return element;
}
