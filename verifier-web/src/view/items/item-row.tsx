import { Sign, Stated } from "@svc-proof/ui/components";
import { Name } from "@svc-proof/ui/verdict";
import { shownNameText } from "@svc-proof/ui/wording";
import type { JSX } from "preact";
import type { Item } from "../../model/item.js";
import { resultLanguage } from "../../texts/result-language.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";
import { itemDetails, itemState } from "./item-details.js";
import { itemKind, itemSign } from "./item-kind.js";
import { ProgressLine } from "./progress-line.js";

/** Fixed height of a row, so that no measuring is needed. The same as `--row-height` in CSS. */
export const ROW_HEIGHT_PX = 76;

export interface ItemRowProps {
  readonly item: Item;
  readonly index: number;
  readonly count: number;
  /** Whether the Tab key reaches this row. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly onOpen: (id: string) => void;
}

export function ItemRow({ item, index, count, isActive, onFocus, onOpen }: ItemRowProps): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const kind = itemKind(item);
  const title = shownNameText(item.title);
  const state = itemState(item, page);
  const details = itemDetails(item, resultLanguage.value);
  return (
    <li
      class={`item item-${kind}`}
      data-row={index}
      data-item={item.id}
      aria-posinset={index + 1}
      aria-setsize={count}
      style={{ transform: `translateY(${index * ROW_HEIGHT_PX}px)` }}
    >
      <button
        type="button"
        class="item-open"
        tabIndex={isActive ? 0 : -1}
        onFocus={onFocus}
        onClick={() => onOpen(item.id)}
      >
        <Sign kind={itemSign(item)} />
        <span class="item-text">
          <span class="item-title">
            <Name name={item.title} />
          </span>
          <span class="item-state">
            <Stated by={[state, ...details].join("\n")}>
              <strong>{state}</strong>
              {details.map((text) => ` · ${text}`)}
            </Stated>
          </span>
        </span>
      </button>
      {kind === "working" && item.progress !== null && (
        <ProgressLine progress={item.progress} title={title} />
      )}
      <button
        type="button"
        class="quiet"
        tabIndex={isActive ? 0 : -1}
        aria-label={
          kind === "working"
            ? `${page.items.cancel}: ${title}`
            : page.items.remove.replace("{title}", () => title)
        }
        onClick={() => (kind === "working" ? session.cancel(item.id) : session.remove(item.id))}
      >
        <span aria-hidden="true">×</span>
      </button>
    </li>
  );
}
