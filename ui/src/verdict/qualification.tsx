import type { JSX } from "preact";
import { Sign } from "../components/index.js";
import { sentenceOf } from "../wording/headline.js";
import type { Qualification } from "../wording/qualification.js";
import { ListsBehind } from "./lists-behind.js";
import { QualificationTable } from "./qualification-table.js";
import { useVerdictTexts } from "./texts-context.js";

export interface QualificationProps {
  readonly qualification: Qualification;
  /** The time of the examination. */
  readonly now: Date;
}

/** Whether the electronic timestamp beside it is qualified: by which list, and since when. */
export function QualificationOfSeal({ qualification, now }: QualificationProps): JSX.Element {
  const { result, codes } = useVerdictTexts();
  const texts = result.trustedLists;
  const { check, result: verdict, effect, rows, isChanged, isOverdue, snapshot } = qualification;
  return (
    <div class={`qualification qualification-${verdict}`}>
      <p class="qualification-verdict">
        <Sign kind={verdict === "qualified" ? "good" : "open"} />
        {texts.verdict[verdict]}
      </p>
      <p>{sentenceOf(check, codes)}</p>
      <QualificationTable rows={rows} />
      {isOverdue && <p class="aside">{texts.listOverdue}</p>}
      {isChanged && <p class="caveat">{texts.changed}</p>}
      {effect !== null && <p class="aside">{effect}</p>}
      {snapshot !== null && (
        <details class="lists">
          <summary>{texts.heading}</summary>
          <ListsBehind {...snapshot} now={now} />
        </details>
      )}
    </div>
  );
}
