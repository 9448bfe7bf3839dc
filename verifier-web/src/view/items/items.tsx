import { Stated } from "@svc-proof/ui/components";
import { plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Item } from "../../model/item.js";
import { loadResultTexts, resultLanguage } from "../../texts/result-language.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";
import { AskAll } from "./ask-all.js";
import { ItemCounts } from "./item-counts.js";
import { countsOf, type ItemKind, itemKind } from "./item-kind.js";
import { ItemList } from "./item-list.js";
import { ListReport } from "./list-report.js";
import { PrintedItems } from "./printed-items.js";

export interface ItemsProps {
  readonly items: readonly Item[];
  readonly onOpen: (id: string) => void;
  readonly onClear: () => void;
}

/** All items: the count of each outcome, and the list. */
export function Items({ items, onOpen, onClear }: ItemsProps): JSX.Element {
  const { page, language } = usePageTexts();
  const { isBusy } = useSession();
  const [shown, setShown] = useState<ItemKind | null>(null);
  // Rows show dates and reasons as soon as the texts for them are there.
  useEffect(() => void loadResultTexts(language).catch(() => undefined), [language]);
  const some = shown === null ? items : items.filter((item) => itemKind(item) === shown);
  return (
    <>
      <div class="list-title">
        <h1 tabIndex={-1}>{page.items.heading}</h1>
        <button type="button" onClick={onClear}>
          {page.items.clear}
        </button>
      </div>
      <p class="unseen" role="status">
        <Stated>
          {isBusy.value
            ? page.phases.verifying
            : countsOf(items)
                .map(([kind, count]) => `${plural(page.items[kind], count, language)}. `)
                .join("")}
        </Stated>
      </p>
      <ItemCounts items={items} shown={shown} onShow={setShown} />
      {resultLanguage.value !== null && <AskAll items={items} />}
      {resultLanguage.value !== null && <ListReport items={items} />}
      <ItemList items={some} onOpen={onOpen} />
      <PrintedItems items={items} />
    </>
  );
}
