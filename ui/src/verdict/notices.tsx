import type { Claim, Notice } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { subjectOf } from "../wording/notice-subject.js";
import { Filled } from "./text/filled.js";
import { ClaimTime, Instant } from "./text/instant.js";
import { Name } from "./text/name.js";
import { useVerdictTexts } from "./texts-context.js";

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
