/**
 * One round over the anchors of one chain: each advances by one step. See docs/design/anchoring.md.
 *
 * The round decides nothing from memory: it reads the store and the chain, so it can stop anywhere and be repeated by
 * this process or the next. These rules keep it safe:
 *
 * 1. an attempt is stored before it is sent, so none is lost;
 * 2. all attempts of a batch use the same nonce, so the chain accepts at most one;
 * 3. a batch gets another nonce only when a transaction other than its own attempts has used the first one, as deep
 *    in the chain as a confirmation, or the attempt that used it was reverted there;
 * 4. a state is stored only after the verifier passed the anchor;
 * 5. attempts and states are stored under a lease, so at most one of two instances decides: an instance that was
 *    paused beyond its lease cannot store, and an attempt that is not stored is not sent;
 * 6. a confirmed anchor whose block a reorganisation removed is reopened, and a nonce that became free before those of
 *    the anchors is filled: docs/design/anchoring.md, "Deep reorganisations".
 */

import { anchorPayload } from "@svc-proof/shared/text";
import {
  type AnchorFees,
  AnchorRevertsError,
  type BroadcastAnswer,
  type Chain,
  type SignedAnchor,
} from "../clients/chain.js";
import type { RoundLog } from "../log.js";
import type { BatchStore } from "../records/records.js";
import type {
  AnchorAttempt,
  BatchAnchor,
  BatchRecord,
  BatchState,
  Inclusion,
  Lease,
} from "../records/types.js";
import {
  type AnchorMemory,
  type ChainHead,
  type FeePolicy,
  fetchChainHead,
  MIN_RAISE_PERMILLE,
  NonceGaps,
  newAnchorMemory,
  raisedFees,
} from "./fees.js";
import {
  expectClockOf,
  fetchInclusion,
  type RefusedAttempt,
  verifyChainIdentity,
  verifyInclusion,
} from "./standing.js";
import { type AnchorWatch, reopenLost, type SentKind, watchBalance } from "./watch.js";

/**
 * Batches whose transactions wait for a block at the same time. Nodes guarantee 16 per account (geth,
 * core/txpool/legacypool: AccountSlots) and may drop further ones.
 */
const MAX_IN_FLIGHT = 16;

/** Time between two looks at a chain on which no batch waits, and between two looks at the balance. */
const LOOK_INTERVAL_MS = 60_000;

/** A batch whose transaction was reverted waits for the next one for the time of a replacement, doubled each time, up to a day. */
const MAX_WAIT_MS = 24 * 3_600_000;

/** The first so many of such batches get another transaction; while there are as many, no batch gets a first one. */
const MAX_REVERTED = 4;

const DEFAULT_FEES: FeePolicy = { raisePermille: MIN_RAISE_PERMILLE, maxFeePerGasWei: null };

export interface AnchorRoundOptions {
  /** The lease under which the round runs. */
  readonly lease: Lease;
  /** Confirmations that an anchor needs, including its own block. */
  readonly confirmations: number;
  /** Time after which an attempt that is not in a block is replaced with higher fees. */
  readonly bumpAfterMs: number;
  readonly fees?: FeePolicy;
  /** A balance below this is reported. */
  readonly lowBalanceWei?: bigint;
  /** The chains on which this service anchors. Default: this one. */
  readonly chainIds?: readonly number[];
  /** Time between two looks at the chain while no batch waits. */
  readonly lookIntervalMs?: number;
  readonly watch?: AnchorWatch;
  readonly memory?: AnchorMemory;
}

interface Round extends AnchorRoundOptions {
  readonly batches: BatchStore;
  readonly chain: Chain;
  readonly log: RoundLog;
  readonly head: ChainHead;
  readonly fees: FeePolicy;
  readonly gaps: NonceGaps;
  /** The next nonce that no attempt has used. */
  freeNonce: number;
  /** As in `AnchorsStanding`. */
  unexplained: number;
  /** Batches that had a transaction which was reverted, up to the one whose turn it is. */
  reverted: number;
  /** The chain would revert an anchor now. */
  reverts: AnchorRevertsError | null;
  /** The verifier does not accept an own transaction deep in the chain: it would not accept the next one either. */
  isRefused: boolean;
  /** The fees that the chain asks; fetched on first use. */
  asked?: Promise<AnchorFees>;
}

