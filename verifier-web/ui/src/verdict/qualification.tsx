/** What trusted lists say. */

import { Fragment, type JSX } from "preact";
import { Sign, Stated } from "../components.js";
import { sentenceOf } from "../wording/headline.js";
import {
  countryText,
  isOverdue,
  type ListFacts,
  type Qualification,
  type QualificationRow,
  type SnapshotFacts,
  snapshotText,
} from "../wording/qualification.js";
import { shortDateText } from "../wording/values.js";
import { Hex, Name, useCommonTexts, useVerdictTexts } from "./text.js";

/** What the trusted list says of the service. */
export function QualificationTable({ rows }: { readonly rows: readonly QualificationRow[] }): JSX.Element {
  return (
    <dl class="facts">
      {rows.map(({ label, value, isName }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{isName ? <Name name={value} /> : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

export interface SnapshotContentsProps {
  readonly facts: SnapshotFacts;
  /** The time by which lists are overdue. */
  readonly now: Date;
}

/** The lists in a snapshot, with their numbers and dates. */
export function SnapshotContents({ facts, now }: SnapshotContentsProps): JSX.Element {
  const { result, language } = useVerdictTexts();
  const texts = result.trustedLists;
  const { lotl, lists } = facts;
  return (
    <div class="snapshot">
      <p>{snapshotText(facts, now, texts, language)}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable (WCAG 2.1.1) */}
      <div class="snapshot-lists" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{texts.list}</th>
              <th scope="col">{texts.number}</th>
              <th scope="col">{texts.issued}</th>
              <th scope="col">{texts.nextUpdate}</th>
            </tr>
          </thead>
          <tbody>
            <ListRow name={texts.lotl} list={lotl} now={now} />
            {lists.map((list) => (
              <ListRow
                key={list.territory}
                name={countryText(list.territory, language)}
                list={list}
                now={now}
              />
            ))}
          </tbody>
        </table>
      </div>
      <dl class="facts">
        <dt>{texts.snapshot}</dt>
        <dd>
          <Hex value={facts.sha256} label={texts.snapshot} />
        </dd>
      </dl>
    </div>
  );
}

interface ListRowProps {
  readonly name: string;
  readonly list: ListFacts;
  readonly now: Date;
}

function ListRow({ name, list, now }: ListRowProps): JSX.Element {
  const { result, language } = useVerdictTexts();
  const { sequenceNumber, issued, nextUpdate } = list;
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{sequenceNumber}</td>
      <td>
        <time dateTime={issued}>{shortDateText(issued, language)}</time>
      </td>
      <td>
        {nextUpdate === null ? (
          result.trustedLists.closed
        ) : (
          <>
            <time dateTime={nextUpdate}>{shortDateText(nextUpdate, language)}</time>
            {isOverdue(list, now) && <span class="caveat"> ({result.trustedLists.overdue})</span>}
          </>
        )}
      </td>
    </tr>
  );
}

export interface ListsBehindProps {
  /** Null until it is loaded. */
  readonly facts: SnapshotFacts | null;
  /** Whether the reader gave it; else it comes with this verifier. */
  readonly isGiven: boolean;
  /** Whether it could not be loaded. */
  readonly isMissing?: boolean;
  /** The time by which its lists are judged. */
  readonly now: Date;
}

/** A snapshot of the EU trusted lists that answers rest on. */
export function ListsBehind({ facts, isGiven, isMissing = false, now }: ListsBehindProps): JSX.Element {
  const { page } = useCommonTexts();
  const { result } = useVerdictTexts();
  const texts = result.trustedLists;
  return (
    <div class="lists-behind">
      <p>{texts.lead}</p>
      <p>{isGiven ? texts.given : texts.shipped}:</p>
      {facts === null ? (
        <p role="status">
          <Stated>{isMissing ? texts.unavailable : page.loading}</Stated>
        </p>
      ) : (
        <SnapshotContents facts={facts} now={now} />
      )}
      <p class="aside screen-only">{texts.newer}</p>
    </div>
  );
}

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
