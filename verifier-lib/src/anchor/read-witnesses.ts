/** Opens the witnesses that were given, and finds the one of each anchor. */
import { FormatError } from "@svc-proof/shared/encoding";
import type { PortableAnchor } from "@svc-proof/shared/proof";
import { type EvmWitness, parseEvmWitness } from "../evm/evm-witness.js";
import { openWitness, type WitnessedTransaction, type WitnessFault } from "../evm/open-witness.js";
import type { CheckCode } from "../report/codes.js";
import type { Evidence } from "../report/report.js";
import type { Work } from "../work/work.js";

export interface GivenWitness {
  readonly bytes: Uint8Array | string;
  /** The chain in the name of its entry; null if it has no name. */
  readonly chainId: number | null;
}

/** A witness that was read. */
export type ReadWitness = HoldingWitness | FaultyWitness;

/** A witness that proves its transaction to be in its block. */
export interface HoldingWitness {
  readonly witness: EvmWitness;
  readonly transaction: WitnessedTransaction;
  readonly fault: null;
}

/** A witness that proves nothing. */
export interface FaultyWitness {
  /** Null if the document is malformed. */
  readonly witness: EvmWitness | null;
  readonly transaction: null;
  readonly fault: { readonly code: CheckCode; readonly evidence: Evidence };
}

/** @throws FormatError `work_limit_exceeded`; what aborted the work. */
export async function readWitnesses(
  given: readonly GivenWitness[],
  work: Work,
): Promise<readonly ReadWitness[]> {
  const read: ReadWitness[] = [];
  for (const one of given) {
    await work.pause();
    read.push(readWitness(one, work));
  }
  return read;
}

export function readWitness({ bytes, chainId }: GivenWitness, work: Work): ReadWitness {
  let witness: EvmWitness | null = null;
  try {
    witness = parseEvmWitness(bytes, { work });
    if (chainId !== null && witness.chainId !== chainId) {
      const message = `the witness is of chain ${witness.chainId}, its name is of chain ${chainId}`;
      throw new FormatError<WitnessFault>("witness_chain_mismatch", message, 0);
    }
    return { witness, transaction: openWitness(witness, { work }), fault: null };
  } catch (error) {
    if (!(error instanceof FormatError) || error.code === "work_limit_exceeded") throw error;
    const { code, offset, pointer, message } = error;
    return {
      witness,
      transaction: null,
      fault: { code: code as CheckCode, evidence: { offset, pointer, message } },
    };
  }
}

/**
 * The witness of each anchor; null for an anchor without one.
 *
 * A witness of the anchor's chain that is neither its own nor another anchor's is its witness too, and contradicts it.
 */
export function assignWitnesses(
  anchors: readonly Pick<PortableAnchor, "chain_id" | "tx_hash">[],
  witnesses: readonly ReadWitness[],
): readonly (ReadWitness | null)[] {
  const isOf = ({ transaction }: ReadWitness, { chain_id, tx_hash }: (typeof anchors)[number]) =>
    transaction?.chainId === chain_id && transaction.transaction.hash === tx_hash;
  const strays = witnesses.filter((witness) => !anchors.some((anchor) => isOf(witness, anchor)));
  return anchors.map(
    (anchor) =>
      strays.find(({ witness }) => witness?.chainId === anchor.chain_id) ??
      witnesses.find((witness) => isOf(witness, anchor)) ??
      null,
  );
}