/** How a batch stands after its step; `refused`: its transaction is deep in the chain, and does not count. */
type Step = BatchState | "refused";

/** A batch and its anchor on the chain of the round. */
interface OwnBatch {
  readonly batch: BatchRecord;
  readonly anchor: BatchAnchor;
}

/**
 * Advances every unfinished anchor of a chain by one step, in the order of the batches.
 *
 * @throws ChainUnavailableError, SourceError, EndpointsDisagreeError, InsufficientFundsError, AnchorTooDearError,
 *   AnchorRevertsError, ChainReplacedError, ImplausibleNonceError, ClockApartError, StoreUnavailableError, LeaseLostError: the round ends; the next one
 *   continues from the store.
 */
export async function runAnchorRound(
  batches: BatchStore,
  chain: Chain,
  log: RoundLog,
  options: AnchorRoundOptions,
): Promise<void> {
  const { lease, watch, memory = newAnchorMemory(), lookIntervalMs = LOOK_INTERVAL_MS } = options;
  const { chainId, address } = chain;
  const take = () => takeOwnBatches(batches, chain, log, options);
  let unfinished = await take();
  const isLookDue = performance.now() >= memory.nextLookAtMs;
  if (unfinished.length === 0 && !isLookDue) {
    watch?.stands(chainId, { reopened: 0, gaps: 0, unexplained: 0 });
    return;
  }
  const highestNonce = await batches.highestNonce(chainId, address);
  const head = await fetchChainHead(chain);
  await verifyChainIdentity(chain, head, highestNonce);
  if ((await reopenLost({ batches, chain, log, lease, watch, memory })) > 0) unfinished = await take();
  if (isLookDue) {
    await watchBalance(chain, log, options.lowBalanceWei ?? 0n, { memory, watch });
    memory.nextLookAtMs = performance.now() + lookIntervalMs;
  }

  const freeNonce = Math.max(head.minedNonces, highestNonce === null ? 0 : highestNonce + 1);
  const { fees = DEFAULT_FEES } = options;
  const gaps = new NonceGaps(chain, head.minedNonces);
  const round: Round = {
    ...options,
    batches,
    chain,
    log,
    head,
    fees,
    gaps,
    freeNonce,
    unexplained: 0,
    reverted: 0,
    reverts: null,
    isRefused: false,
  };
  let inFlight = 0;
  const waiting: BatchRecord[] = [];
  for (const own of unfinished) {
    if (own.anchor.state === "batched" && inFlight === MAX_IN_FLIGHT) {
      waiting.push(own.batch);
      continue;
    }
    const attempts = await attemptsOf(round, own.batch);
    gaps.see(attempts);
    const advance = own.anchor.state === "anchored" ? watchAnchored : anchor;
    if ((await advance(round, own, attempts)) === "batched") inFlight++;
  }
  const filled = await fillGaps(round, waiting, memory);
  watch?.stands(chainId, {
    reopened: unfinished.filter(({ anchor }) => anchor.reopened).length,
    gaps: filled,
    unexplained: round.unexplained,
  });
  if (round.reverts !== null) throw round.reverts;
}

/** The unfinished batches of this chain. Batches of another chain wait until the service runs on that chain again. */
async function takeOwnBatches(
  batches: BatchStore,
  { chainId }: Chain,
  log: RoundLog,
  { lease, chainIds = [chainId] }: AnchorRoundOptions,
): Promise<readonly OwnBatch[]> {
  const unfinished = await batches.takeUnfinished(lease);
  const open = unfinished.flatMap(({ anchors }) => anchors.filter(({ state }) => state !== "confirmed"));
  const foreign = open.filter((anchor) => !chainIds.includes(anchor.chainId));
  for (const id of new Set(foreign.map((anchor) => anchor.chainId))) {
    const count = foreign.filter((anchor) => anchor.chainId === id).length;
    log.warnOnce(
      `chain ${id}`,
      { chainId: id, batches: count },
      "batches of another chain wait: they cannot be anchored on this one",
    );
  }
  return unfinished.flatMap((batch) =>
    batch.anchors
      .filter((anchor) => anchor.chainId === chainId && anchor.state !== "confirmed")
      .map((anchor) => ({ batch, anchor })),
  );
}

