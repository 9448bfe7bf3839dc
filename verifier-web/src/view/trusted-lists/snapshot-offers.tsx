/** Asks whether to use snapshots that were given. None is used before the reader agrees. */

import type { TrustedListTexts } from "@svc-proof/ui/texts/result/english";
import { Filled, Name, SnapshotContents } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { GivenSnapshot, SnapshotFacts } from "../../model.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { shellWord } from "../../wording/repeat-steps.js";
import { useSession, WithResultTexts } from "../context.js";
import { Command } from "../text/command.js";

export function SnapshotOffers(): JSX.Element {
  const { given } = useSession().trustList.value;
  return (
    <WithResultTexts
      render={() => (
        <>
          {given.map((snapshot) => (
            <SnapshotOffer key={snapshot.fileId} snapshot={snapshot} />
          ))}
        </>
      )}
    />
  );
}

function SnapshotOffer({ snapshot }: { readonly snapshot: GivenSnapshot }): JSX.Element {
  const { result } = useResultTexts();
  const session = useSession();
  const texts = result.trustedLists.offer;
  const { fileId, fileName, facts } = snapshot;
  const { usedFileId, shipped } = session.trustList.value;
  const file = <Name name={fileName} />;
  useEffect(() => session.loadShippedSnapshot(), [session]);
  const remove = () => session.removeSnapshot(fileId);
  if (facts === null) {
    return (
      <section class="snapshot-offer" aria-label={texts.heading}>
        <p class="problem" role="status">
          <Filled template={texts.unreadable} values={{ file }} />
        </p>
        <p class="buttons">
          <button type="button" onClick={remove}>
            {texts.dismiss}
          </button>
        </p>
      </section>
    );
  }
  if (usedFileId === fileId) {
    return (
      <section class="snapshot-offer" aria-label={texts.heading}>
        <p class="caveat" role="status">
          <Filled template={texts.used} values={{ file }} />
        </p>
        <p class="buttons screen-only">
          <button type="button" onClick={remove}>
            {texts.back}
          </button>
        </p>
      </section>
    );
  }
  return (
    <section class="snapshot-offer screen-only" aria-label={texts.heading}>
      <h2>{texts.heading}</h2>
      <p class="unseen" role="status">
        {texts.heading}
      </p>
      <p>
        <Filled template={texts.lead} values={{ file }} />{" "}
        {shipped !== null && ageBeside(facts, shipped, texts)}
      </p>
      <SnapshotContents facts={facts} now={new Date()} />
      <p class="aside">{texts.check}</p>
      <Command
        command={`node svc-verify.mjs trust-list check ${shellWord(fileName)} --lists FOLDER`}
        label={texts.check}
      />
      <p class="buttons">
        <button type="button" class="primary" onClick={() => session.useSnapshot(fileId)}>
          {texts.use}
        </button>
        <button type="button" onClick={remove}>
          {texts.keep}
        </button>
      </p>
    </section>
  );
}

function ageBeside(facts: SnapshotFacts, shipped: SnapshotFacts, texts: TrustedListTexts["offer"]): string {
  const difference = facts.lotl.sequenceNumber - shipped.lotl.sequenceNumber;
  return difference === 0 ? texts.same : difference > 0 ? texts.newer : texts.older;
}
