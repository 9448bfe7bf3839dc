/** What is found out of one Bitcoin attestation. */
import type { BlockHeader, HeaderFault, RunStart } from "@svc-proof/shared/bitcoin";
import type { CheckCode } from "../report/codes.js";
import type { SourceErrorCode } from "../source/source-error.js";

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
