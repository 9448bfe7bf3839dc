import type { GivenInput, Notice } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import type { ResultTexts } from "../../texts/result/result-texts.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { Name } from "../text/name.js";
import { inputTitle } from "./input-text.js";

/** Things that a reader must know, that are no checks. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }): JSX.Element | null {
  const { codes, result } = useResultTexts();
  return (
    <ul class="notices">
      {notices.map((notice, at) => {
        const of = subjectOf(notice, result);
        return (
          <li key={at}>
            {codes.notices[notice.code]}
            {of !== null && (
              <>
                {" "}
                <span class="aside">
                  (<Name name={of} />)
                </span>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** What a notice is about: the network, the source, the parts, what was given. */
export function subjectOf({ code: noticeCode, evidence }: Notice, texts: ResultTexts): string | null {
  if (noticeCode === "input_not_applicable") return inputTitle(evidence as unknown as GivenInput, texts);
  const { parts, type, as_of, network, source, code } = evidence;
  if (Array.isArray(parts)) return parts.join(", ");
  const of = type ?? as_of ?? network ?? source ?? code;
  return of === undefined || of === null ? null : String(of);
}
