/**
 * The position of a batch's anchor in the chain, checked by the verifier.
 */
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { anchorPayload } from "@svc-proof/shared/text";
import { type AnchorResult, type CheckCode, verifyAnchor } from "@svc-proof/verifier-lib";
import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { type Chain, ChainUnavailableError, EndpointsDisagreeError } from "../clients/chain/chain.js";
import type { AnchorAttempt, BatchRecord, Inclusion } from "../records/types.js";
import { ClockApartError } from "./chain-clock.js";

/** Verifier codes that say nothing about the anchor, only about the source. */
const NO_ANSWER: ReadonlySet<string> = new Set([
  "source_unreachable",
  "source_timeout",
  "source_error",
  "source_invalid_answer",
  "source_wrong_chain",
]);

type AnchorBlock = NonNullable<AnchorResult["block"]>;

/** What the verifier found of an anchor; `refused` is its reason where it did not accept what is there. */
export type Verified<Place> =
  | { readonly found: Place; readonly refused: null }
  | { readonly found: null; readonly refused: CheckCode };

/**
 * Finds the attempt of a batch that is in the chain with the right input, a success, in a canonical block. At most one
 * attempt of a nonce can be there.
 *
 * @returns null when none is in a block. A refusal may pass: the source contradicts itself while a reorganisation is under
 * way.
 * @throws SourceError, ChainUnavailableError when the chain does not answer; as `verifyInclusion`.
 */
export async function fetchInclusion(
  chain: Chain,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
): Promise<Verified<Inclusion> | null> {
  let refusal: Verified<Inclusion> | null = null;
  for (const { txHash } of attempts.toReversed()) {
    const receipt = await chain.source.fetchReceipt(txHash);
    if (receipt === null) continue;
    const { found: block, refused } = await verifyInclusion(
      chain,
      batch,
      { txHash, blockNumber: receipt.blockNumber },
      1,
    );
    if (block === null) {
      refusal = { found: null, refused };
      continue;
    }
    const blockTimestamp = new Date(block.timestamp * 1000);
    const found = { txHash, blockNumber: block.number, blockHash: block.hash, blockTimestamp };
    return { found, refused: null };
  }
  return refusal;
}

/**
 * Verifies an anchor.
 *
 * @returns the block, or why the anchor does not count as in it with that many confirmations.
 * @throws ChainUnavailableError when the chain does not answer, EndpointsDisagreeError, ClockApartError.
 */
export async function verifyInclusion(
  chain: Chain,
  batch: BatchRecord,
  place: Pick<Inclusion, "txHash" | "blockNumber">,
  minConfirmations: number,
): Promise<Verified<AnchorBlock>> {
  const anchor: PortableAnchor = {
    chain_id: chain.chainId,
    network: chain.network,
    tx_hash: place.txHash,
    block_number: place.blockNumber,
    payload: anchorPayload(batch.root),
  };
  const disagreements: EndpointsDisagreeError[] = [];
  const { check, block } = await verifyAnchor(anchor, batch.root, {
    sources: [notingDisagreements(chain.source, disagreements)],
    minConfirmations,
  });
  const { code } = check;
  if (disagreements[0] !== undefined) throw disagreements[0];
  if (NO_ANSWER.has(code)) throw new ChainUnavailableError(`the chain returned no usable answer: ${code}`);
  // It is in the chain and paid for: no other transaction would fare better.
  if (code === "block_time_implausible")
    throw new ClockApartError(`the verifier finds the time of block ${place.blockNumber} implausible`);
  return block === null ? { found: null, refused: code } : { found: block, refused: null };
}

/** The same source. The verifier takes any error of a source for an outage. */
function notingDisagreements(source: EvmSource, disagreements: EndpointsDisagreeError[]): EvmSource {
  const noting = <Answer>(asked: Promise<Answer>) =>
    asked.catch((error) => {
      if (error instanceof EndpointsDisagreeError) disagreements.push(error);
      throw error;
    });
  return {
    chainId: source.chainId,
    name: source.name,
    fetchChainId: (request) => noting(source.fetchChainId(request)),
    fetchHeadNumber: (request) => noting(source.fetchHeadNumber(request)),
    fetchTransaction: (hash, request) => noting(source.fetchTransaction(hash, request)),
    fetchReceipt: (hash, request) => noting(source.fetchReceipt(hash, request)),
    fetchBlock: (number, request) => noting(source.fetchBlock(number, request)),
  };
}
