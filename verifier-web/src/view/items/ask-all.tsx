import { Stated } from "@svc-proof/ui/components";
import { plural } from "@svc-proof/ui/language";
import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isGiven } from "../../model/epoch.js";
import type { Item } from "../../model/item.js";
import { wantedEpochsOf } from "../../online/wanted-epochs.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { noteAskedHost } from "../asked-hosts.js";
import { useOnline } from "../result/use-online.js";
import { useSession } from "../session-context.js";
import { sourcesShown } from "../settings/sources-shown.js";

/**
 * Offers to ask about every item for which no date is confirmed, with one button, and says whom it asks and what is sent.
 * Nothing is asked before the button is pressed.
 */
export function AskAll({ items }: { readonly items: readonly Item[] }): JSX.Element | null {
  const { page, result, language } = useResultTexts();
  const session = useSession();
  const isOnline = useOnline();
  const asking = items.filter(({ phase }) => phase === "asking");
  const open = items.filter(isOpen);
  const askable = open.filter(({ onlineOffer }) => onlineOffer.some(({ endpoints }) => endpoints.length > 0));
  const states = session.epochStates.value;
  const epochs = wantedEpochsOf(open).filter((epoch) => !isGiven(states.get(epoch)));
  const isFetching = epochs.some((epoch) => states.get(epoch) === "fetching");
  const isAsking = asking.length > 0;
  const hasOffer = askable.length > 0 || (epochs.length > 0 && !__SINGLE_FILE__);
  useFocusAfter(isAsking);
  if (!isAsking && !hasOffer) return null;
  const offers = askable.flatMap(({ onlineOffer }) => onlineOffer);
  const endpoints = [...new Set(offers.flatMap((offer) => offer.endpoints))];
  const sent = [
    ...(offers.some(({ kind }) => kind === "evm") ? [result.online.sentEvm] : []),
    ...(offers.some(({ kind }) => kind === "bitcoin") ? [result.online.sentBitcoin] : []),
  ];
  return (
    <section class="ask-all screen-only">
      {isAsking ? (
        <p role="status">
          <Stated>{plural(result.list.ask.open, asking.length, language)}</Stated>
        </p>
      ) : (
        <h2>
          <Stated>{plural(result.list.ask.heading, open.length, language)}</Stated>
        </h2>
      )}
      {!isAsking && endpoints.length > 0 && (
        <p>
          <Filled
            template={result.list.ask.sources}
            values={{ hosts: <Name name={endpoints.map(hostOf).join(", ")} /> }}
          />{" "}
          <Filled template={result.online.notSent} values={{ what: sent.join("; ") }} />
        </p>
      )}
      {!isAsking && !isOnline && (
        <p role="status" class="caveat">
          {result.online.isOffline}
        </p>
      )}
      <p class="buttons">
        {/* One element for both, so that it keeps the focus. */}
        {(isAsking || endpoints.length > 0) && (
          <button
            type="button"
            class={isAsking ? "" : "primary"}
            onClick={() => {
              if (isAsking) {
                session.stopAsking();
                return;
              }
              // Reports name sources by their origin.
              for (const endpoint of endpoints) noteAskedHost(new URL(endpoint).origin);
              session.askOnline(...askable.map(({ id }) => id));
            }}
          >
            <Stated>
              {isAsking
                ? result.list.ask.stop
                : askable.every(({ hasAnswers }) => hasAnswers)
                  ? result.online.askAgain
                  : result.list.ask.ask}
            </Stated>
          </button>
        )}
        {!isAsking && epochs.length > 0 && !__SINGLE_FILE__ && (
          <button
            type="button"
            disabled={isFetching}
            onClick={() => {
              noteAskedHost(location.host);
              session.fetchHeaders(...open.map(({ id }) => id));
            }}
          >
            {isFetching ? page.loading : result.headers.fetch}
          </button>
        )}
        {!isAsking && (
          <button
            type="button"
            onClick={() => {
              sourcesShown.value = true;
            }}
          >
            {result.online.change}
          </button>
        )}
      </p>
    </section>
  );
}

/** When the last answer has come, the button that had the focus may be gone. The heading of the list then takes it. */
function useFocusAfter(isAsking: boolean): void {
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !isAsking && document.activeElement === document.body) {
      document.querySelector<HTMLElement>(".list-title h1")?.focus();
    }
    wasAsking.current = isAsking;
  }, [isAsking]);
}

/** Whether sources could still give a date. One that failed stays failed, whatever they say. */
function isOpen({ phase, report, onlineOffer, wantedEpochs }: Item): boolean {
  const isUndecided = phase === "done" && report?.outcome === "indeterminate";
  return isUndecided && (onlineOffer.length > 0 || wantedEpochs.length > 0);
}

function hostOf(endpoint: string): string {
  return new URL(endpoint).host;
}
