import type { JSX } from "preact";
import { shownName } from "../../wording/shown-name.js";

/** A name that somebody else chose: isolated, so that its direction stays its own. */
export function Name({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi class="name">
      {shownName(name).map((part) =>
        "text" in part ? part.text : <span class="unseen-character">{part.codePoint}</span>,
      )}
    </bdi>
  );
}