async function attemptsOf({ batches, chain }: Round, batch: BatchRecord): Promise<readonly AnchorAttempt[]> {
  const attempts = await batches.attempts(batch.id);
  return attempts.filter(({ chainId }) => chainId === chain.chainId);
}

/** An anchored batch: confirmed when deep enough, back to `batched` when another block has replaced its own. */
async function watchAnchored(
  round: Round,
  { batch, anchor: standing }: OwnBatch,
  attempts: readonly AnchorAttempt[],
): Promise<Step> {
  const { batches, chain, log } = round;
  const inclusion = standing.inclusion!;
  const block = await chain.source.fetchBlock(inclusion.blockNumber);
  // A node without the block lags behind: wait until its chain has that height again.
  if (block === null) return "anchored";
  // The block's hash commits to its transactions: if the block is there, so is the anchor.
  if (block.hash !== inclusion.blockHash) {
    if (!(await batches.markReorganised(round.lease, batch.id, chain.chainId))) return standing.state;
    log.warn(
      {
        batch: batch.number,
        txHash: inclusion.txHash,
        blockNumber: inclusion.blockNumber,
        blockHash: inclusion.blockHash,
      },
      "chain reorganisation removed the block of an anchor; the batch is anchored again",
    );
    return anchor(round, { batch, anchor: { ...standing, state: "batched", inclusion: null } }, attempts);
  }
  round.gaps.settle(attempts, inclusion.txHash);
  if (round.head.number - inclusion.blockNumber + 1 < round.confirmations) return "anchored";
  return confirm(round, batch, inclusion);
}

async function confirm(round: Round, batch: BatchRecord, inclusion: Inclusion): Promise<BatchState> {
  const { batches, chain, log } = round;
  const { found: block, refused } = await verifyInclusion(chain, batch, inclusion, round.confirmations);
  if (block?.hash !== inclusion.blockHash) {
    const { txHash } = inclusion;
    const message = "the verifier does not confirm an anchor that is deep enough; it is asked again";
    log.warnOnce(txHash, { batch: batch.number, txHash, refused }, message);
    return "anchored";
  }
  // On chains whose headers do not bind it, the time of a block is the endpoint's word, which may have been another before.
  if (block.timestamp * 1_000 !== inclusion.blockTimestamp.getTime()) {
    log.warn(
      { batch: batch.number, txHash: inclusion.txHash, blockNumber: block.number },
      "the time of an anchor's block is another than before; it is taken anew",
    );
    return (await batches.markReorganised(round.lease, batch.id, chain.chainId)) ? "batched" : "anchored";
  }
  if (!(await batches.markConfirmed(round.lease, batch.id, chain.chainId, block.hash))) return "anchored";
  log.info({ batch: batch.number, txHash: inclusion.txHash, blockNumber: block.number }, "batch confirmed");
  return "confirmed";
}

/** A batch without an anchor: anchored when an attempt is in a block; otherwise an attempt is pending afterwards. */
async function anchor(round: Round, { batch }: OwnBatch, attempts: readonly AnchorAttempt[]): Promise<Step> {
  const last = attempts.at(-1);
  if (last === undefined) {
    if (round.isRefused || round.reverted >= MAX_REVERTED) return "batched";
    await attempt(round, batch, { nonce: round.freeNonce, fees: await askedFees(round), kind: "first" });
    return "batched";
  }
  const { batches, chain, log } = round;
  const { found, refused } = await fetchInclusion(chain, batch, attempts);
  if (found !== null) {
    if (!(await batches.markAnchored(round.lease, batch.id, chain.chainId, found))) return "batched";
    round.gaps.settle(attempts, found.txHash);
    const { txHash, blockNumber } = found;
    log.info({ batch: batch.number, leafCount: batch.leafCount, txHash, blockNumber }, "batch anchored");
    return "anchored";
  }
  if (refused?.code === "transaction_reverted") round.reverted++;
  const { from, nonce } = last;
  const isOurs = from === chain.address;
  const minedNonces = isOurs ? round.head.minedNonces : await chain.fetchNonce({ address: from });
  if (nonce >= minedNonces) await keepUnderWay(round, batch, last);
  else if (refused?.attempt.nonce === nonce && refused.attempt.from === from)
    return replaceIfReverted(round, batch, attempts, refused);
  else await replaceLostNonce(round, batch, attempts);
  return "batched";
}

