import type { Report } from "@svc-proof/verifier-lib";
import type { JSX } from "preact";
import { isOriginalKnown } from "../wording/headline.js";
import { useStatement, useVerdictTexts } from "./texts-context.js";

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
