import { Sign, Stated } from "@svc-proof/ui/components";
import { plural } from "@svc-proof/ui/language";
import { outcomeSign } from "@svc-proof/ui/wording";
import type { JSX } from "preact";
import type { Item } from "../../model/item.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { countsOf, type ItemKind } from "./item-kind.js";

export interface ItemCountsProps {
  readonly items: readonly Item[];
  /** Null if all items are shown. */
  readonly shown: ItemKind | null;
  readonly onShow: (kind: ItemKind | null) => void;
}

/** The count of each outcome; clicking one filters the list. */
export function ItemCounts({ items, shown, onShow }: ItemCountsProps): JSX.Element {
  const { page, language } = usePageTexts();
  return (
    <fieldset class="counts" aria-label={page.items.heading}>
      <button type="button" aria-pressed={shown === null} onClick={() => onShow(null)}>
        {page.items.all}
      </button>
      {countsOf(items).map(([kind, count]) => (
        <button key={kind} type="button" aria-pressed={shown === kind} onClick={() => onShow(kind)}>
          <Sign
            kind={kind === "waiting" || kind === "refused" || kind === "working" ? "none" : outcomeSign(kind)}
          />
          <Stated>{plural(page.items[kind], count, language)}</Stated>
        </button>
      ))}
    </fieldset>
  );
}
