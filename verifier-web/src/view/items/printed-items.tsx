/**
 * The list on paper. The page shows only the rows in view, so a table of all is written when printing begins, and removed
 * afterwards.
 */

import { Sign } from "@svc-proof/ui/components";
import { plural } from "@svc-proof/ui/language";
import { Name } from "@svc-proof/ui/verdict";
import { utcText } from "@svc-proof/ui/wording";
import { type JSX, render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Item } from "../../model/item.js";
import type { PageTexts } from "../../texts/page/page-texts.js";
import { type LoadedResultTexts, resultLanguage } from "../../texts/result-language.js";
import { usePageTexts } from "../../texts/use-texts.js";
import { resultSummary } from "../../wording/result-summary.js";
import { itemDetails, itemState } from "./item-details.js";
import { itemSign } from "./item-kind.js";

/** @param items all of them, not only those that are filtered. */
export function PrintedItems({ items }: { readonly items: readonly Item[] }): JSX.Element {
  const { page } = usePageTexts();
  const place = useRef<HTMLDivElement>(null);
  const loaded = resultLanguage.value;
  useEffect(() => {
    const element = place.current!;
    // Rendering a root is synchronous: the table is there when `beforeprint` returns.
    const show = () => render(loaded === null ? null : <Table {...{ items, page, loaded }} />, element);
    const hide = () => render(null, element);
    addEventListener("beforeprint", show);
    addEventListener("afterprint", hide);
    return () => {
      removeEventListener("beforeprint", show);
      removeEventListener("afterprint", hide);
    };
  }, [items, page, loaded]);
  return <div class="print-only" ref={place} />;
}

interface TableProps {
  readonly items: readonly Item[];
  readonly page: PageTexts;
  readonly loaded: LoadedResultTexts;
}

/** Without hooks: it is rendered apart from the page. */
function Table({ items, page, loaded }: TableProps): JSX.Element {
  const { result, language } = loaded;
  const { columns, report } = result.list;
  const examined = items
    .map(({ report: of }) => of?.checked_at ?? "")
    .sort()
    .at(-1);
  return (
    <table class="printed-items">
      <caption>
        {plural(report.title, items.length, language)}
        {examined !== undefined && examined !== "" && (
          <span class="aside">
            {result.subject.checkedAt}: {utcText(examined, language)}
          </span>
        )}
      </caption>
      <thead>
        <tr>
          <th scope="col">{columns.outcome}</th>
          <th scope="col">{columns.file}</th>
          <th scope="col">{result.sources.noLaterThan}</th>
          <th scope="col">{columns.ground}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} {...{ item, page, loaded }} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, page, loaded }: Omit<TableProps, "items"> & { readonly item: Item }): JSX.Element {
  const { result, codes, language } = loaded;
  const { report } = item;
  const date = report === null ? null : resultSummary(report, result, codes, language).date;
  return (
    <tr>
      <td>
        <Sign kind={itemSign(item)} /> {itemState(item, page)}
      </td>
      <td>
        <Name name={item.title} />
        {item.fingerprint !== null && <code>{item.fingerprint.hash}</code>}
      </td>
      <td>{date ?? "–"}</td>
      <td>
        {itemDetails(item, loaded)
          .filter((text) => text !== date)
          .join(" · ")}
      </td>
    </tr>
  );
}
