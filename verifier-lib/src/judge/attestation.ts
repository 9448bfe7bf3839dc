/** What an attestation of Bitcoin says, and how exactly. */

import {
  type BlockHeader,
  type HeaderFault,
  type JudgedHeader,
  MEDIAN_BLOCKS,
  provenTimesAfter,
  type RunStart,
} from "@svc-proof/shared/bitcoin";
import type { CheckCode } from "../report/codes.js";
import type { SourceErrorCode } from "../source/bounded-fetch.js";

// What is found out of one Bitcoin attestation.

/** A block height, and the Merkle root that a proof's operations lead to. */
export interface StatedBlock {
  readonly height: number;
  /** The message at the attestation, in a header's order; 32 bytes where it can be a root. */
  readonly message: Uint8Array;
}

/** The block that holds the root. */
export interface FoundBlock {
  readonly header: BlockHeader;
  /** How much later than it says the block may have been made. */
  readonly accuracySeconds: number;
  /** Bits of work of it and of the headers at hand that follow it. */
  readonly workBits: number;
  /** Headers at hand that follow it. */
  readonly successors: number;
  /** The checkpoint that proves it to be of the main chain. */
  readonly checkpointHeight: number | null;
  /** The checkpoint from which headers lead to it, if that and the work on top prove it; else null. */
  readonly start: RunStart | null;
}

/** Codes of what headers at hand, or a source, say of an attestation. */
export type AttestationVerdictCode = Extract<
  CheckCode,
  | "ok"
  | "bitcoin_proven_by_work"
  | HeaderFault
  | SourceErrorCode
  | "bitcoin_root_mismatch"
  | "bitcoin_block_off_chain"
  | "no_bitcoin_header"
  | "header_unproven"
  | "header_of_regtest"
  | "block_unknown_to_source"
  | "source_inconsistent"
  | "source_wrong_chain"
  | "sources_disagree"
  | "too_few_confirmations"
  | "header_run_missing"
  | "header_run_short"
>;

/**
 * `stands`: a block of the main chain at that height has that root. `contradicted`: the block at that height has
 * another. `open`: what is at hand cannot tell.
 */
export interface AttestationVerdict {
  readonly kind: "stands" | "contradicted" | "open";
  readonly code: AttestationVerdictCode;
  readonly block: FoundBlock | null;
  /** Whether a checkpoint decides it, so that nobody needs to be asked. */
  readonly isProven: boolean;
}

// How much later than it says a block of Bitcoin may have been made. docs/formats/opentimestamps.md has the argument.

/**
 * What is added to the time of a block of which nothing else is known, in seconds. No rule of consensus bounds how early a
 * time a miner writes, other than the median of the eleven blocks before, usually an hour earlier: people are shown the day.
 */
export const BITCOIN_ACCURACY_SECONDS = 7200;

/**
 * At least `BITCOIN_ACCURACY_SECONDS`, and up to what the blocks that follow show: each was made after this one. The clocks of
 * most of the next eleven are right if their median is; of fewer, one clock is enough, and the latest time counts.
 *
 * @returns seconds after the time in the header.
 */
export function bitcoinAccuracySeconds(judged: JudgedHeader): number {
  const after = provenTimesAfter(judged, MEDIAN_BLOCKS).toSorted((a, b) => a - b);
  const shown = after.length === MEDIAN_BLOCKS ? after[(MEDIAN_BLOCKS - 1) / 2] : after.at(-1);
  return Math.max(BITCOIN_ACCURACY_SECONDS, (shown ?? 0) - judged.header.time);
}
