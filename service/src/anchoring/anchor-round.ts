/**
 * One round over all unconfirmed batches: each advances by one step. See docs/design/anchoring.md.
 *
 * The round has no state of its own: it reads the store and the chain, so it can stop anywhere and be repeated by
 * this process or the next. These rules keep it safe:
 *
 * 1. an attempt is stored before it is sent, so none is lost;
 * 2. all attempts of a batch use the same nonce, so the chain accepts at most one;
 * 3. a batch gets another nonce only when a transaction other than its own attempts has used the first one, as deep
 *    in the chain as a confirmation;
 * 4. a state is stored only after the verifier passed the anchor;
 * 5. attempts and states are stored under a lease, so at most one of two instances decides: an instance that was
 *    paused beyond its lease cannot store, and an attempt that is not stored is not sent.
 */
import { anchorPayload } from "@svc-proof/shared/text";
import type { AnchorFees, BroadcastAnswer, Chain } from "../clients/chain/chain.js";
import type { RoundLog } from "../jobs/job-log.js";
import type { AnchorAttempt, BatchRecord, BatchStore, Inclusion, Lease } from "../store/store.js";
import { raisedFees } from "./anchor-fees.js";
import { fetchInclusion, verifyInclusion } from "./anchor-standing.js";
import { type ChainHead, fetchChainHead } from "./chain-head.js";
import { verifyChainIdentity } from "./chain-identity.js";

/**
 * Batches whose transactions wait for a block at the same time. Nodes guarantee 16 per account (geth,
 * core/txpool/legacypool: AccountSlots) and may drop further ones.
 */
const MAX_IN_FLIGHT = 16;

export interface AnchorRoundOptions {
  /** The lease under which the round runs. */
  readonly lease: Lease;
  /** Confirmations that an anchor needs, including its own block. */
  readonly confirmations: number;
  /** Time after which an attempt that is not in a block is replaced with higher fees. */
  readonly bumpAfterMs: number;
}

interface Round extends AnchorRoundOptions {
  readonly batches: BatchStore;
  readonly chain: Chain;
  readonly log: RoundLog;
  readonly head: ChainHead;
  /** The next nonce that no attempt has used. */
  freeNonce: number;
  /** The fees that the chain asks; fetched on first use. */
  asked?: Promise<AnchorFees>;
}

/**
 * Advances every unfinished batch by one step, in order.
 *
 * @throws ChainUnavailableError, SourceError, InsufficientFundsError, AnchorTooDearError, ChainReplacedError,
 *   ImplausibleNonceError, StoreUnavailableError, LeaseLostError: the round ends; the next one continues from the store.
 */
export async function runAnchorRound(
  batches: BatchStore,
  chain: Chain,
  log: RoundLog,
  options: AnchorRoundOptions,
): Promise<void> {
  const unfinished = await takeOwnBatches(batches, chain, log, options.lease);
  if (unfinished.length === 0) return;

  const { chainId, address } = chain;
  const lastConfirmed = await batches.lastConfirmed(chainId);
  const highestNonce = await batches.highestNonce(chainId, address);
  const lowestUnfinishedNonce = await batches.lowestUnfinishedNonce(chainId, address);
  const head = await fetchChainHead(chain);
  await verifyChainIdentity(chain, head, { lastConfirmed, highestNonce, lowestUnfinishedNonce });
  const freeNonce = Math.max(head.minedNonces, highestNonce === null ? 0 : highestNonce + 1);
  const round: Round = { ...options, batches, chain, log, head, freeNonce };

  let inFlight = 0;
  for (const batch of unfinished) {
    if (batch.state === "batched" && inFlight === MAX_IN_FLIGHT) continue;
    const attempts = await batches.attempts(batch.id);
    const advance = batch.state === "anchored" ? watchAnchored : anchor;
    if ((await advance(round, batch, attempts)) === "batched") inFlight++;
  }
}

/** The unfinished batches of this chain. Batches of another chain wait until the service runs on that chain again. */
async function takeOwnBatches(
  batches: BatchStore,
  chain: Chain,
  log: RoundLog,
  lease: Lease,
): Promise<readonly BatchRecord[]> {
  const unfinished = await batches.takeUnfinished(lease);
  const isForeign = ({ chainId }: BatchRecord) => chainId !== chain.chainId;
  for (const chainId of new Set(unfinished.filter(isForeign).map((batch) => batch.chainId))) {
    const count = unfinished.filter((batch) => batch.chainId === chainId).length;
    log.warnOnce(
      `chain ${chainId}`,
      { chainId, batches: count },
      "batches of another chain wait: they cannot be anchored on this one",
    );
  }
  return unfinished.filter((batch) => !isForeign(batch));
}

/** An anchored batch: confirmed when deep enough, back to `batched` when another block has replaced its own. */
async function watchAnchored(
  round: Round,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
): Promise<BatchRecord["state"]> {
  const { batches, chain, log } = round;
  const inclusion = batch.inclusion!;
  const block = await chain.source.fetchBlock(inclusion.blockNumber);
  // A node without the block lags behind: wait until its chain has that height again.
  if (block === null) return "anchored";
  // The block's hash commits to its transactions: if the block is there, so is the anchor.
  if (block.hash !== inclusion.blockHash) {
    if (!(await batches.markReorganised(round.lease, batch.id))) return batch.state;
    log.warn(
      {
        batch: batch.number,
        txHash: inclusion.txHash,
        blockNumber: inclusion.blockNumber,
        blockHash: inclusion.blockHash,
      },
      "chain reorganisation removed the block of an anchor; the batch is anchored again",
    );
    return anchor(round, { ...batch, state: "batched", inclusion: null }, attempts);
  }
  if (round.head.number - inclusion.blockNumber + 1 < round.confirmations) return "anchored";
  return confirm(round, batch, inclusion);
}

