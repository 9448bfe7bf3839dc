/** Offers of what would settle a date: headers, and sources to ask. */

import type { EndpointGroup } from "@svc-proof/verifier-web/ui/asking";
import { Stated } from "@svc-proof/verifier-web/ui/components";
import { bytesText, fill } from "@svc-proof/verifier-web/ui/language";
import { Filled } from "@svc-proof/verifier-web/ui/verdict";
import type { JSX } from "preact";
import { EPOCH_FILE_BYTES, type EpochState, epochFileName, type Item, isGiven } from "../../model.js";
import type { ResultTexts } from "../../texts/result/english.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { useSession } from "../context.js";
import { noteAskedHost } from "../hooks.js";

/**
 * Offers to fetch the headers of Bitcoin that would settle what the report leaves open, from this page's own site, and says
 * what became of it. Nothing is fetched before the button is pressed. The page in a single file has no site, and names the files.
 */
export function HeaderOffer({ item }: { readonly item: Item }): JSX.Element {
  const { language, page, result } = useResultTexts();
  const session = useSession();
  const texts = result.headers;
  const states = session.epochStates.value;
  const missing = item.wantedEpochs.filter((epoch) => !isGiven(states.get(epoch)));
  const isFetching = missing.some((epoch) => states.get(epoch) === "fetching");
  const wasAsked = missing.some((epoch) => states.has(epoch));
  const size = bytesText(missing.length * EPOCH_FILE_BYTES, language);
  return (
    <div class="online-offer header-offer">
      {missing.length > 0 && (
        <>
          <p>
            <Stated>
              {fill(texts.lead, {
                files: missing.map((epoch) => `bitcoin/${epochFileName(epoch)}`).join(", "),
                size,
              })}
            </Stated>
          </p>
          {!__SINGLE_FILE__ && (
            <>
              <p class="aside">{texts.sent}</p>
              <p class="buttons">
                <button
                  type="button"
                  class="primary"
                  disabled={isFetching}
                  onClick={() => {
                    noteAskedHost(location.host);
                    session.fetchHeaders(item.id);
                  }}
                >
                  <Stated>{isFetching ? page.loading : wasAsked ? page.items.retry : texts.fetch}</Stated>
                </button>
              </p>
            </>
          )}
        </>
      )}
      <div role="status">
        {STATES.map((state) => {
          const epochs = shownEpochs(item, states).filter((epoch) => states.get(epoch) === state);
          return (
            epochs.length > 0 && (
              <p key={state + texts[state] + fileNames(epochs)}>
                <Filled template={texts[state]} values={{ files: fileNames(epochs) }} />
              </p>
            )
          );
        })}
      </div>
    </div>
  );
}

const STATES = ["fetched", "kept", "absent", "unreachable"] as const;

/** Whether there is something to offer or to say. */
export function hasHeaderOffer(item: Item, states: ReadonlyMap<number, EpochState>): boolean {
  return item.wantedEpochs.length > 0 || shownEpochs(item, states).length > 0;
}

/** Those that the item wants, and those that it has got. */
function shownEpochs(
  { wantedEpochs, files }: Item,
  states: ReadonlyMap<number, EpochState>,
): readonly number[] {
  const names = new Set(files.filter(({ role }) => role === "headers").map(({ name }) => name));
  const isShown = (epoch: number) => wantedEpochs.includes(epoch) || names.has(epochFileName(epoch));
  return [...states.keys()].filter(isShown).sort((a, b) => a - b);
}

function fileNames(epochs: readonly number[]): string {
  return epochs.map(epochFileName).join(", ");
}

/** What an online check sends, and what it does not. */
export function sentText(offer: readonly EndpointGroup[], { online }: ResultTexts): string {
  const sent = [
    ...(offer.some(({ kind }) => kind === "evm") ? [online.sentEvm] : []),
    ...(offer.some(({ kind }) => kind === "bitcoin") ? [online.sentBitcoin] : []),
  ];
  return fill(online.notSent, { what: sent.join("; ") });
}
