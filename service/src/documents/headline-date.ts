/** The one date that a document names first, by the rule of the verifier: docs/formats/report.md, "The headline". */
import { evmChain } from "@svc-proof/shared/chains";
import {
  BITCOIN_ACCURACY_SECONDS,
  type DatedSource,
  headlineClaim,
  latestTime,
} from "@svc-proof/verifier-lib";
import { parseTimestampResponse } from "@svc-proof/verifier-lib/rfc3161";
import { bitcoinBlockTime } from "../opentimestamps/bitcoin-block-time.js";
import type { BlockHeaderStore } from "../store/store.js";
import type { AnchorFacts, ProofFacts } from "./proof-facts.js";
import type { ProofFiles } from "./proof-files.js";

/** The latest time at which the source can have made its statement: the time that it states, and its accuracy. */
export interface HeadlineDate {
  readonly time: Date;
  readonly by:
    | { readonly type: "anchor"; readonly anchor: AnchorFacts }
    | { readonly type: "bitcoin"; readonly blockHeight: number }
    | { readonly type: "seal"; readonly authority: string };
}

interface Candidate extends DatedSource {
  readonly by: HeadlineDate["by"];
}

/**
 * The date that a reader who can ask every source will see first; null while there is none. A block that still lacks
 * confirmations counts only if nothing else does.
 *
 * Whom a reader trusts is not known here: of an authority that no trusted list names, only the reader's own report uses the
 * date.
 */
export async function headlineDate(
  { blockHeaders }: { readonly blockHeaders: BlockHeaderStore },
  facts: ProofFacts,
  files: Pick<ProofFiles, "seal">,
): Promise<HeadlineDate | null> {
  const settled = [
    ...facts.anchors.filter(({ state }) => state === "confirmed").map(ofAnchor),
    ...(await ofBitcoin(blockHeaders, facts)),
    ...ofSeal(facts, files),
  ];
  const headline = headlineClaim(settled) ?? headlineClaim(facts.anchors.map(ofAnchor));
  return headline === undefined ? null : { time: new Date(headline.time), by: headline.by };
}

function ofAnchor(anchor: AnchorFacts): Candidate {
  const chain = evmChain(anchor.chainId);
  return {
    time: latestTime(anchor.blockTime.toISOString(), chain?.timestampAccuracySeconds ?? null),
    source: { type: "evm-block", kind: chain?.kind ?? "unknown" },
    by: { type: "anchor", anchor },
  };
}

async function ofBitcoin(blockHeaders: BlockHeaderStore, { bitcoin }: ProofFacts): Promise<Candidate[]> {
  if (bitcoin.state !== "confirmed") return [];
  const { blockHeight } = bitcoin;
  const stated = await bitcoinBlockTime(blockHeaders, blockHeight);
  if (stated === null) return [];
  const time = latestTime(stated.toISOString(), BITCOIN_ACCURACY_SECONDS);
  const source = { type: "bitcoin-block", kind: "public" } as const;
  return [{ time, source, by: { type: "bitcoin", blockHeight } }];
}

function ofSeal({ seal, isDevelopment }: ProofFacts, files: Pick<ProofFiles, "seal">): Candidate[] {
  if (seal.state !== "issued" || files.seal === null) return [];
  const { authority, time: stated, qualification } = seal;
  const accuracySeconds = parseTimestampResponse(files.seal).token?.tstInfo.accuracySeconds ?? null;
  const isListed = qualification?.result === "qualified";
  if (!isListed && !isDevelopment) return [];
  const kind = isListed ? "trusted-list" : "development";
  return [
    {
      time: latestTime(stated.toISOString(), accuracySeconds),
      source: { type: "rfc3161-timestamp", kind },
      by: { type: "seal", authority },
    },
  ];
}
