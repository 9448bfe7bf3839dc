import type { RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";

/**
 * Focuses a headline when it is first rendered and with each new answer, and scrolls to it if it is not in view. Leaves the focus in
 * a field or box that the reader is using.
 *
 * @param answer identifies what the headline says.
 */
export function useFocusOnAnswer<Element extends HTMLElement>(answer: unknown): RefObject<Element | null> {
  const element = useRef<Element>(null);
  useEffect(() => {
    const headline = element.current;
    if (headline === null) return;
    if (document.activeElement?.matches("input, select, textarea") !== true) {
      headline.focus({ preventScroll: true });
    }
    const { top, bottom } = headline.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) headline.scrollIntoView({ block: "start" });
  }, [answer]);
  return element;
}
