/** A single item, with its result. */

import type { Report } from "@svc-proof/verifier-lib";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import { VerdictDetails } from "@svc-proof/verifier-web/ui/details";
import { type OwnPart, VerdictView } from "@svc-proof/verifier-web/ui/verdict";
import type { JSX } from "preact";
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
import { NextStep, OnlineOffers } from "./next-step.js";
import { HeaderOffer, hasHeaderOffer } from "./offers.js";
import { PrintedSummary, ReportActions, SaveSummary } from "./report-actions.js";

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
  const { page } = useResultTexts();
  const { files } = item;
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
  return (
    <article class="result">
      <p class="unseen" role="status">
        <Stated>{item.phase === "done" ? page.outcomes[report.verdict] : page.phases[item.phase]}</Stated>
      </p>
      <VerdictView
        report={report}
        files={files.map((file) => ({ ...file, kind: page.roles[file.role] }))}
        heading={heading}
        told={item.problem !== null && <ProblemLine problem={item.problem} />}
        next={
          <NextStep
            item={item}
            report={report}
            save={<SaveSummary item={item} context={context} files={files} />}
          />
        }
        below={
          <>
            <PrintedSummary item={item} report={report} />
            {item.probablyChanged.length > 0 && <ChangedFiles item={item} />}
          </>
        }
        repeat={(check) => <RepeatByHand check={check} context={context} />}
        parts={useOwnParts(item, report, context)}
        details={VerdictDetails}
      />
    </article>
  );
}

/** What only this page can do. A failed verdict needs no more sources. */
function useOwnParts(item: Item, report: Report, context: RepeatContext): readonly OwnPart[] {
  const { result } = useResultTexts();
  const session = useSession();
  const { onlineOffer, files } = item;
  const isOpen = report.outcome !== "failed";
  const part = (isOffered: boolean, after: OwnPart["after"], heading: string, body: JSX.Element) =>
    isOffered ? [{ after, heading, body }] : [];
  const hasHeaders = isOpen && hasHeaderOffer(item, session.epochStates.value);
  return [
    ...part(hasHeaders, "sources", result.headers.heading, <HeaderOffer item={item} />),
    ...part(
      isOpen && onlineOffer.length > 0,
      "sources",
      result.online.heading,
      <OnlineOffers item={item} report={report} />,
    ),
    ...part(true, "meaning", result.repeat.heading, <WithoutUs item={item} report={report} />),
    ...part(
      true,
      "meaning",
      result.report.heading,
      <>
        <p class="aside">{result.report.lead}</p>
        <ReportActions item={item} context={context} files={files} />
      </>,
    ),
  ];
}
