/** Notices, inputs, what it means. */

import type { Claim, GivenInput, Notice, Report } from "@svc-proof/verifier-lib";
import { Fragment, type JSX } from "preact";
import { inputText, isOriginalKnown, subjectOf } from "../wording/headline.js";
import { ClaimTime, Filled, Instant, Name, useStatement, useVerdictTexts } from "./text.js";

/** How every other input and every part of a package was used. */
export function Inputs({ inputs }: { readonly inputs: readonly GivenInput[] }): JSX.Element {
  const { result, codes } = useVerdictTexts();
  const key = useStatement(inputs);
  return (
    <dl class="facts inputs" key={key}>
      {inputs.map((input, at) => {
        const { title, name, status, reason } = inputText(input, result, codes);
        return (
          <Fragment key={at}>
            <dt>{title}</dt>
            <dd class={`input-${input.status}`}>
              {status}
              {name !== null && (
                <span class="aside">
                  {" "}
                  <Name name={name} />
                </span>
              )}
              {reason !== null && <p class="aside">{reason}</p>}
            </dd>
          </Fragment>
        );
      })}
    </dl>
  );
}

/** What the result proves, and what it does not. */
export function Meaning({ report }: { readonly report: Report }): JSX.Element {
  const { result } = useVerdictTexts();
  const texts = result.meaning;
  const key = useStatement(report);
  const proven = isOriginalKnown(report) ? texts.provesFile : texts.provesFingerprint;
  return (
    <div class="meaning" key={key}>
      <section>
        <h3>{texts.proves}</h3>
        <List items={report.outcome === "verified" ? proven : texts.provesNothing} />
      </section>
      <section>
        <h3>{texts.provesNot}</h3>
        <List items={texts.provesNotItems} />
      </section>
    </div>
  );
}

function List({ items }: { readonly items: readonly string[] }): JSX.Element {
  return (
    <ul>
      {items.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
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
