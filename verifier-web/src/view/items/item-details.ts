/** What the row of an item says after its outcome: the date and its source, or why there is none. */

import { fill } from "@svc-proof/ui/language";
import { shownNameText } from "@svc-proof/ui/wording";
import type { Item } from "../../model/item.js";
import type { PageTexts } from "../../texts/page/page-texts.js";
import type { LoadedResultTexts } from "../../texts/result-language.js";
import { resultSummary } from "../../wording/result-summary.js";
import { itemKind } from "./item-kind.js";

/** The outcome, or the state of an item without one: one or two words. */
export function itemState(item: Item, page: PageTexts): string {
  const kind = itemKind(item);
  if (kind !== "refused" && kind !== "working" && kind !== "waiting") return page.outcomes[kind];
  return item.wanted === null ? page.phases[item.phase] : page.items.incomplete;
}

/**
 * Texts to show one after the other, the most important first. Names in them are safe to show.
 *
 * @param loaded null until the texts of results are loaded.
 */
export function itemDetails(item: Item, loaded: LoadedResultTexts | null): readonly string[] {
  const { report, phase, looksLike, probablyChanged, probableProofs } = item;
  if (loaded === null || phase !== "done") return [];
  const { result, codes, language } = loaded;
  const changed = [
    { names: probablyChanged, template: result.list.changed.ofProof },
    { names: probableProofs, template: result.list.changed.ofFile },
  ].flatMap(({ names, template }) => {
    const files = [...new Set(names.map(({ name }) => shownNameText(name)))].join(", ");
    return files === "" ? [] : [fill(template, { files })];
  });
  if (report === null) return looksLike === null ? changed : [...changed, codes.looksLike[looksLike]];
  const { date, source, remark } = resultSummary(report, result, codes, language);
  return [...changed, ...[date, remark, source].flatMap((text) => text ?? [])];
}
