import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { buildIdentity } from "../../build/build-identity.js";
import type { Item } from "../../model/item.js";
import { reportJson } from "../../report-output/report-json.js";
import { saveFile } from "../../report-output/save-file.js";
import { useResultTexts } from "../../texts/use-texts.js";
import type { RepeatContext } from "../../wording/repeat-steps.js";
import type { ResultFile } from "../../wording/result-file.js";
import { useSession } from "../session-context.js";

export interface ReportActionsProps {
  readonly item: Item;
  readonly context: RepeatContext;
  readonly files: readonly ResultFile[];
}

/** Buttons to keep the report (print, PDF, JSON), and the original with its timestamp. */
export function ReportActions({ item, context, files }: ReportActionsProps): JSX.Element {
  const texts = useResultTexts();
  const { result } = texts;
  const { report } = context;
  const session = useSession();
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
  const [asic, setAsic] = useState<"idle" | "making" | "failed">("idle");
  const name = `verification-${report.proof?.proof_id ?? report.proof?.content.hash.slice(0, 16) ?? "report"}`;

  async function savePdf(): Promise<void> {
    setPdf("making");
    try {
      const { encodeReportPdf } = await import("../../report-output/pdf/encode-report-pdf.js");
      const bytes = await encodeReportPdf({ ...texts, ...context, files, build: buildIdentity() });
      saveFile(bytes, `${name}.pdf`, "application/pdf");
      setPdf("idle");
    } catch {
      setPdf("failed");
    }
  }

  async function saveAsic(): Promise<void> {
    setAsic("making");
    try {
      const file = await session.createAsic(item.id);
      saveFile(file.content, file.name, file.content.type);
      setAsic("idle");
    } catch {
      setAsic("failed");
    }
  }

  return (
    <>
      <p class="buttons">
        <button type="button" onClick={() => print()}>
          {result.report.print}
        </button>
        <button type="button" disabled={pdf === "making"} onClick={savePdf}>
          {pdf === "making" ? result.report.making : result.report.pdf}
        </button>
        <button
          type="button"
          onClick={() => saveFile(reportJson(report, buildIdentity()), `${name}.json`, "application/json")}
        >
          {result.report.json}
        </button>
      </p>
      {item.canBeAsic && (
        <div class="as-container">
          <p class="aside">{result.report.leadAsic}</p>
          <p class="buttons">
            <button type="button" disabled={asic === "making"} onClick={saveAsic}>
              {asic === "making" ? result.report.makingAsic : result.report.asic}
            </button>
          </p>
        </div>
      )}
      <p role="status" class="problem">
        {pdf === "failed" && result.report.failed}
        {asic === "failed" && result.report.failedAsic}
      </p>
    </>
  );
}
