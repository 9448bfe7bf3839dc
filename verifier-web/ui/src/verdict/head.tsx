/** The outcome, and what a reader must know with it. */

import { type Claim, type Notice, presumedClaim, type Report } from "@svc-proof/verifier-lib";
import type { ComponentChildren, JSX, RefObject } from "preact";
import { Sign, Stated } from "../components.js";
import { headlineOf, isOriginalKnown, otherFile, outcomeSign, subjectOf } from "../wording/headline.js";
import { localClaimTime, SHORT_NAME_LENGTH } from "../wording/values.js";
import { ClaimTime, Filled, Instant, Name, useVerdictTexts } from "./text.js";

export interface OutcomeProps {
  readonly report: Report;
  /** Name of the given original, if any. */
  readonly original: string | null;
  /** For a page of which the sentence is the heading: focused with each answer. Elsewhere it is a paragraph. */
  readonly heading?: RefObject<HTMLHeadingElement | null>;
  /** Under the sentence. */
  readonly children: ComponentChildren;
}

/** The outcome: one word with its sign, one sentence, and what a reader must know or do first. */
export function OutcomeStatement({ report, original, heading, children }: OutcomeProps): JSX.Element {
  const { page, result, codes, language } = useVerdictTexts();
  const headline = headlineOf(report, result, codes, language);
  const local = "claim" in headline ? localClaimTime(headline.claim, language) : null;
  const presumed = presumedClaim(report);
  const outcome = report.verdict;
  const sentence =
    "claim" in headline ? (
      <Stated by={JSON.stringify([headline.template, headline.claim.time])}>
        <Filled
          template={headline.template}
          values={{
            time: (
              <strong>
                <ClaimTime claim={headline.claim} language={language} />
              </strong>
            ),
          }}
        />
      </Stated>
    ) : (
      <Stated>{headline.sentence}</Stated>
    );
  return (
    <header class={`outcome outcome-${outcome}`}>
      <p class="outcome-word">
        <Sign kind={outcomeSign(outcome)} />
        <Stated>{page.outcomes[outcome]}</Stated>
      </p>
      {heading === undefined ? (
        <p class="outcome-sentence">{sentence}</p>
      ) : (
        <h1 class="outcome-sentence" tabIndex={-1} ref={heading}>
          {sentence}
        </h1>
      )}
      {original !== null && (isOriginalKnown(report) || otherFile(report) !== undefined) && (
        <p class="outcome-file" key={`file ${original}`}>
          <Filled
            template={page.quoted}
            values={{ name: <Name name={original} maxLength={SHORT_NAME_LENGTH} /> }}
          />
        </p>
      )}
      {local !== null && (
        <p class="outcome-local" key={JSON.stringify([result.sources.local, local])}>
          <Filled template={result.sources.local} values={local} />
        </p>
      )}
      {"claim" in headline && headline.merit !== null && (
        <p class="merit">
          <Stated>{headline.merit}</Stated>
        </p>
      )}
      {presumed !== undefined && (
        <p class="outcome-local" key={result.headline.presumed + presumed.stated_time}>
          <Filled
            template={result.headline.presumed}
            values={{ time: <Instant time={presumed.stated_time} language={language} /> }}
          />
        </p>
      )}
      {"claim" in headline && headline.caveat !== null && (
        <p class="caveat">
          <Stated>{headline.caveat}</Stated>
        </p>
      )}
      {outcome === "soFar" && (
        <p class="outcome-holds">
          <Stated>{isOriginalKnown(report) ? result.headline.holdsFile : result.headline.holds}</Stated>
        </p>
      )}
      {children}
    </header>
  );
}

export interface NoticesProps {
  readonly notices: readonly Notice[];
  /** The headline's; null if no date is confirmed. */
  readonly claim: Claim | null;
}

/** Facts that the reader must know and that are not checks. */
export function Notices({ notices, claim }: NoticesProps): JSX.Element | null {
  const { codes, result, language } = useVerdictTexts();
  const key = JSON.stringify([language, notices, claim?.time]);
  if (notices.length === 0) return null;
  const sentences: Readonly<Record<string, string>> = codes.codes;
  return (
    <ul class="notices" key={key}>
      {notices.map((notice, at) => {
        const subject = subjectOf(notice, result);
        const of = subject === null ? null : (sentences[subject] ?? subject);
        return (
          <li key={at}>
            {codes.notices[notice.code]}
            {notice.code === "page_text_not_checked" && (
              <strong>
                {" "}
                {claim === null ? (
                  result.notices.noDateYet
                ) : (
                  <Filled
                    template={result.notices.dateThatCounts}
                    values={{ time: <ClaimTime claim={claim} language={language} /> }}
                  />
                )}
              </strong>
            )}
            {of !== null && (
              <span class="aside notice-subject">
                {isTime(of) ? <Instant time={of} language={language} /> : <Name name={of} />}
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text);
}
