/** A result: its first screen, and below it, folded, what it rests on. Of the site and of the web component. */

import { headlineFacts, type Notice, type Report } from "@svc-proof/verifier-lib";
import { type ComponentChildren, type ComponentType, Fragment, type JSX, type RefObject } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Sign, Stated } from "../components.js";
import { fill, plural } from "../language.js";
import {
  checkSign,
  claimSign,
  firstDifference,
  givenOriginal,
  isFingerprintGiven,
  isWarning,
  otherFile,
} from "../wording/headline.js";
import { placeOf, type TimeLineEntry, timeLine } from "../wording/time-source.js";
import { shortDateText } from "../wording/values.js";
import type { DetailPart, VerdictDetailsProps } from "./checks.js";
import { Notices, OutcomeStatement } from "./head.js";
import type { ReportPictureProps } from "./picture.js";
import { PlaceText, useCommonTexts, useStatement, useVerdictTexts } from "./text.js";

export interface VerdictViewProps extends Omit<VerdictDetailsProps, "part" | "original" | "files"> {
  readonly files: readonly (VerdictDetailsProps["files"][number] & { readonly role: string })[];
  /** For a page of which the headline is the heading. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** What else the reader must know at once. */
  readonly told?: ComponentChildren;
  /** The one next action. */
  readonly next: ComponentChildren;
  /** Between the first screen and the folded parts. */
  readonly below?: ComponentChildren;
  /** Folded parts of this page alone. */
  readonly parts?: readonly OwnPart[];
  /** What draws the folded parts. Without it, it is loaded when the first is opened. */
  readonly details?: ComponentType<VerdictDetailsProps>;
}

export interface OwnPart {
  readonly after: DetailPart;
  readonly heading: string;
  readonly body: JSX.Element;
}

/** In the order in which an expert asks. */
const PARTS: readonly DetailPart[] = ["sources", "checks", "subject", "inputs", "meaning"];

/** More would not fit beside what must be read. */
const MAX_NOTES = 2;

export function VerdictView(props: VerdictViewProps): JSX.Element {
  const { report, files, heading, told, next, below, parts = [], details = null } = props;
  const { result } = useVerdictTexts();
  // Big, and most readers open none.
  const [Details, load, isFailed] = useLater(
    details,
    async () => (await import("./checks.js")).VerdictDetails,
  );
  const { notes, others } = notesOf(report);
  const claim = headlineFacts(report)?.claim ?? null;
  const original = givenOriginal(files, report);
  const shown = PARTS.filter((part) => part !== "inputs" || report.inputs.length > 0);
  return (
    <>
      <OutcomeStatement
        report={report}
        original={original?.name ?? null}
        {...(heading !== undefined && { heading })}
      >
        <OtherFile report={report} />
        {report.outcome !== "failed" && <SourcesInShort report={report} />}
        <Notices notices={notes} claim={claim} />
        {told}
        {next}
      </OutcomeStatement>
      {below}
      <PictureBelow report={report} />
      <div class="details" part="details">
        {others.length > 0 && (
          <Part heading={`${result.notices.heading} (${others.length})`}>
            <Notices notices={others} claim={claim} />
          </Part>
        )}
        {shown.map((part) => (
          <Fragment key={part}>
            <Part heading={result[part].heading} onOpen={load}>
              {Details === null ? (
                <Loading isFailed={isFailed} />
              ) : (
                <Details {...props} original={original} part={part} />
              )}
            </Part>
            {parts
              .filter(({ after }) => after === part)
              .map((own) => (
                <Part key={own.heading} heading={own.heading} isScreenOnly>
                  {own.body}
                </Part>
              ))}
          </Fragment>
        ))}
      </div>
    </>
  );
}

function Loading({ isFailed }: { readonly isFailed: boolean }): JSX.Element {
  const { page } = useCommonTexts();
  return (
    <p role="status">
      <Stated>{isFailed ? page.loadingFailed : page.loading}</Stated>
    </p>
  );
}

/** @returns a part that is drawn once it is loaded, how to load it, and whether that failed: the next attempt may succeed. */
function useLater<Props>(
  given: ComponentType<Props> | null,
  loadPart: () => Promise<ComponentType<Props>>,
): readonly [ComponentType<Props> | null, () => void, boolean] {
  const [Drawn, setDrawn] = useState<ComponentType<Props> | null>(() => given);
  const [isFailed, setFailed] = useState(false);
  const load = () => {
    if (Drawn !== null) return;
    setFailed(false);
    loadPart().then(
      (loaded) => setDrawn(() => loaded),
      () => setFailed(true),
    );
  };
  return [Drawn, load, isFailed];
}

/** Kept, so that the next result is drawn with it at once. */
let Picture: ComponentType<ReportPictureProps> | null = null;

/** The picture, once the verdict is drawn. All that it says is in the folded parts, too: it is left out where it cannot be loaded. */
function PictureBelow(props: ReportPictureProps): JSX.Element | null {
  const [Drawn, load] = useLater(Picture, async () => {
    Picture = (await import("./picture.js")).ReportPicture;
    return Picture;
  });
  useEffect(load, [props.report]);
  return Drawn === null ? null : <Drawn {...props} />;
}

