/** What a reader sets or looks up: sources, trusted lists, this verifier. */

import { chainName } from "@svc-proof/shared/chains";
import { DEFAULT_ENDPOINTS } from "@svc-proof/verifier-lib/source";
import { type EndpointFault, type EndpointGroup, endpointKey } from "@svc-proof/verifier-web/ui/asking";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import type { TrustedListTexts } from "@svc-proof/verifier-web/ui/texts/result/english";
import { Filled, ListsBehind, Name, SnapshotContents } from "@svc-proof/verifier-web/ui/verdict";
import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { type GivenSnapshot, type Item, type SnapshotFacts, snapshotInUse } from "../model.js";
import { usePageTexts, useResultTexts } from "../texts/use-texts.js";
import { shellWord } from "../wording/repeat-steps.js";
import { aboutShown, Dialog, sourcesShown, useSession, VersionLine, WithResultTexts } from "./context.js";
import { Command } from "./result/by-hand.js";

/** Dialog to edit the endpoints of online checks, stored on this device. */
export function SourcesDialog(): JSX.Element {
  const { page } = usePageTexts();
  const session = useSession();
  const groups = endpointGroups(Object.keys(session.endpoints.own.value), session.items.value);
  return (
    <Dialog
      title={page.sources.heading}
      onClose={() => {
        sourcesShown.value = false;
      }}
    >
      <p class="aside">{page.sources.lead}</p>
      {groups.map((group) => (
        <GroupForm key={endpointKey(group)} group={group} />
      ))}
    </Dialog>
  );
}

function GroupForm({ group }: { readonly group: NamedGroup }): JSX.Element {
  const { page } = usePageTexts();
  const { endpoints } = useSession();
  const { drafts } = endpoints;
  const kept = endpoints.endpointsOf(group);
  const key = endpointKey(group);
  const keep = (typed: string) => {
    if (typed.trim() === endpoints.endpointsOf(group).join("\n")) return null;
    const found = endpoints.set(group, typed.split("\n"));
    if (found === null) drafts.delete(key);
    else drafts.set(key, typed);
    return found;
  };
  const [text, setText] = useState(() => drafts.get(key) ?? kept.join("\n"));
  const [fault, setFault] = useState<EndpointFault | null>(() => (drafts.has(key) ? keep(text) : null));
  const id = useId();
  const isOwn = key in endpoints.own.value;
  const isChanged = text.trim() !== kept.join("\n");
  const typed = useRef(text);
  typed.current = text;
  // However the dialog is closed, what was typed is kept.
  useEffect(() => () => void keep(typed.current), []);
  return (
    <form
      class="endpoints"
      onSubmit={(event) => {
        event.preventDefault();
        const found = keep(text);
        setFault(found);
        if (found === null) setText(endpoints.endpointsOf(group).join("\n"));
      }}
    >
      <label for={id}>
        <Name name={group.network} />
      </label>
      <textarea
        id={id}
        rows={Math.max(2, text.split("\n").length)}
        value={text}
        spellcheck={false}
        autocapitalize="off"
        aria-invalid={fault !== null}
        aria-describedby={`${id}-hint`}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p id={`${id}-hint`} class={fault === null ? "aside" : "problem"} role="status">
        <Stated>
          {fault !== null
            ? page.sources.faults[fault]
            : text.trim() === ""
              ? page.sources.none
              : page.sources.oneALine}
        </Stated>
      </p>
      {(isChanged || isOwn) && (
        <p class="buttons">
          {isChanged && <button type="submit">{page.sources.save}</button>}
          {isOwn && (
            <button
              type="button"
              class="quiet"
              onClick={() => {
                endpoints.reset(group);
                drafts.delete(key);
                setText(endpoints.endpointsOf(group).join("\n"));
                setFault(null);
              }}
            >
              {page.sources.reset}
            </button>
          )}
        </p>
      )}
    </form>
  );
}

type NamedGroup = Pick<EndpointGroup, "kind" | "chainId" | "network">;

/**
 * The chains whose endpoints can be set: those with defaults, those already set, and those that the current proofs name.
 *
 * @param own keys of the user's settings.
 * @param items their offers come first, since the reader is working on them.
 */
function endpointGroups(own: readonly string[], items: readonly Item[]): readonly NamedGroup[] {
  const groups = new Map<string, NamedGroup>();
  for (const { onlineOffer } of items) {
    for (const { kind, chainId, network } of onlineOffer) {
      groups.set(endpointKey({ kind, chainId }), { kind, chainId, network });
    }
  }
  for (const key of [...Object.keys(DEFAULT_ENDPOINTS), ...own]) {
    if (!groups.has(key)) groups.set(key, groupOfKey(key));
  }
  return [...groups.values()];
}

function groupOfKey(key: string): NamedGroup {
  if (key === "bitcoin") return { kind: "bitcoin", chainId: null, network: "Bitcoin" };
  const chainId = Number(key.slice("evm:".length));
  return { kind: "evm", chainId, network: chainName(chainId) };
}

/** What this verifier is, and the trusted lists that it relies on. */
export function AboutDialog(): JSX.Element {
  const { page } = usePageTexts();
  return (
    <Dialog
      title={page.footer.about}
      onClose={() => {
        aboutShown.value = false;
      }}
    >
      <VersionLine />
      <WithResultTexts render={() => <AboutLists />} />
    </Dialog>
  );
}

function AboutLists(): JSX.Element {
  const { result } = useResultTexts();
  const session = useSession();
  const state = session.trustList.value;
  useEffect(() => session.loadShippedSnapshot(), [session]);
  return (
    <section class="about-lists">
      <h3>{result.trustedLists.aboutHeading}</h3>
      <ListsBehind
        facts={snapshotInUse(state)}
        isGiven={state.usedFileId !== null}
        isMissing={state.isMissing}
        now={new Date()}
      />
    </section>
  );
}

/** Asks whether to use snapshots that were given. None is used before the reader agrees. */
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
