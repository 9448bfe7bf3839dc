import type { Notice } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { useResultTexts } from "../../texts/use-texts.js";
import { Name } from "../text/name.js";

/** Things that a reader must know, that are no checks. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }): JSX.Element | null {
  const { codes } = useResultTexts();
  return (
    <ul class="notices">
      {notices.map((notice, at) => {
        const of = subjectOf(notice);
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

/** What a notice is about: the network, the source, the parts. */
export function subjectOf({ evidence }: Notice): string | null {
  const { parts, type, as_of, network, source, code } = evidence;
  if (Array.isArray(parts)) return parts.join(", ");
  const of = type ?? as_of ?? network ?? source ?? code;
  return of === undefined || of === null ? null : String(of);
}
