/** The items, one row each. Only visible rows are rendered, since there may be thousands. */
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Item } from "../../model/item.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { ItemRow, ROW_HEIGHT_PX } from "./item-row.js";
import { useVisibleRows } from "./use-visible-rows.js";

export interface ItemListProps {
  readonly items: readonly Item[];
  readonly onOpen: (id: string) => void;
}

export function ItemList({ items, onOpen }: ItemListProps): JSX.Element {
  const { page } = usePageTexts();
  const list = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const wantsFocus = useRef(false);
  const { first, end } = useVisibleRows(list, items.length, ROW_HEIGHT_PX);
  const current = Math.min(active, items.length - 1);

  useLayoutEffect(() => {
    if (!wantsFocus.current) return;
    const row = list.current?.querySelector<HTMLElement>(`[data-row="${current}"] .item-open`);
    if (row == null) return;
    wantsFocus.current = false;
    row.focus({ preventScroll: true });
  });

  function move(event: KeyboardEvent): void {
    const to = destination(event.key, current, items.length);
    if (to === null || !(event.target as HTMLElement).classList.contains("item-open")) return;
    event.preventDefault();
    wantsFocus.current = true;
    setActive(to);
    scrollToRow(list.current, to);
  }

  if (items.length === 0) return <p class="aside">{page.items.empty}</p>;
  return (
    <>
      {items.length > 1 && (
        <p class="aside" id="list-keys">
          {page.items.keys}
        </p>
      )}
      <ul
        ref={list}
        class="items"
        aria-label={page.items.heading}
        style={{ height: `${items.length * ROW_HEIGHT_PX}px` }}
        onKeyDown={move}
      >
        {items.slice(first, end).map((item, at) => (
          <ItemRow
            key={item.id}
            item={item}
            index={first + at}
            count={items.length}
            isActive={first + at === current}
            onFocus={() => setActive(first + at)}
            onOpen={onOpen}
          />
        ))}
      </ul>
    </>
  );
}

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

function destination(key: string, from: number, count: number): number | null {
  const to = {
    ArrowDown: from + 1,
    ArrowUp: from - 1,
    PageDown: from + PAGE_ROWS,
    PageUp: from - PAGE_ROWS,
    Home: 0,
    End: count - 1,
  }[key];
  return to === undefined ? null : Math.max(0, Math.min(to, count - 1));
}

/** Scrolls to a row, even if it is not rendered yet. */
function scrollToRow(list: HTMLElement | null, row: number): void {
  if (list === null) return;
  const top = list.getBoundingClientRect().top + row * ROW_HEIGHT_PX;
  if (top < 0) scrollBy({ top: top - ROW_HEIGHT_PX });
  else if (top + ROW_HEIGHT_PX > innerHeight) scrollBy({ top: top + 2 * ROW_HEIGHT_PX - innerHeight });
}
