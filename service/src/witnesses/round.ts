/** The job `witness`. */

import { encodeEvmWitness } from "@svc-proof/verifier-lib/evm";
import { type Chain, ChainUnavailableError } from "../clients/chain.js";
import { type JobHost, type Jobs, type OutageKind, startLeasedJob } from "../jobs/job.js";
import { RoundLog } from "../log.js";
import type { Records } from "../records/records.js";
import type { BatchRecord, WitnessAbsence, WitnessStanding } from "../records/types.js";
import { untilAborted } from "../retry.js";
import {
  type AnchoredBlock,
  anchoredBlocks,
  headerDigest,
  isConfirmed,
  type NoWitness,
  type WitnessChain,
  witnessFault,
} from "./build-witness.js";

// One round over the blocks of anchors that have no witness yet: docs/design/anchoring.md, "Witnesses".
//
// The round has no state of its own: it compares batches with witnesses in the store, so it can stop anywhere and be
// repeated by this process or the next. The header of each witness becomes a stamp, which binds the block to Bitcoin. What it finds is stored for each block, a failure too, so that a block that
// cannot be had delays no other.

/** Batches read at once. */
const PAGE_BATCHES = 100;
/**
 * Blocks fetched in one round. The witnesses of all batches of a former version are made up for; they must not take
 * the endpoint's whole rate.
 */
const MAX_BLOCKS = 16;

const FIRST_RETRY_MS = 10_000;
const MAX_RETRY_MS = 3_600_000;
/** With the waits above: what may pass is tried for 16 hours, what follows from the chain's rules for half a minute. */
const MAX_TRIES: Readonly<Record<WitnessAbsence, number>> = {
  block_missing: 24,
  endpoint: 24,
  header_rules: 3,
  transactions: 3,
  refused: 3,
};

export interface WitnessRoundOptions {
  readonly store: Pick<Records, "batches" | "witnesses" | "stamps">;
  /** Those that the service has an endpoint of. */
  readonly chains: readonly WitnessChain[];
  readonly log: RoundLog;
  /** Receives what came of each look at a block. */
  readonly onLooked?: (result: "kept" | WitnessAbsence) => void;
  readonly signal: AbortSignal;
}

/**
 * Looks for the witnesses of up to 16 blocks: of unconfirmed batches first, then of all others, then of those that
 * were looked at in vain.
 *
 * @throws ChainUnavailableError, StoreUnavailableError, the signal's reason when aborted: another round continues from
 *   the store.
 */
export async function runWitnessRound(options: WitnessRoundOptions): Promise<void> {
  const round = new WitnessRound(options);
  await round.lookAt(await options.store.witnesses.unfinished());
  await round.lookAtConfirmed();
  await round.lookAgain();
}

class WitnessRound {
  readonly #options: WitnessRoundOptions;
  #blocksLeft = MAX_BLOCKS;

  constructor(options: WitnessRoundOptions) {
    this.#options = options;
  }

