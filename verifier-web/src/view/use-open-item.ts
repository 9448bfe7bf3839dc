import { useEffect, useRef, useState } from "preact/hooks";
import type { Item } from "../model/item.js";

/**
 * Which item is shown by itself: the only one there is, or the one that was opened. Opening one is a step of the browser's
 * history, so that its button "back" leads to the list and not off the page.
 *
 * @returns its identifier, null for the list; and what opens one, or the list.
 */
export function useOpenItem(items: readonly Item[]): readonly [string | null, (id: string | null) => void] {
  const [openId, setOpenId] = useState<string | null>(null);
  const listScrollPx = useRef(0);
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => {
      setOpenId(itemOf(state));
      if (itemOf(state) === null) requestAnimationFrame(() => scrollTo({ top: listScrollPx.current }));
    };
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);

  const [only] = items.length === 1 ? items : [];
  const opened = items.find(({ id }) => id === openId) ?? only;
  return [
    opened?.id ?? null,
    (id) => {
      if (id !== null) {
        listScrollPx.current = scrollY;
        history.pushState({ item: id }, "");
        scrollTo({ top: 0 });
      } else if (itemOf(history.state) !== null) {
        history.back();
        return;
      }
      setOpenId(id);
    },
  ];
}

function itemOf(state: unknown): string | null {
  const id = (state as { item?: unknown } | null)?.item;
  return typeof id === "string" ? id : null;
}
