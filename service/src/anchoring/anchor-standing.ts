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

/**
 * How far the time of a block may be before that of the batch in it, as far as the verifier lets one be ahead of its clock: a
 * sequencer that stood still makes up for the blocks that are missing.
 */
const MAX_BEFORE_MS = 2 * 3_600_000;

type AnchorBlock = NonNullable<AnchorResult["block"]>;

/** What the verifier found of an anchor; `refused` is its reason where it did not accept what is there. */
type Verified =
  | { readonly found: AnchorBlock; readonly refused: null }
  | { readonly found: null; readonly refused: CheckCode };

/** An attempt that is in a block, and does not count. */
export interface RefusedAttempt {
  readonly attempt: AnchorAttempt;
  readonly blockNumber: number;
  readonly code: CheckCode;
}

/** Where the attempts of a batch are: one that counts, or else the latest that does not, or both null. */
interface AttemptsFound {
  readonly found: Inclusion | null;
  readonly refused: RefusedAttempt | null;
}

const REVERTED = { found: null, refused: "transaction_reverted" } as const;

/**
 * Finds the attempt of a batch that is in the chain with the right input, a success, in a canonical block. At most one
 * attempt of a nonce can be there.
 *
 * A refusal may pass: the source contradicts itself while a reorganisation is under way. That an attempt was reverted is the
 * word of its receipt alone.
 *
 * @throws SourceError, ChainUnavailableError when the chain does not answer; as `verifyInclusion`.
 */
export async function fetchInclusion(
  chain: Chain,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
): Promise<AttemptsFound> {
  let latest: RefusedAttempt | null = null;
  for (const attempt of attempts.toReversed()) {
    const { txHash } = attempt;
    const receipt = await chain.source.fetchReceipt(txHash);
    if (receipt === null) continue;
    const { status, blockNumber } = receipt;
    const isReverted = status === "reverted";
    const { found: block, refused } = isReverted
      ? REVERTED
      : await verifyInclusion(chain, batch, { txHash, blockNumber }, 1);
    if (block !== null) {
      const blockTimestamp = new Date(block.timestamp * 1000);
      const found = { txHash, blockNumber: block.number, blockHash: block.hash, blockTimestamp };
      return { found, refused: null };
    }
    latest ??= { attempt, blockNumber, code: refused };
  }
  return { found: null, refused: latest };
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
): Promise<Verified> {
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
  if (block === null) return { found: null, refused: code };
  const isPossible = await isTimePossible(chain, batch, block);
  return isPossible ? { found: block, refused: null } : { found: null, refused: "block_time_implausible" };
}

/** What the verifier, which has its clock alone, does not know of the time of a block: that of the batch and of the block before. */
async function isTimePossible(
  chain: Chain,
  batch: BatchRecord,
  { number, timestamp }: AnchorBlock,
): Promise<boolean> {
  const createdAtMs = batch.createdAt.getTime();
  // Ahead of the clock, which was set back since, the time of a batch says nothing.
  if (createdAtMs <= Date.now() && timestamp * 1_000 < createdAtMs - MAX_BEFORE_MS) return false;
  const parent = number === 0 ? null : await chain.source.fetchBlock(number - 1);
  return parent === null || parent.timestamp <= timestamp;
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
