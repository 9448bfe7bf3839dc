import type { EndpointGroup } from "@svc-proof/ui/asking";
import { fill } from "@svc-proof/ui/language";
import type { ResultTexts } from "../../texts/result/english.js";

/** What an online check sends, and what it does not. */
export function sentText(offer: readonly EndpointGroup[], { online }: ResultTexts): string {
  const sent = [
    ...(offer.some(({ kind }) => kind === "evm") ? [online.sentEvm] : []),
    ...(offer.some(({ kind }) => kind === "bitcoin") ? [online.sentBitcoin] : []),
  ];
  return fill(online.notSent, { what: sent.join("; ") });
}
