import type { Notice } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import { subjectOf } from "../../wording/notice-subject.js";
import { Name } from "../text/name.js";

/** Facts that the reader must know and that are not checks. */
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
