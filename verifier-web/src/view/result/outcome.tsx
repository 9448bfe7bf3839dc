import type { Report } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import { headlineOf } from "../../wording/headline.js";
import { localText } from "../../wording/instant-text.js";
import { outcomeSign } from "../../wording/outcome-sign.js";
import { Sign } from "../sign.js";
import { Filled } from "../text/filled.js";
import { Instant } from "../text/instant.js";
import { Name } from "../text/name.js";
import { useFocusAtFirst } from "../use-focus-at-first.js";

export interface OutcomeProps {
  readonly report: Report;
  /** Name of the given original, if any. */
  readonly original: string | null;
  /** Whether to focus the sentence: the list button that had the focus is gone. */
  readonly takesFocus: boolean;
}

/** The outcome: one word with its sign, and one sentence. */
export function OutcomeStatement({ report, original, takesFocus }: OutcomeProps): JSX.Element {
  const { page, result, codes, language } = useResultTexts();
  const heading = useFocusAtFirst<HTMLHeadingElement>(takesFocus);
  const headline = headlineOf(report, result, codes, language);
  const local = "claim" in headline ? localText(headline.claim.time, language) : null;
  return (
    <header class={`outcome outcome-${report.outcome}`}>
      <p class="outcome-word">
        <Sign kind={outcomeSign(report.outcome)} />
        <span>{page.outcomes[report.outcome]}</span>
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
    </header>
  );
}
