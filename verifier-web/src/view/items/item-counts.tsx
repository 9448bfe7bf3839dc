import type { JSX } from "preact";
import type { Item } from "../../session/item.js";
import { plural } from "../../texts/plural.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { outcomeSign, Sign } from "../sign.js";
import { ITEM_KINDS, type ItemKind, itemKind } from "./item-kind.js";

export interface ItemCountsProps {
  readonly items: readonly Item[];
  /** Null: all are shown. */
  readonly shown: ItemKind | null;
  readonly onShow: (kind: ItemKind | null) => void;
}

/** How many came out how; each count shows only those. */
export function ItemCounts({ items, shown, onShow }: ItemCountsProps): JSX.Element {
  const { page, language } = usePageTexts();
  const counts = new Map<ItemKind, number>();
  for (const item of items) counts.set(itemKind(item), (counts.get(itemKind(item)) ?? 0) + 1);
  return (
    <fieldset class="counts" aria-label={page.items.heading}>
      <button type="button" aria-pressed={shown === null} onClick={() => onShow(null)}>
        {page.items.all}
      </button>
      {ITEM_KINDS.filter((kind) => counts.has(kind)).map((kind) => (
        <button key={kind} type="button" aria-pressed={shown === kind} onClick={() => onShow(kind)}>
          <Sign
            kind={kind === "waiting" || kind === "refused" || kind === "working" ? "none" : outcomeSign(kind)}
          />
          {plural(page.items[kind], counts.get(kind)!, language)}
        </button>
      ))}
    </fieldset>
  );
}
