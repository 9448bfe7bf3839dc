import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { buildIdentity } from "../../build/build-identity.js";
import { reportJson } from "../../report-output/report-json.js";
import { saveFile } from "../../report-output/save-file.js";
import { useResultTexts } from "../../texts/use-texts.js";
import type { RepeatContext } from "../../wording/repeat-steps.js";
import type { ResultFile } from "../../wording/result-file.js";

export interface ReportActionsProps {
  readonly context: RepeatContext;
  readonly files: readonly ResultFile[];
}

/** Buttons to keep the report: print, PDF, JSON. */
export function ReportActions({ context, files }: ReportActionsProps): JSX.Element {
  const texts = useResultTexts();
  const { result } = texts;
  const { report } = context;
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
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
      <p role="status" class="problem">
        {pdf === "failed" && result.report.failed}
      </p>
    </>
  );
}
