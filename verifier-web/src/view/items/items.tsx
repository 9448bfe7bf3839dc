import { Stated } from "@svc-proof/ui/components";
import { type Language, LOCALES, plural } from "@svc-proof/ui/language";
import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
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

/** A list of this length is seen at a glance. */
const MAX_WITHOUT_SEARCH = 50;

/** As people count: "file 2" before "file 10". */
function byTitle(language: Language): (a: Item, b: Item) => number {
  const { compare } = new Intl.Collator(LOCALES[language], { numeric: true });
  return (a, b) => compare(a.title, b.title);
}

/** Whether the name contains all words, in any case. */
function isNamed({ title }: Item, wanted: string): boolean {
  const name = title.normalize("NFC").toLowerCase();
  return wanted
    .normalize("NFC")
    .toLowerCase()
    .split(/\s+/)
    .every((word) => name.includes(word));
}

/** All items: the count of each outcome, and the list. */
export function Items({ items, onOpen, onClear }: ItemsProps): JSX.Element {
  const { page, language } = usePageTexts();
  const { isBusy } = useSession();
  const [shown, setShown] = useState<ItemKind | null>(null);
  const [wanted, setWanted] = useState("");
  const sorted = useMemo(() => items.toSorted(byTitle(language)), [items, language]);
  // Rows show dates and reasons as soon as the texts for them are there.
  useEffect(() => void loadResultTexts(language).catch(() => undefined), [language]);
  const isLong = items.length > MAX_WITHOUT_SEARCH;
  const some = sorted.filter(
    (item) => (shown === null || itemKind(item) === shown) && (!isLong || isNamed(item, wanted)),
  );
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
      {isLong && (
        <p class="screen-only">
          <label>
            {page.items.search}{" "}
            <input
              type="search"
              value={wanted}
              onInput={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          </label>
        </p>
      )}
      {resultLanguage.value !== null && <AskAll items={items} />}
      {resultLanguage.value !== null && <ListReport items={sorted} />}
      <ItemList items={some} onOpen={onOpen} />
      <PrintedItems items={sorted} />
    </>
  );
}