  /** @returns the batches, from the first on, of which every block was looked at. */
  async lookAt(batches: readonly BatchRecord[]): Promise<readonly BatchRecord[]> {
    const { witnesses } = this.#options.store;
    const blocks = batches.map(anchoredBlocks);
    const known = new Set((await witnesses.standings(blocks.flat())).map(keyOf));
    for (const [i, ofBatch] of blocks.entries()) {
      for (const block of ofBatch) {
        if (known.has(keyOf(block))) continue;
        if (this.#blocksLeft === 0) return batches.slice(0, i);
        await this.#look(block, 0);
      }
    }
    return batches;
  }

  /** Goes on from where all batches are done. A batch that is not confirmed may still get another block. */
  async lookAtConfirmed(): Promise<void> {
    const { witnesses } = this.#options.store;
    const former = await witnesses.progress();
    let done = former;
    for (let isMore = true; isMore; ) {
      const page = await witnesses.batchesAfter(done, PAGE_BATCHES);
      const end = page.findIndex((batch) => !isConfirmed(batch));
      const confirmed = end < 0 ? page : page.slice(0, end);
      const looked = await this.lookAt(confirmed).catch(async (error: unknown) => {
        if (done > former) await witnesses.advance(done);
        throw error;
      });
      done = looked.at(-1)?.number ?? done;
      isMore = looked.length === PAGE_BATCHES;
    }
    if (done > former) await witnesses.advance(done);
  }

  async lookAgain(): Promise<void> {
    const { batches, witnesses } = this.#options.store;
    if (this.#blocksLeft === 0) return;
    for (const standing of await witnesses.due(new Date(), this.#blocksLeft)) {
      const batch = await batches.find(standing.batchId);
      const block = batch && anchoredBlocks(batch).find((one) => keyOf(one) === keyOf(standing));
      if (block) await this.#look(block, standing.tries);
      // A reorganisation has moved the batch.
      else await witnesses.put({ ...standing, dueAt: null, document: null });
    }
  }

  async #look(block: AnchoredBlock, formerTries: number): Promise<void> {
    const { store, log, onLooked, signal } = this.#options;
    signal.throwIfAborted();
    this.#blocksLeft--;
    const { batchId, chainId, blockHash } = block;
    const place = { batchId, chainId, blockHash };
    const tries = formerTries + 1;
    const found = await this.#make(block);
    if (found instanceof Uint8Array) {
      // Before the witness is stored: after that, nobody would look at the block again.
      await store.stamps.request([headerDigest(found)]);
      await store.witnesses.put({ ...place, tries, absence: null, dueAt: null, document: found });
      log.info({ ...place, bytes: found.length }, "witness of an anchor kept");
      onLooked?.("kept");
      return;
    }
    const { absence, reason } = found;
    const dueAt = tries < MAX_TRIES[absence] ? new Date(Date.now() + retryMs(tries)) : null;
    await store.witnesses.put({ ...place, tries, absence, dueAt, document: null });
    onLooked?.(absence);
    // What may pass is logged once it is given up; an outage, by the loop of the job.
    const mayPass = absence === "block_missing" || found.error !== undefined;
    if (!mayPass || dueAt === null) {
      log.warnOnce(`chain ${chainId} ${absence}`, { ...place, absence, reason }, "an anchor has no witness");
    }
    if (found.error !== undefined) throw found.error;
  }

  async #make(block: AnchoredBlock): Promise<Uint8Array | (NoWitness & { readonly error?: Error })> {
    const chain = this.#options.chains.find(({ chainId }) => chainId === block.chainId);
    if (chain === undefined)
      return { absence: "endpoint", reason: "the service has no endpoint of this chain" };
    try {
      const { buildWitness } = await import("./build-witness.js");
      const made = await buildWitness(chain, block);
      if ("absence" in made) return made;
      const document = new TextEncoder().encode(encodeEvmWitness(made));
      const fault = witnessFault(document, block);
      return fault === null ? document : { absence: "refused", reason: fault };
    } catch (error) {
      if (!(error instanceof ChainUnavailableError)) throw error;
      return { absence: "endpoint", reason: error.message, error };
    }
  }
}

function keyOf({
  batchId,
  chainId,
  blockHash,
}: Omit<WitnessStanding, "absence" | "tries" | "dueAt">): string {
  return `${batchId} ${chainId} ${blockHash}`;
}

function retryMs(tries: number): number {
  return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (tries - 1));
}

/** The job that keeps a witness of each anchor. It runs in the one instance that holds its lease; the others stand by. */
const OUTAGES: readonly OutageKind[] = [
  { error: ChainUnavailableError, level: "warn", message: "the chain returned no usable answer" },
];

export interface WitnessJobOptions extends JobHost, Pick<WitnessRoundOptions, "onLooked"> {
  readonly store: Pick<Records, "batches" | "witnesses" | "stamps" | "leases">;
  readonly chains: readonly Chain[];
  /** Time between two looks for blocks without a witness. */
  readonly intervalMs: number;
}

export function startWitnessJob(options: WitnessJobOptions): Jobs {
  const { store, chains, intervalMs, onLooked } = options;
  const log = new RoundLog(options.log);
  return startLeasedJob(options, {
    name: "witness",
    intervalMs,
    outages: OUTAGES,
    run: async (_, signal) => {
      await runWitnessRound({
        store,
        chains: chains.map((chain) => abortable(chain, signal)),
        log,
        signal,
        ...(onLooked === undefined ? {} : { onLooked }),
      });
    },
  });
}

function abortable(chain: Chain, signal: AbortSignal): WitnessChain {
  return {
    chainId: chain.chainId,
    fetchWholeBlock: (hash) => untilAborted(() => chain.fetchWholeBlock(hash), signal),
    fetchRawTransaction: (hash) => untilAborted(() => chain.fetchRawTransaction(hash), signal),
  };
}