/**
 * The nonce is used by an attempt that does not count. If it was reverted, as deep in the chain as a confirmation, the batch gets
 * another nonce, later each time. If the verifier does not accept it, nothing better can be sent.
 */
async function replaceIfReverted(
  round: Round,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
  { attempt: { txHash, nonce }, blockNumber, code }: RefusedAttempt,
): Promise<Step> {
  const { chain, log, head, confirmations, bumpAfterMs } = round;
  if (head.number - blockNumber + 1 < confirmations) return "batched";
  round.unexplained++;
  const fields = { batch: batch.number, nonce, txHash, refused: code };
  if (code !== "transaction_reverted") {
    // The times of other blocks may be right.
    const isAlone = code === "block_time_implausible";
    const others = isAlone ? "" : ", and no other batch is anchored there";
    const message = `the verifier does not accept the transaction of an anchor, which is deep in the chain; it waits${others}`;
    log.errorOnce(txHash, fields, message);
    round.isRefused ||= !isAlone;
    return "refused";
  }
  const message = "the chain reverted the transaction of an anchor; it gets another one, later each time";
  log.errorOnce(txHash, fields, message);
  const nonces = new Set(attempts.map((own) => `${own.from} ${own.nonce}`)).size;
  const waitMs = Math.max(bumpAfterMs, Math.min(MAX_WAIT_MS, bumpAfterMs * 2 ** (nonces - 1)));
  const isDue = agedMs(attempts.at(-1)!) >= waitMs && round.reverted <= MAX_REVERTED;
  if (!isDue) return "refused";
  const { refused } = await verifyInclusion(chain, batch, { txHash, blockNumber }, confirmations);
  if (refused !== code) return "refused";
  const fees = await askedFees(round);
  return (await attempt(round, batch, { nonce: round.freeNonce, fees, kind: "replacement" }))
    ? "batched"
    : "refused";
}

/** Ahead of the clock, which was set back since, the time of an attempt says as little as a time long ago. */
function agedMs({ createdAt }: AnchorAttempt): number {
  return Math.abs(Date.now() - createdAt.getTime());
}

/**
 * The nonce is used, but no attempt is found in the chain. The batch gets another nonce only when the transaction that
 * used the first one is found deep in the chain and is not one of its attempts: a failed lookup proves nothing.
 *
 * @param attempts at least one.
 */
