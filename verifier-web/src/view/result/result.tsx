/** A single item, with its result. */

import { headlineFacts, type Report } from "@svc-proof/verifier-lib";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import {
  CheckEntry,
  Inputs,
  Meaning,
  Notices,
  OutcomeStatement,
  SubjectFacts,
  TimeLine,
} from "@svc-proof/verifier-web/ui/verdict";
import { givenOriginal, isEvidenceRead, isWarning, shownOutcome } from "@svc-proof/verifier-web/ui/wording";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { Item } from "../../model.js";
import { usePageTexts, useResultTexts } from "../../texts/use-texts.js";
import type { RepeatContext } from "../../wording/repeat-steps.js";
import { ChangedFiles } from "../changed-files.js";
import { ProblemLine, useSession, WithResultTexts } from "../context.js";
import { noteAskedHosts, useFocusOnAnswer, useOpenForPrint } from "../hooks.js";
import { Pick } from "../intake.js";
import { Unfinished } from "../list.js";
import { RepeatByHand, WithoutUs } from "./by-hand.js";
import { AddOriginal, NextStep, TrustOffer } from "./next-step.js";
import { HeaderOffer, hasHeaderOffer, OnlineOffers } from "./offers.js";
import { PrintedSummary, ReportActions } from "./report-actions.js";

interface ItemPageProps {
  readonly item: Item;
  /** Null if it is the only item. */
  readonly onBack: (() => void) | null;
  readonly onClear: () => void;
  readonly onOpen: (id: string) => void;
}

/** A single item. */
export function ItemPage({ item, onBack, onClear, onOpen }: ItemPageProps): JSX.Element {
  const { page } = usePageTexts();
  const { report } = item;
  return (
    <div>
      <p class="result-bar screen-only">
        {onBack !== null && (
          <button type="button" onClick={onBack}>
            <span aria-hidden="true">← </span>
            {page.items.back}
          </button>
        )}
        <Pick label={page.intake.more} />
        <button type="button" onClick={onClear}>
          {page.items.clear}
        </button>
      </p>
      {report === null ? (
        <Unfinished item={item} onOpen={onOpen} />
      ) : (
        <WithResultTexts render={() => <Result item={item} report={report} />} />
      )}
    </div>
  );
}

interface ResultProps {
  readonly item: Item;
  /** The item's. */
  readonly report: Report;
}

/** A result as a document: the outcome, then its grounds, then further actions. */
function Result({ item, report }: ResultProps): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const { files } = item;
  const original = givenOriginal(files, report);
  const context = useMemo((): RepeatContext => {
    const endpoints = new Map(
      [...item.onlineOffer, ...item.asked].flatMap((offer) =>
        offer.chainId === null ? [] : [[offer.chainId, offer.endpoints[0]] as const],
      ),
    );
    return { report, files, endpointOf: (chainId) => endpoints.get(chainId) ?? null };
  }, [report, files, item.onlineOffer, item.asked]);
  useOpenForPrint();
  const heading = useFocusOnAnswer<HTMLHeadingElement>(report);
  useEffect(() => noteAskedHosts(report), [report]);
  const others = report.notices.filter((notice) => !isWarning(notice));
  const claim = headlineFacts(report)?.claim ?? null;
  return (
    <article class="result">
      <OutcomeStatement report={report} original={original?.name ?? null} heading={heading}>
        <Notices notices={report.notices.filter(isWarning)} claim={claim} />
        <NextStep item={item} report={report} />
      </OutcomeStatement>
      <PrintedSummary item={item} report={report} />
      <p class="unseen" role="status">
        <Stated>
          {item.phase === "done" ? page.outcomes[shownOutcome(report)] : page.phases[item.phase]}
        </Stated>
      </p>
      {item.problem !== null && <ProblemLine problem={item.problem} />}
      {others.length > 0 && (
        <Section title={result.notices.heading}>
          <Notices notices={others} claim={claim} />
        </Section>
      )}
      {item.probablyChanged.length > 0 && (
        <Section title={result.list.changed.heading}>
          <ChangedFiles item={item} />
        </Section>
      )}
      <Section title={result.subject.heading}>
        <SubjectFacts
          report={report}
          files={files.map(({ name, sizeBytes, role }) => ({ name, sizeBytes, kind: page.roles[role] }))}
          original={original}
        />
        {original === null && isEvidenceRead(report) && <AddOriginal itemId={item.id} />}
        <TrustOffer files={files} />
      </Section>
      <Section title={result.sources.heading} lead={result.sources.lead}>
        <TimeLine report={report} />
      </Section>
      {hasHeaderOffer(item, session.epochStates.value) && (
        <Section title={result.headers.heading} isScreenOnly>
          <HeaderOffer item={item} />
        </Section>
      )}
      {item.onlineOffer.length > 0 && (
        <Section title={result.online.heading} isScreenOnly>
          <OnlineOffers item={item} />
        </Section>
      )}
      <Section title={result.checks.heading} lead={result.checks.lead}>
        {report.checks.map((check, at) => (
          <CheckEntry key={at} check={check}>
            <RepeatByHand check={check} context={context} />
          </CheckEntry>
        ))}
        <WithoutUs item={item} report={report} />
      </Section>
      {report.inputs.length > 0 && (
        <Section title={result.inputs.heading}>
          <Inputs inputs={report.inputs} />
        </Section>
      )}
      <Section title={result.meaning.heading}>
        <Meaning report={report} />
      </Section>
      <Section title={result.report.heading} lead={result.report.lead} isScreenOnly>
        <ReportActions item={item} context={context} files={files} />
      </Section>
    </article>
  );
}

interface SectionProps {
  readonly title: string;
  readonly lead?: string;
  readonly isScreenOnly?: boolean;
  readonly children: ComponentChildren;
}

function Section({ title, lead, isScreenOnly = false, children }: SectionProps): JSX.Element {
  return (
    <section class={isScreenOnly ? "sheet screen-only" : "sheet"}>
      <div class="sheet-title">
        <h2>{title}</h2>
        {lead !== undefined && <p class="aside">{lead}</p>}
      </div>
      <div class="sheet-body">{children}</div>
    </section>
  );
}