interface PartProps {
  readonly heading: string;
  readonly isScreenOnly?: boolean;
  readonly onOpen?: () => void;
  readonly children: ComponentChildren;
}

function Part({ heading, isScreenOnly = false, onOpen, children }: PartProps): JSX.Element {
  return (
    <details
      class={isScreenOnly ? "part screen-only" : "part"}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary part="summary">
        <h2>
          <Stated>{heading}</Stated>
        </h2>
      </summary>
      <div class="part-body">{children}</div>
    </details>
  );
}

// The same is said once: what the headline's caveats say is no note.

const SAID_BY: Readonly<Partial<Record<Notice["code"], string>>> = {
  development_network: "development",
  bitcoin_regtest: "development",
  test_network: "testnet",
  sandbox_authority: "sandbox",
  unknown_network: "unknown",
  single_source: "single-source",
  original_not_given: "original-not-given",
  asked_as_of_another_time: "judged-as-of",
  trust_list_given: "lists-given",
};

function notesOf(report: Report): { readonly notes: readonly Notice[]; readonly others: readonly Notice[] } {
  const caveats: readonly string[] = headlineFacts(report)?.caveats.map(({ kind }) => kind) ?? [];
  const unsaid = report.notices.filter(({ code }) => !caveats.includes(SAID_BY[code] ?? ""));
  const notes = unsaid.filter(isWarning).slice(0, MAX_NOTES);
  return { notes, others: unsaid.filter((notice) => !notes.includes(notice)) };
}

// Who says so, a line each.

/** With one more, the rest is counted instead. */
const MAX_SOURCES = 3;

function SourcesInShort({ report }: { readonly report: Report }): JSX.Element | null {
  const { result, language } = useVerdictTexts();
  const key = useStatement(report);
  const entries = timeLine(report, result.sources);
  if (entries.length === 0) return null;
  const shown = entries.length > MAX_SOURCES ? entries.slice(0, MAX_SOURCES - 1) : entries;
  const more = entries.length - shown.length;
  return (
    <ul class="sources-short" part="sources" aria-label={result.sources.heading} key={key}>
      {shown.map((entry, at) => (
        <li key={at}>
          <SourceInShort entry={entry} report={report} />
        </li>
      ))}
      {more > 0 && <li class="aside">{plural(result.sources.more, more, language)}</li>}
    </ul>
  );
}

function SourceInShort({
  entry,
  report,
}: {
  readonly entry: TimeLineEntry;
  readonly report: Report;
}): JSX.Element {
  const { result, language } = useVerdictTexts();
  const isConfirmed = entry.kind === "confirmed";
  return (
    <>
      <Sign kind={isConfirmed ? claimSign(entry.claim, report) : checkSign(entry.check)} />
      <span>
        <PlaceText {...(isConfirmed ? placeOf(entry.claim, result.sources) : entry.place)} />
        {": "}
        {isConfirmed ? (
          <time dateTime={entry.claim.time}>{shortDateText(entry.claim.time, language)}</time>
        ) : (
          <span class="aside">{result.sources.notConfirmed}</span>
        )}
      </span>
    </>
  );
}

// A file that is not the one of the proof.

/** Both fingerprints with their first difference, and what to do about it. */
function OtherFile({ report }: { readonly report: Report }): JSX.Element | null {
  const { result } = useVerdictTexts();
  const key = useStatement(report);
  const texts = result.otherFile;
  if (report.outcome !== "failed") return null;
  const other = otherFile(report);
  const { stated = "", computed = "" } = other?.evidence ?? {};
  const [ofProof, ofFile] = [String(stated), String(computed)];
  if (ofProof === "") {
    return (
      <p class="advice" key={key}>
        {texts.failed}
      </p>
    );
  }
  const at = firstDifference(ofProof, ofFile);
  return (
    <div class="other-file" key={key}>
      <dl>
        <dt>{texts.ofProof}</dt>
        <Compared value={ofProof} at={at} />
        <dt>{other && isFingerprintGiven(other, report.inputs) ? texts.entered : texts.ofFile}</dt>
        <Compared value={ofFile} at={at} />
      </dl>
      <p class="aside">{fill(texts.difference, { place: at + 1, count: ofProof.length })}</p>
      <p>{texts.causes}</p>
      <p>{texts.ask}</p>
    </div>
  );
}

const GROUP_LENGTH = 8;

/** Groups as those of `Hex`, with one digit marked. */
function Compared({ value, at }: { readonly value: string; readonly at: number }): JSX.Element {
  const groups = value.match(/.{1,8}/g) ?? [];
  return (
    <dd>
      <code class="hex">
        {groups.map((group, index) => {
          const marked = at - index * GROUP_LENGTH;
          return (
            <span key={index}>
              {marked < 0 || marked >= group.length ? (
                group
              ) : (
                <>
                  {group.slice(0, marked)}
                  <mark>{group[marked]}</mark>
                  {group.slice(marked + 1)}
                </>
              )}
            </span>
          );
        })}
      </code>
    </dd>
  );
}
