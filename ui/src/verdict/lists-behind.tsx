import type { JSX } from "preact";
import { Stated } from "../components/index.js";
import type { SnapshotFacts } from "../wording/snapshot-facts.js";
import { SnapshotContents } from "./snapshot-contents.js";
import { useCommonTexts, useVerdictTexts } from "./texts-context.js";

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
