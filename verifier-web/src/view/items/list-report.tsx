import { Stated } from "@svc-proof/ui/components";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { buildIdentity } from "../../build/build-identity.js";
import type { Item } from "../../model/item.js";
import { useResultTexts } from "../../texts/use-texts.js";

/** Buttons to keep a report on all items: on paper, as PDF, JSON and CSV. Above the list, whose end may be far away. */
export function ListReport({ items }: { readonly items: readonly Item[] }): JSX.Element {
  const texts = useResultTexts();
  const { result } = texts;
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
  const build = buildIdentity();
  const hasReports = items.some(({ report }) => report !== null);

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
      <p class="buttons">
        <button type="button" onClick={() => print()}>
          {result.report.print}
        </button>
        {hasReports && (
          <>
            <button type="button" disabled={pdf === "making"} onClick={savePdf}>
              <Stated>{pdf === "making" ? result.report.making : result.report.pdf}</Stated>
            </button>
            <button type="button" onClick={() => save("json")}>
              {result.report.json}
            </button>
          </>
        )}
        <button type="button" onClick={() => save("csv")}>
          {result.list.report.csv}
        </button>
      </p>
      <p role="status" class="problem">
        {pdf === "failed" && <Stated>{result.report.failed}</Stated>}
      </p>
    </details>
  );
}
