import { Stated } from "@svc-proof/verifier-web/ui/components";
import { saveFile } from "@svc-proof/verifier-web/ui/saving";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { buildIdentity, type Item } from "../../model.js";
import { type ResultFile, reportJson } from "../../report-output/report.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { commandLine, type RepeatContext } from "../../wording/repeat-steps.js";
import { useSession } from "../context.js";

export interface ReportActionsProps {
  readonly item: Item;
  readonly context: RepeatContext;
  readonly files: readonly ResultFile[];
}

/** Buttons to keep the report (summary with the report behind it, print, JSON), and the original with its timestamp. */
export function ReportActions({ item, context, files }: ReportActionsProps): JSX.Element {
  const texts = useResultTexts();
  const { result } = texts;
  const { report } = context;
  const session = useSession();
  const [pdf, setPdf] = useState<"idle" | "making" | "failed">("idle");
  const [isMakingAsic, setMakingAsic] = useState(false);
  /** Why the container could not be made. */
  const [asicProblem, setAsicProblem] = useState<string | null>(null);
  const name = `verification-${report.proof?.proof_id ?? report.proof?.content.hash.slice(0, 16) ?? "report"}`;

  async function savePdf(): Promise<void> {
    setPdf("making");
    try {
      const { encodeReportPdf } = await import("../../report-output/pdf/encode-report-pdf.js");
      const command = commandLine({
        report,
        files: item.files,
        asked: item.asked,
        trustsSandbox: item.sandboxRoot === "trusted",
      });
      const one = { title: item.title, report, files, endpointOf: context.endpointOf, command };
      const bytes = await encodeReportPdf([one], { ...texts, build: buildIdentity() });
      saveFile(bytes, `${name}.pdf`, "application/pdf");
      setPdf("idle");
    } catch {
      setPdf("failed");
    }
  }

  async function saveAsic(): Promise<void> {
    setMakingAsic(true);
    setAsicProblem(null);
    try {
      const { name: fileName, content, code } = await session.createAsic(item.id);
      if (content !== null) saveFile(content, fileName, content.type);
      setAsicProblem(code === null ? null : asicReason(code, texts));
    } catch {
      setAsicProblem("");
    }
    setMakingAsic(false);
  }

  return (
    <>
      <p class="buttons">
        <button type="button" class="primary" disabled={pdf === "making"} onClick={savePdf}>
          <Stated>{pdf === "making" ? result.report.making : result.report.summary.save}</Stated>
        </button>
        <button type="button" onClick={() => print()}>
          {result.report.print}
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
            <button type="button" disabled={isMakingAsic} onClick={saveAsic}>
              <Stated>{isMakingAsic ? result.report.makingAsic : result.report.asic}</Stated>
            </button>
          </p>
        </div>
      )}
      <p role="status" class="problem">
        {pdf === "failed" && <Stated>{result.report.failed}</Stated>}
        {asicProblem !== null && <Stated>{`${result.report.failedAsic} ${asicProblem}`}</Stated>}
      </p>
    </>
  );
}

/** Why a container cannot be made; empty if there is no sentence for it. */
function asicReason(code: string, { result, codes }: ReturnType<typeof useResultTexts>): string {
  const refusals: Readonly<Record<string, string>> = result.report.asicRefusals;
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return refusals[code] ?? sentences[code] ?? "";
}
