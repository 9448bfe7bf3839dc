/** Dialog to edit the endpoints of online checks, stored on this device. */

import { type EndpointFault, endpointKey } from "@svc-proof/ui/asking";
import { Stated } from "@svc-proof/ui/components";
import { Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { useId, useState } from "preact/hooks";
import { usePageTexts } from "../../texts/use-texts.js";
import { Dialog, useSession } from "../context.js";
import { endpointGroups, type NamedGroup } from "./endpoint-group.js";
import { sourcesShown } from "./sources-shown.js";

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
  const kept = endpoints.endpointsOf(group);
  const [text, setText] = useState(kept.join("\n"));
  const [fault, setFault] = useState<EndpointFault | null>(null);
  const id = useId();
  const isOwn = endpointKey(group) in endpoints.own.value;
  const isChanged = text.trim() !== kept.join("\n");
  return (
    <form
      class="endpoints"
      onSubmit={(event) => {
        event.preventDefault();
        const found = endpoints.set(group, text.split("\n"));
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
