import type { JSX } from "preact";
import type { Visit } from "./visit.js";

export interface PagerProps {
  readonly visit: Visit;
  /** For screen readers. */
  readonly label: string;
  /** Paths of the pages before and after; null at the ends. */
  readonly newer: string | null;
  readonly older: string | null;
  readonly texts: { readonly newer: string; readonly older: string };
}

/** Links to the pages before and after in a list that begins with the newest. */
export function Pager({ visit, label, newer, older, texts }: PagerProps): JSX.Element | null {
  if (newer === null && older === null) return null;
  return (
    <nav aria-label={label}>
      <ul class="page-links">
        {newer !== null && (
          <li>
            <a rel="prev" href={visit.href(newer)}>
              {texts.newer}
            </a>
          </li>
        )}
        {older !== null && (
          <li>
            <a rel="next" href={visit.href(older)}>
              {texts.older}
            </a>
          </li>
        )}
      </ul>
    </nav>
  );
}
