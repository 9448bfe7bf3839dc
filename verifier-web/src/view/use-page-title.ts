import { shownOutcome } from "@svc-proof/ui/outcome";
import { shownNameText } from "@svc-proof/ui/wording";
import { useEffect } from "preact/hooks";
import type { Item } from "../model/item.js";
import { usePageTexts } from "../texts/use-texts.js";

/** The title of the window: the outcome of the item that is shown alone, its name and the site. */
export function usePageTitle(item: Item | undefined): void {
  const { page } = usePageTexts();
  const { report = null, title = "" } = item ?? {};
  const word = report === null ? null : page.outcomes[shownOutcome(report)];
  useEffect(() => {
    const parts = [word, shownNameText(title), page.title];
    document.title = parts.filter((part) => part !== null && part !== "").join(" – ");
  }, [word, title, page]);
}
