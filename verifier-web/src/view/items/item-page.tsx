import type { JSX } from "preact";
import type { Item } from "../../model.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { WithResultTexts } from "../context.js";
import { Pick } from "../intake.js";
import { Unfinished } from "../list.js";
import { Result } from "../result/result.js";

export interface ItemPageProps {
  readonly item: Item;
  /** Null if it is the only item. */
  readonly onBack: (() => void) | null;
  readonly onClear: () => void;
  readonly onOpen: (id: string) => void;
}

/** A single item. */
export function ItemPage({ item, onBack, onClear, onOpen }: ItemPageProps): JSX.Element {
  const { page } = usePageTexts();
  const { report } = item;
  return (
    <div>
      <p class="result-bar screen-only">
        {onBack !== null && (
          <button type="button" onClick={onBack}>
            <span aria-hidden="true">← </span>
            {page.items.back}
          </button>
        )}
        <Pick label={page.intake.more} />
        <button type="button" onClick={onClear}>
          {page.items.clear}
        </button>
      </p>
      {report === null ? (
        <Unfinished item={item} onOpen={onOpen} />
      ) : (
        <WithResultTexts render={() => <Result item={item} report={report} />} />
      )}
    </div>
  );
}
