import type { JSX } from "preact";
import { shortDateText } from "../wording/instant-text.js";
import type { ListFacts, SnapshotFacts } from "../wording/snapshot-facts.js";
import { countryText, isOverdue, snapshotText } from "../wording/trusted-list-words.js";
import { Hex } from "./text/hex.js";
import { useVerdictTexts } from "./texts-context.js";

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
