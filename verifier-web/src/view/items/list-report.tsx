import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { buildIdentity } from "../../build/build-identity.js";
import type { Item } from "../../model/item.js";
import { plural } from "../../texts/plural.js";
import { useResultTexts } from "../../texts/use-texts.js";

/** Each takes some pages and some 50 ms, in which the page does not answer. */
const MAX_PDF_REPORTS = 200;

/** Buttons to keep a report on all items: on paper, as PDF, JSON and CSV. Above the list, whose end may be far away. */
export function ListReport({ items }: { readonly items: readonly Item[] }): JSX.Element {
  const texts = useResultTexts();
  const { result, language } = texts;
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
  const build = buildIdentity();
  const count = items.filter(({ report }) => report !== null).length;

  async function savePdf(): Promise<void> {
    setPdf("making");
    try {
      const { saveListPdf } = await import("./save-list.js");
      await saveListPdf(items, { ...texts, build });
      setPdf("idle");
    } catch {
      setPdf("failed");
    }
  }

  async function save(format: "json" | "csv"): Promise<void> {
    const { saveListCsv, saveListJson } = await import("./save-list.js");
    if (format === "csv") saveListCsv(items, texts);
    else saveListJson(items, build);
  }

  return (
    <details class="list-report screen-only">
      <summary>{result.list.report.heading}</summary>
      <p class="aside">{result.list.report.lead}</p>
      {count > MAX_PDF_REPORTS && (
        <p class="aside">{plural(result.list.report.noPdf, MAX_PDF_REPORTS, language)}</p>
      )}
      <p class="buttons">
        <button type="button" onClick={() => print()}>
          {result.report.print}
        </button>
        {count > 0 && count <= MAX_PDF_REPORTS && (
          <button type="button" disabled={pdf === "making"} onClick={savePdf}>
            {pdf === "making" ? result.report.making : result.report.pdf}
          </button>
        )}
        {count > 0 && (
          <button type="button" onClick={() => save("json")}>
            {result.report.json}
          </button>
        )}
        <button type="button" onClick={() => save("csv")}>
          {result.list.report.csv}
        </button>
      </p>
      <p role="status" class="problem">
        {pdf === "failed" && result.report.failed}
      </p>
    </details>
  );
}
