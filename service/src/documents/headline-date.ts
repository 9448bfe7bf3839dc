/**
 * The one date that certificate and package name first, by the verifier's rule: docs/formats/report.md, "The headline".
 */
import { evmChain } from "@svc-proof/shared/chains";
import {
  BITCOIN_ACCURACY_SECONDS,
  type DatedSource,
  headlineClaim,
  latestTime,
} from "@svc-proof/verifier-lib";
import type { AnchorFacts, ProofFacts } from "./proof-facts.js";

export interface HeadlineDate extends DatedSource {
  /** No later than this: what the source states, and its accuracy. */
  readonly time: Date;
  /** Greatest error of what the source states; null if its rules set none. */
  readonly accuracySeconds: number | null;
  readonly by:
    | { readonly type: "anchor"; readonly anchor: AnchorFacts }
    | { readonly type: "bitcoin"; readonly blockHeight: number }
    | { readonly type: "seal"; readonly authority: string };
}

/**
 * The earliest time of the strongest kind of source. Two count only if nothing else does: an authority that no trusted list names, because
 * the service does not know whom a reader trusts, and then a block that still lacks confirmations.
 *
 * @returns null if no source states a time yet.
 */
export function headlineDate(
  facts: Pick<ProofFacts, "anchors" | "bitcoin" | "bitcoinTime" | "seal">,
): HeadlineDate | null {
  const anchors = facts.anchors.map(byAnchor);
  const isSettled = ({ by }: HeadlineDate) => by.type !== "anchor" || by.anchor.state === "confirmed";
  const settled = [...anchors.filter(isSettled), ...byBitcoin(facts), ...bySeal(facts)];
  const known = settled.filter(({ source }) => source.kind !== "trusted-by-caller");
  return headlineClaim(known) ?? headlineClaim(settled) ?? headlineClaim(anchors) ?? null;
}

function byAnchor(anchor: AnchorFacts): HeadlineDate {
  const chain = evmChain(anchor.chainId);
  return {
    ...noLaterThan(anchor.blockTime, chain?.timestampAccuracySeconds ?? null),
    source: { type: "evm-block", kind: chain?.kind ?? "unknown" },
    by: { type: "anchor", anchor },
  };
}

function byBitcoin({ bitcoin, bitcoinTime }: Pick<ProofFacts, "bitcoin" | "bitcoinTime">): HeadlineDate[] {
  if (bitcoin.state !== "confirmed" || bitcoinTime === null) return [];
  return [
    {
      ...noLaterThan(bitcoinTime, BITCOIN_ACCURACY_SECONDS),
      source: { type: "bitcoin-block", kind: "public" },
      by: { type: "bitcoin", blockHeight: bitcoin.blockHeight },
    },
  ];
}

function bySeal({ seal }: Pick<ProofFacts, "seal">): HeadlineDate[] {
  if (seal.state !== "issued") return [];
  const { authority, time, accuracySeconds, isDevelopmentAuthority, qualification } = seal;
  // Without a granted service in the lists, a reader has to trust the authority's certificate.
  const listed = qualification?.entry?.status === "granted" ? "trusted-list" : "trusted-by-caller";
  return [
    {
      ...noLaterThan(time, accuracySeconds),
      source: { type: "rfc3161-timestamp", kind: isDevelopmentAuthority ? "development" : listed },
      by: { type: "seal", authority },
    },
  ];
}

function noLaterThan(
  stated: Date,
  accuracySeconds: number | null,
): Pick<HeadlineDate, "time" | "accuracySeconds"> {
  return { time: new Date(latestTime(stated.toISOString(), accuracySeconds)), accuracySeconds };
}
