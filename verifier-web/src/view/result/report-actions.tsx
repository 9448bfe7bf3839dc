import type { Report } from "@svc-proof/verifier-lib";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import { saveFile } from "@svc-proof/verifier-web/ui/saving";
import { sentenceOf } from "@svc-proof/verifier-web/ui/wording";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { buildIdentity, type Item } from "../../model.js";
import {
  type Comparison,
  comparisonOf,
  fullVersion,
  type ResultFile,
  reportJson,
} from "../../report-output/report.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { commandLine, type RepeatContext } from "../../wording/repeat-steps.js";
import { useSession } from "../context.js";
import { usePrinted } from "../hooks.js";

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
  const [isMakingAsic, setMakingAsic] = useState(false);
  /** Why the container could not be made. */
  const [asicProblem, setAsicProblem] = useState<string | null>(null);

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
        <SaveSummary item={item} context={context} files={files} />
        <button type="button" onClick={() => print()}>
          {result.report.print}
        </button>
        <button
          type="button"
          onClick={() =>
            saveFile(reportJson(report, buildIdentity()), fileName(report, "json"), "application/json")
          }
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
        {asicProblem !== null && <Stated>{`${result.report.failedAsic} ${asicProblem}`}</Stated>}
      </p>
    </>
  );
}

/** The summary with the report behind it, as PDF. */
export function SaveSummary({ item, context, files }: ReportActionsProps): JSX.Element {
  const texts = useResultTexts();
  const { report: words } = texts.result;
  const [state, setState] = useState<"idle" | "making" | "failed">("idle");

  async function save(): Promise<void> {
    setState("making");
    try {
      const { encodeReportPdf } = await import("../../report-output/pdf/encode-report-pdf.js");
      const { report, endpointOf } = context;
      const one = { title: item.title, report, files, endpointOf, command: commandOf(item, report) };
      const bytes = await encodeReportPdf([one], { ...texts, build: buildIdentity() });
      saveFile(bytes, fileName(report, "pdf"), "application/pdf");
      setState("idle");
    } catch {
      setState("failed");
    }
  }

  return (
    <>
      <button type="button" class="primary" disabled={state === "making"} onClick={save}>
        <Stated>{state === "making" ? words.making : words.summary.save}</Stated>
      </button>
      <span role="status" class="problem">
        {state === "failed" && <Stated>{words.failed}</Stated>}
      </span>
    </>
  );
}

function fileName({ proof }: Report, ending: string): string {
  return `verification-${proof?.proof_id ?? proof?.content.hash.slice(0, 16) ?? "report"}.${ending}`;
}

function commandOf({ files, asked, sandboxRoot }: Item, report: Report): string {
  return commandLine({ report, files, asked, trustsSandbox: sandboxRoot === "trusted" });
}

/** On paper, below the first screen and on one page with it: what the summary has beside that. */
export function PrintedSummary({ item, report }: PrintedSummaryProps): JSX.Element {
  const texts = useResultTexts();
  const summary = useMemo(() => <Summary {...{ item, report, texts }} />, [item, report, texts]);
  return <div class="print-only" ref={usePrinted(summary)} />;
}

interface PrintedSummaryProps {
  readonly item: Item;
  /** The item's. */
  readonly report: Report;
}

/** Without hooks: it is rendered apart from the page. */
function Summary({ item, report, texts }: PrintedSummaryProps & { readonly texts: Texts }): JSX.Element {
  const { result } = texts;
  const { verifier, build: buildTitle, summary } = result.report;
  const comparison = comparisonOf(report, item.files);
  const build = buildIdentity();
  return (
    <section class="printed-summary">
      {comparison !== null && comparison.difference === null && (
        <Fingerprints comparison={comparison} texts={texts} />
      )}
      <h2>{result.meaning.provesNot}</h2>
      <ul>
        {result.meaning.provesNotItems.map((one) => (
          <li key={one}>{one}</li>
        ))}
      </ul>
      <h2>{summary.repeat}</h2>
      <dl>
        <dt>{verifier}</dt>
        <dd>{build.address ?? fullVersion({ ...build, hash: null })}</dd>
        <dt>{buildTitle}</dt>
        <dd>
          <code>{build.hash ?? "–"}</code>
        </dd>
      </dl>
      <p>{result.repeat.programElsewhere}</p>
      <pre>
        <code>{commandOf(item, report)}</code>
      </pre>
    </section>
  );
}

/** Of a file that is another one, the first screen has both. */
function Fingerprints({ comparison, texts: { result, codes } }: FingerprintsProps): JSX.Element {
  const { algorithm, inProof, compared, isEntered, open } = comparison;
  const texts = result.report.summary;
  return (
    <>
      <h2>{`${texts.fingerprints} (${algorithm})`}</h2>
      <dl>
        <dt>{result.otherFile.ofProof}</dt>
        <dd>
          <code>{inProof}</code>
        </dd>
        {compared !== null && (
          <>
            <dt>{isEntered ? result.otherFile.entered : result.otherFile.ofFile}</dt>
            <dd>
              <code>{compared}</code>
            </dd>
          </>
        )}
      </dl>
      <p>
        {compared !== null
          ? texts.equal
          : open === null
            ? codes.notices.original_not_given
            : sentenceOf(open, codes)}
      </p>
    </>
  );
}

interface FingerprintsProps {
  readonly comparison: Comparison;
  readonly texts: Texts;
}

type Texts = ReturnType<typeof useResultTexts>;

/** Why a container cannot be made; empty if there is no sentence for it. */
function asicReason(code: string, { result, codes }: ReturnType<typeof useResultTexts>): string {
  const refusals: Readonly<Record<string, string>> = result.report.asicRefusals;
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return refusals[code] ?? sentences[code] ?? "";
}
