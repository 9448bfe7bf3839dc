import { Sign } from "@svc-proof/ui/components";
import type { Report } from "@svc-proof/verifier-lib";
import type { ComponentChildren, JSX } from "preact";
import { shownOutcome } from "../../model/shown-outcome.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { headlineOf, isOriginalKnown } from "../../wording/headline.js";
import { localText } from "../../wording/instant-text.js";
import { outcomeSign } from "../../wording/outcome-sign.js";
import { Filled } from "../text/filled.js";
import { Instant } from "../text/instant.js";
import { Name } from "../text/name.js";
import { useFocusOnAnswer } from "./use-focus-on-answer.js";

export interface OutcomeProps {
  readonly report: Report;
  /** Name of the given original, if any. */
  readonly original: string | null;
  /** Under the sentence. */
  readonly children: ComponentChildren;
}

/** The outcome: one word with its sign, one sentence, and what a reader must know or do first. */
export function OutcomeStatement({ report, original, children }: OutcomeProps): JSX.Element {
  const { page, result, codes, language } = useResultTexts();
  const heading = useFocusOnAnswer<HTMLHeadingElement>(report);
  const headline = headlineOf(report, result, codes, language);
  const local = "claim" in headline ? localText(headline.claim.time, language) : null;
  const outcome = shownOutcome(report);
  return (
    <header class={`outcome outcome-${report.outcome}${outcome === "soFar" ? " outcome-soFar" : ""}`}>
      <p class="outcome-word">
        <Sign kind={outcomeSign(outcome)} />
        <span>{page.outcomes[outcome]}</span>
      </p>
      <h1 class="outcome-sentence" tabIndex={-1} ref={heading}>
        {"claim" in headline ? (
          <Filled
            template={headline.template}
            values={{
              file: original === null ? "" : <Name name={original} />,
              time: (
                <strong>
                  <Instant time={headline.claim.time} language={language} />
                </strong>
              ),
            }}
          />
        ) : (
          headline.sentence
        )}
      </h1>
      {local !== null && (
        <p class="outcome-local">
          <Filled template={result.sources.local} values={local} />
        </p>
      )}
      {"claim" in headline && headline.merit !== null && <p class="merit">{headline.merit}</p>}
      {"claim" in headline && headline.caveat !== null && <p class="caveat">{headline.caveat}</p>}
      {outcome === "soFar" && (
        <p class="outcome-holds">
          {original !== null && isOriginalKnown(report) ? (
            <Filled template={result.headline.holdsFile} values={{ file: <Name name={original} /> }} />
          ) : (
            result.headline.holds
          )}
        </p>
      )}
      {children}
    </header>
  );
}
