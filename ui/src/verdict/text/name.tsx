import type { JSX } from "preact";
import { shownName } from "../../wording/shown-name.js";

/** An untrusted name, isolated so that its text direction affects nothing else. */
export function Name({ name }: { readonly name: string }): JSX.Element {
  return (
    <bdi class="name">
      {shownName(name).map((part) =>
        "text" in part ? part.text : <span class="unseen-character">{part.codePoint}</span>,
      )}
    </bdi>
  );
}
