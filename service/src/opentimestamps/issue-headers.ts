/**
 * The headers that prove a block to be in the main chain: `svc-bitcoin-headers/1` from that block on, as far as
 * collected (docs/formats/bitcoin-headers.md). They were checked before they were stored. Their links are checked again
 * here, so that a damaged store causes an error.
 */
import { type BitcoinNetwork, encodeHeaders, MAX_TARGET, targetOfBits } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import type { BlockHeaderStore } from "../store/store.js";
import { COMPLETE_RUN_BYTES, epochOf, headersFrom, nextHeight } from "./header-run.js";

/** Headers of consecutive blocks to write. */
export interface IssuedHeaders {
  /** Entity tag, unique to these headers: the last one's hash commits to all before it. */
  readonly tag: string;
  /** Whether they reach the checkpoint, so that none will be added. */
  readonly isComplete: boolean;
  /**
   * The document.
   *
   * @throws InconsistentProofError when they do not follow from one another.
   */
  encode(): string;
}

/** Null while the header of the block is not collected. */
export async function issueHeaders(
  blockHeaders: BlockHeaderStore,
  height: number,
): Promise<IssuedHeaders | null> {
  const epoch = epochOf(height);
  const run = await blockHeaders.find(epoch);
  const last = nextHeight(epoch, run) - 1;
  if (last < height) return null;
  const [end] = headersFrom(last, epoch, run);
  return {
    tag: `${height}-${bytesToHex(end!.header.hash, 0, 16)}`,
    isComplete: run.length === COMPLETE_RUN_BYTES,
    encode() {
      const headers = headersFrom(height, epoch, run).map(({ header }) => header);
      try {
        return encodeHeaders({ network: networkOf(headers[0]!.bits), height, headers });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new InconsistentProofError(`the stored headers of epoch ${epoch} are inconsistent`);
      }
    },
  };
}

/** Every regtest block has this target. It is easier than that of any block of Bitcoin's main chain. */
function networkOf(bits: number): BitcoinNetwork {
  const target = targetOfBits(bits);
  return target !== null && target <= MAX_TARGET ? "bitcoin" : "regtest";
}
