import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { snapshotInUse } from "../../model/trust-list.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { useSession } from "../session-context.js";
import { SnapshotContents } from "./snapshot-contents.js";

/** The snapshot of the EU trusted lists that this page relies on. @param now the time by which its lists are judged. */
export function ListsBehind({ now }: { readonly now: Date }): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const texts = result.trustedLists;
  const state = session.trustList.value;
  const facts = snapshotInUse(state);
  useEffect(() => session.loadShippedSnapshot(), [session]);
  return (
    <div class="lists-behind">
      <p>{texts.lead}</p>
      <p>{state.usedFileId === null ? texts.shipped : texts.given}:</p>
      {facts === null ? (
        <p role="status">{state.isMissing ? texts.unavailable : page.loading}</p>
      ) : (
        <SnapshotContents facts={facts} now={now} />
      )}
      <p class="aside screen-only">{texts.newer}</p>
    </div>
  );
}
