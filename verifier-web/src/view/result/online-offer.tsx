import type { EndpointGroup } from "@svc-proof/ui/asking";
import { Stated } from "@svc-proof/ui/components";
import { Filled, Name } from "@svc-proof/ui/verdict";
import type { JSX } from "preact";
import type { Item } from "../../model.js";
import { useResultTexts } from "../../texts/use-texts.js";
import { useSession } from "../context.js";
import { useOnline } from "../hooks.js";
import { sourcesShown } from "../settings/sources-shown.js";
import { sentText } from "./sent-text.js";

/**
 * Offers online checks: what they would add, which sources they ask and what is sent. Nothing is asked before the button is
 * pressed.
 */
export function OnlineOffers({ item }: { readonly item: Item }): JSX.Element {
  const { page, result } = useResultTexts();
  const session = useSession();
  const texts = result.online;
  const isOnline = useOnline();
  const isAsking = item.phase === "asking";
  const endpoints = [...new Set(item.onlineOffer.flatMap((offer) => offer.endpoints))];
  return (
    <div class="online-offer">
      {item.onlineOffer.map((offer) => (
        <p key={`${offer.kind} ${offer.chainId}`}>
          {offer.kind === "bitcoin" ? texts.bitcoin : <EvmOffer item={item} offer={offer} />}
        </p>
      ))}
      {endpoints.length === 0 ? (
        <p>{texts.noSources}</p>
      ) : (
        <>
          <h3>{texts.sources}</h3>
          <ul class="plain-list">
            {endpoints.map((endpoint) => (
              <li key={endpoint}>
                <Name name={endpoint} />
              </li>
            ))}
          </ul>
        </>
      )}
      <p class="aside">{sentText(item.onlineOffer, result)}</p>
      {!isOnline && (
        <p role="status" class="caveat">
          {texts.isOffline}
        </p>
      )}
      <p class="buttons">
        <button
          type="button"
          class="primary"
          disabled={isAsking || endpoints.length === 0}
          onClick={() => session.askOnline(item.id)}
        >
          <Stated>{isAsking ? page.phases.asking : item.hasAnswers ? texts.askAgain : texts.ask}</Stated>
        </button>
        <button
          type="button"
          onClick={() => {
            sourcesShown.value = true;
          }}
        >
          {texts.change}
        </button>
      </p>
      <p class="aside">{texts.never}</p>
    </div>
  );
}

function EvmOffer({ item, offer }: { readonly item: Item; readonly offer: EndpointGroup }): JSX.Element {
  const { result } = useResultTexts();
  const anchor = item.report?.checks.find(
    ({ id, evidence }) => id === "anchor" && evidence["chain_id"] === offer.chainId,
  );
  const block = String(anchor?.evidence["block_number"] ?? "?");
  return <Filled template={result.online.evm} values={{ network: <Name name={offer.network} />, block }} />;
}