async function confirm(
  round: Round,
  batch: BatchRecord,
  inclusion: Inclusion,
): Promise<BatchRecord["state"]> {
  const { batches, chain, log } = round;
  const block = await verifyInclusion(chain, batch, inclusion, round.confirmations);
  if (block?.hash !== inclusion.blockHash) return "anchored";
  if (!(await batches.markConfirmed(round.lease, batch.id, block.hash))) return "anchored";
  log.info({ batch: batch.number, txHash: inclusion.txHash, blockNumber: block.number }, "batch confirmed");
  return "confirmed";
}

/** A batch without an anchor: anchored when an attempt is in a block; otherwise an attempt is pending afterwards. */
async function anchor(
  round: Round,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
): Promise<BatchRecord["state"]> {
  const last = attempts.at(-1);
  if (last === undefined) {
    await attempt(round, batch, round.freeNonce, await askedFees(round));
    return "batched";
  }
  const { batches, chain, log } = round;
  const inclusion = await fetchInclusion(chain, batch, attempts);
  if (inclusion !== null) {
    if (!(await batches.markAnchored(round.lease, batch.id, inclusion))) return "batched";
    const { txHash, blockNumber } = inclusion;
    log.info({ batch: batch.number, leafCount: batch.leafCount, txHash, blockNumber }, "batch anchored");
    return "anchored";
  }
  const isOurs = last.from === chain.address;
  const minedNonces = isOurs ? round.head.minedNonces : await chain.fetchNonce({ address: last.from });
  if (last.nonce < minedNonces) await replaceLostNonce(round, batch, attempts, last);
  else await keepUnderWay(round, batch, last);
  return "batched";
}

/**
 * The nonce is used, but no attempt is found in the chain. The batch gets another nonce only when the transaction that
 * used the first one is found deep in the chain and is not one of its attempts: a failed lookup proves nothing.
 */
async function replaceLostNonce(
  round: Round,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
  { from, nonce, txHash }: AnchorAttempt,
): Promise<void> {
  const { chain, log } = round;
  const deepBlock = round.head.number - round.confirmations + 1;
  if (deepBlock < 0 || (await chain.fetchNonce({ address: from, blockNumber: deepBlock })) <= nonce) return;
  const user = await chain.fetchNonceUser({ address: from, nonce, upToBlock: deepBlock });
  if (user === null || attempts.some((own) => own.txHash === user)) {
    log.warnOnce(
      txHash,
      { batch: batch.number, nonce, usedBy: user },
      "the nonce of an anchor is used, but no other transaction with it was found; the anchor waits",
    );
    return;
  }
  log.warn(
    { batch: batch.number, nonce, usedBy: user },
    "another transaction used the nonce of an anchor; the anchor gets a new nonce",
  );
  await attempt(round, batch, round.freeNonce, await askedFees(round));
}

/** The nonce is free: the chain must know the latest attempt, and its fees must be high enough. */
async function keepUnderWay(round: Round, batch: BatchRecord, last: AnchorAttempt): Promise<void> {
  const { chain, log } = round;
  const { txHash, nonce } = last;
  const known = (await chain.source.fetchTransaction(txHash)) !== null;
  const answer = known ? "known" : await send(round, batch, last);
  if (answer === "sent" || (answer === "known" && !known)) {
    log.warnOnce(
      txHash,
      { batch: batch.number, txHash },
      "the chain does not know an anchor; it is sent again",
    );
  }
  const waitedMs = Date.now() - last.createdAt.getTime();
  // Only the first anchor in line can enter a block; the others wait for it, not for higher fees.
  const stuck = waitedMs >= round.bumpAfterMs && nonce === round.head.minedNonces;
  // An attempt signed with a former key can be sent again but not replaced.
  if (last.from !== chain.address || (!stuck && answer !== "underpriced")) return;
  const asked = await askedFees(round);
  // An attempt rejected for another reason than its fees keeps the fees but must be signed again.
  const fees = raisedFees(last, asked) ?? (answer === "refused" ? asked : null);
  if (fees === null) return;
  log.warnOnce(
    txHash,
    { batch: batch.number, txHash, nonce },
    "an anchor is not in a block yet; it is replaced with the same nonce",
  );
  await attempt(round, batch, nonce, fees);
}

/** Signs, stores and sends an attempt, in this order. */
async function attempt(round: Round, batch: BatchRecord, nonce: number, fees: AnchorFees): Promise<void> {
  const { batches, chain, log } = round;
  const signed = await chain.sign({ payload: anchorPayload(batch.root), nonce, fees });
  const isNew = await batches.recordAttempt(round.lease, {
    ...signed,
    batchId: batch.id,
    createdAt: new Date(),
  });
  round.freeNonce = Math.max(round.freeNonce, nonce + 1);
  const answer = await send(round, batch, signed);
  if (isNew && answer !== "refused")
    log.info({ batch: batch.number, txHash: signed.txHash, nonce, answer }, "anchor sent");
}

/** Sends a stored attempt. The endpoint's reason for a rejection is not logged: its text is hostile. */
async function send(
  { chain, log }: Round,
  batch: BatchRecord,
  { txHash, nonce, raw }: Pick<AnchorAttempt, "txHash" | "nonce" | "raw">,
): Promise<BroadcastAnswer> {
  const answer = await chain.broadcast(raw);
  if (answer === "refused") {
    log.warnOnce(txHash, { batch: batch.number, txHash, nonce }, "the endpoint rejected an anchor");
  }
  return answer;
}

function askedFees(round: Round): Promise<AnchorFees> {
  round.asked ??= round.chain.estimateFees();
  return round.asked;
}
