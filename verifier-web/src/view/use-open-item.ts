import { useEffect, useRef, useState } from "preact/hooks";
import type { Item } from "../model/item.js";

/**
 * Selects the item shown alone: the only one, or the one that was opened. Opening one adds an entry to the browser's history,
 * so that the Back button returns to the list.
 *
 * @returns its identifier, or null for the list; and a function that opens an item or the list.
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
