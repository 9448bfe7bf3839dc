/** Where an anchor stands; is it the same chain. */

import type { PortableAnchor } from "@svc-proof/shared/proof";
import { anchorPayload } from "@svc-proof/shared/text";
import { type AnchorResult, type CheckCode, verifyAnchor } from "@svc-proof/verifier-lib";
import { type EvmSource, SourceError } from "@svc-proof/verifier-lib/source";
import { type Chain, ChainUnavailableError, EndpointsDisagreeError } from "../clients/chain.js";
import { chainText } from "../config/chains.js";
import type { Log } from "../log.js";
import { type ClockWatch, REFUSE_MS, type Readiness } from "../operations/health.js";
import type { AnchorAttempt, BatchRecord, Inclusion } from "../records/types.js";
import { retry } from "../retry.js";
import type { ChainHead } from "./fees.js";

// The clock of this instance beside the times of a chain's blocks. A block shows that its time has come, and no more: a
// chain that stands still, or a node that lags behind, has an old head. So only a clock that is behind is found here.

/** How far a node accepts blocks ahead of its own clock (geth, consensus: allowedFutureBlockTime). */
const MAX_AHEAD_MS = 15_000;
/** Time between two looks at the head for the sake of the clock. */
const LOOK_MS = 60_000;

/** Nothing that is paid for now could be verified by this clock. */
export class ClockApartError extends Error {
  override readonly name = "ClockApartError";
}

/**
 * Compares the clock with the time of the head.
 *
 * @throws ClockApartError when the clock is too far behind; ChainUnavailableError, SourceError, EndpointsDisagreeError.
 */
export async function expectClockOf(chain: Chain, headNumber: number): Promise<void> {
  const earliestMs = await earliestTimeMs(chain, headNumber);
  if (earliestMs === null) throw new ChainUnavailableError(`block ${headNumber} is not there`);
  const behindMs = earliestMs - Date.now();
  if (behindMs <= REFUSE_MS) return;
  throw new ClockApartError(`the clock is at least ${behindMs} ms behind block ${headNumber}`);
}

/**
 * Compares again and again, in every instance, whichever anchors, until the signal aborts.
 *
 * @returns after the first look, whether or not the chain answered. Never rejects.
 */
export async function watchChainClock(
  chain: Chain,
  clock: Pick<ClockWatch, "saw">,
  signal: AbortSignal,
): Promise<void> {
  await look(chain, clock, signal);
  if (signal.aborted) return;
  const timer = setInterval(() => void look(chain, clock, signal), LOOK_MS);
  signal.addEventListener("abort", () => clearInterval(timer), { once: true });
}

async function look(chain: Chain, clock: Pick<ClockWatch, "saw">, signal: AbortSignal): Promise<void> {
  try {
    const earliestMs = await earliestTimeMs(chain, await chain.source.fetchHeadNumber({ signal }));
    const askedAtMs = performance.now();
    if (earliestMs !== null)
      clock.saw(`chain ${chain.chainId}`, { earliestMs, latestMs: Number.POSITIVE_INFINITY }, askedAtMs);
  } catch {
    // The rounds report a chain that does not answer.
  }
}

/** The earliest time that it can be, given this block; null when the node lacks it: one address may lead to several nodes. */
async function earliestTimeMs({ source }: Chain, number: number): Promise<number | null> {
  const block = await source.fetchBlock(number);
  return block === null ? null : block.timestamp * 1_000 - MAX_AHEAD_MS;
}

// The position of a batch's anchor in the chain, checked by the verifier.

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

// Checks that the endpoint serves the chain on which we have anchored so far, and counts our transactions plausibly. An
// endpoint can change hands, and a development chain can be reset.

/** The chain is not the one that the batches belong to. Nothing is anchored until it is back. */
export class ChainReplacedError extends Error {
  override readonly name = "ChainReplacedError";
}

/** More transactions of our address than anyone but us may have made in the meantime. */
const MAX_FOREIGN_NONCES = 100;

/**
 * The chain counts far more transactions of our address than we have made. If the endpoint is wrong, continuing from
 * that count would leave a gap of as many nonces.
 */
export class ImplausibleNonceError extends Error {
  override readonly name = "ImplausibleNonceError";
}

/**
 * @param head the head as the endpoint states it now.
 * @param highestNonce the highest nonce of our address that any attempt on this chain ever used; null when there was none.
 * @throws ChainReplacedError when the endpoint serves another chain.
 * @throws ImplausibleNonceError when another program uses our key a lot, or the endpoint errs.
 */
export async function verifyChainIdentity(
  chain: Chain,
  head: ChainHead,
  highestNonce: number | null,
): Promise<void> {
  const chainId = await chain.source.fetchChainId();
  if (chainId !== chain.chainId) {
    throw new ChainReplacedError(`the endpoint serves chain ${chainId} instead of ${chain.chainId}`);
  }
  const counted = head.minedNonces;
  if (highestNonce !== null && counted > highestNonce + 1 + MAX_FOREIGN_NONCES) {
    throw new ImplausibleNonceError(
      `the chain counts ${counted} transactions of ${chain.address}, ${highestNonce + 1} are known`,
    );
  }
}

/** Whether the endpoint serves the chain that the settings name. Silence may pass; another chain is a mistake in the settings. */
export interface ChainIdWatchOptions {
  readonly log: Pick<Log, "error" | "info">;
  readonly readiness: Pick<Readiness, "hold">;
  /** Ends the watch. */
  readonly signal: AbortSignal;
}

/**
 * Asks until the endpoint serves the chain; the service is not ready while it serves another. Later changes stop the anchoring
 * alone (`verifyChainIdentity`).
 *
 * @returns after the first answer or failure. Never rejects.
 */
export function watchChainId(chain: Chain, options: ChainIdWatchOptions): Promise<void> {
  return new Promise((resolve) => {
    void askChainId(chain, options, resolve).finally(resolve);
  });
}

async function askChainId(
  chain: Chain,
  { log, readiness, signal }: ChainIdWatchOptions,
  onWait: () => void,
): Promise<void> {
  const { chainId } = chain;
  const subject = `chain ${chainId}`;
  let told = false;
  const refuse = (reason: string, served?: number) => {
    readiness.hold(subject, reason);
    if (!told) log.error({ chainId, served }, `${reason}: nothing is anchored, and the service is not ready`);
    told = true;
    throw new ChainReplacedError(reason);
  };
  const look = async () => {
    const served = await chain.source.fetchChainId().catch((error: unknown) => {
      if (!(error instanceof EndpointsDisagreeError)) throw error;
      return refuse(`not all endpoints serve chain ${chainText(chainId)}`);
    });
    if (served === chainId) return;
    refuse(`an endpoint serves chain ${chainText(served)} instead of ${chainText(chainId)}`, served);
  };
  const mayPass = (error: unknown): error is Error =>
    [ChainReplacedError, SourceError, ChainUnavailableError].some((type) => error instanceof type);
  try {
    await retry(look, { mayPass, onWait, signal });
  } catch (error) {
    if (!signal.aborted) log.error({ err: error, chainId }, "the endpoint's chain id cannot be asked");
    return;
  }
  readiness.hold(subject, null);
  if (told) log.info({ chainId }, "the endpoint serves the chain of the settings");
}
