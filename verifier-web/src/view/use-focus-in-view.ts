import { useEffect, useRef } from "preact/hooks";

/**
 * Keeps the focus in the page's content when one view takes the place of another, whose focused element is gone. Back in the list,
 * the focus is on the item that was open. The headline of a result takes it for itself.
 *
 * @param openId the item that is shown alone; null for the list, and for the landing page.
 * @param isList whether there is a list.
 */
export function useFocusInView(openId: string | null, isList: boolean): void {
  const before = useRef<{ readonly openId: string | null; readonly isList: boolean } | null>(null);
  useEffect(() => {
    const left = before.current;
    before.current = { openId, isList };
    if (left === null || !isFocusLost()) return;
    const main = document.getElementById("main");
    const row = openId === null && isList ? rowOf(left.openId) : null;
    const heading = main?.querySelector("h1") ?? null;
    if (heading !== null) heading.tabIndex = -1;
    (row ?? heading ?? main)?.focus({ preventScroll: row !== null || heading === null });
  }, [openId, isList]);
}

function isFocusLost(): boolean {
  const { activeElement } = document;
  return activeElement === null || activeElement === document.body;
}

function rowOf(itemId: string | null): HTMLElement | null {
  return itemId === null
    ? null
    : document.querySelector<HTMLElement>(`[data-item="${CSS.escape(itemId)}"] .item-open`);
}