async function replaceLostNonce(
  round: Round,
  batch: BatchRecord,
  attempts: readonly AnchorAttempt[],
): Promise<void> {
  const { chain, log } = round;
  const { from, nonce, txHash } = attempts.at(-1)!;
  const deepBlock = round.head.number - round.confirmations + 1;
  if (deepBlock < 0 || (await chain.fetchNonce({ address: from, blockNumber: deepBlock })) <= nonce) return;
  const user = await chain.fetchNonceUser({ address: from, nonce, upToBlock: deepBlock });
  if (user === null || attempts.some((own) => own.txHash === user)) {
    round.unexplained++;
    log.errorOnce(
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
  await attempt(round, batch, { nonce: round.freeNonce, fees: await askedFees(round), kind: "replacement" });
}

/** The nonce is free: the chain must know the latest attempt, and its fees must be high enough. */
async function keepUnderWay(round: Round, batch: BatchRecord, last: AnchorAttempt): Promise<void> {
  const { chain, log } = round;
  const { txHash, nonce } = last;
  const known = (await chain.source.fetchTransaction(txHash)) !== null;
  const answer = known ? "known" : await send(round, batch, last, "again");
  if (answer === "sent" || (answer === "known" && !known)) {
    log.warnOnce(
      txHash,
      { batch: batch.number, txHash },
      "the chain does not know an anchor; it is sent again",
    );
  }
  // Only the first anchor in line can enter a block; the others wait for it, not for higher fees.
  const stuck = agedMs(last) >= round.bumpAfterMs && nonce === round.head.minedNonces;
  // An attempt signed with a former key can be sent again but not replaced.
  if (last.from !== chain.address || (!stuck && answer !== "underpriced")) return;
  const asked = await askedFees(round);
  // An attempt rejected for another reason than its fees keeps the fees but must be signed again.
  const fees = raisedFees(last, asked, round.fees) ?? (answer === "refused" ? asked : null);
  if (fees === null) return;
  log.warnOnce(
    txHash,
    { batch: batch.number, txHash, nonce },
    "an anchor is not in a block yet; it is replaced with the same nonce",
  );
  await attempt(round, batch, { nonce, fees, kind: "replacement" });
}

/** Signs, stores and sends an attempt, in this order. @returns false when the chain would revert it: the other batches go on. */
async function attempt(
  round: Round,
  batch: BatchRecord,
  { nonce, fees, kind }: { readonly nonce: number; readonly fees: AnchorFees; readonly kind: SentKind },
): Promise<boolean> {
  const { batches, chain, log } = round;
  let signed: SignedAnchor;
  try {
    signed = await chain.sign({ payload: anchorPayload(batch.root), nonce, fees });
  } catch (error) {
    if (!(error instanceof AnchorRevertsError)) throw error;
    round.reverts = error;
    return false;
  }
  const stored = { ...signed, batchId: batch.id, chainId: chain.chainId, createdAt: new Date() };
  const isNew = await batches.recordAttempt(round.lease, stored);
  round.freeNonce = Math.max(round.freeNonce, nonce + 1);
  round.gaps.see([stored]);
  const answer = await send(round, batch, signed, kind);
  if (isNew && answer !== "refused")
    log.info({ batch: batch.number, txHash: signed.txHash, nonce, answer }, "anchor sent");
  return true;
}

/** Sends a stored attempt. The endpoint's reason for a rejection is not logged: its text is hostile. */
async function send(
  { chain, log, watch }: Round,
  batch: BatchRecord,
  { txHash, nonce, raw }: Pick<AnchorAttempt, "txHash" | "nonce" | "raw">,
  kind: SentKind,
): Promise<BroadcastAnswer> {
  const answer = await chain.broadcast(raw);
  if (answer === "sent") watch?.sent(chain.chainId, kind);
  if (answer === "refused") {
    log.warnOnce(txHash, { batch: batch.number, txHash, nonce }, "the endpoint rejected an anchor");
  }
  return answer;
}

/**
 * Fills free nonces before those of the anchors, which no attempt will use, with empty transactions: otherwise the
 * anchors would wait forever. They are not stored: if one is lost, the nonce is free and filled again.
 *
 * @returns how many nonces are free.
 */
async function fillGaps(
  round: Round,
  waiting: readonly BatchRecord[],
  { fillers }: AnchorMemory,
): Promise<number> {
  const { chain, log, gaps, watch } = round;
  if (gaps.find().length > 0) {
    for (const batch of waiting) gaps.see(await attemptsOf(round, batch));
  }
  const free = gaps.find();
  for (const { nonce, offered } of free) {
    log.errorOnce(
      `nonce ${nonce}`,
      { chainId: chain.chainId, nonce },
      "a nonce before those of the anchors is free, and nothing will use it: an endpoint was wrong, or a deep reorganisation removed a transaction; an empty transaction fills it",
    );
    const former = fillers.get(nonce);
    const asked = await askedFees(round);
    const isStuck = former !== undefined && performance.now() - former.sentAtMs >= round.bumpAfterMs;
    const last = former?.fees ?? offered;
    const raised = last === null ? asked : raisedFees(last, asked, round.fees);
    const fees = former === undefined || isStuck ? (raised ?? last ?? asked) : former.fees;
    const { raw } = await chain.sign({ payload: null, nonce, fees });
    const answer = await chain.broadcast(raw);
    if (answer === "sent") watch?.sent(chain.chainId, "filler");
    if (answer === "underpriced" && raised !== null)
      fillers.set(nonce, { fees: raised, sentAtMs: Number.NEGATIVE_INFINITY });
    else if (former === undefined || isStuck) fillers.set(nonce, { fees, sentAtMs: performance.now() });
  }
  for (const nonce of fillers.keys()) {
    if (!free.some((gap) => gap.nonce === nonce)) fillers.delete(nonce);
  }
  return free.length;
}

/** What is asked before anything is paid for. @throws ClockApartError */
function askedFees(round: Round): Promise<AnchorFees> {
  const { chain, head } = round;
  round.asked ??= expectClockOf(chain, head.number).then(() => chain.estimateFees());
  return round.asked;
}
