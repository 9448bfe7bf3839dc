/**
/**
 * The headers that prove a block to be in the main chain, as `svc-bitcoin-headers/1` (docs/formats/bitcoin-headers.md). They
 * were checked before they were stored. Their links are checked again here, so that a damaged store causes an error.
 */
import {
  type BitcoinNetwork,
  CHECKPOINTS,
  type Checkpoints,
  EPOCH_BLOCKS,
  encodeHeaders,
  epochOfHeight,
  MAX_HEADERS,
  MIN_RUN_SUCCESSORS,
  type PlacedHeader,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import type { BlockHeaderStore } from "../records/records.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import { firstHeight, headersOf, isComplete, networkOf, nextHeight, runOfEpoch } from "./header-run.js";

/** Headers from the last checkpoint to the end of an epoch that fit in a package: four epochs, 400 kB there. */
const MAX_RUN_TO_END: number = 4 * EPOCH_BLOCKS;

/** Headers of consecutive blocks to write. */
export interface IssuedHeaders {
  readonly firstHeight: number;
  readonly lastHeight: number;
  /** Entity tag, unique to these headers: the last one's hash commits to all before it. */
  readonly tag: string;
  /** Whether they end at a checkpoint, so that none will be added. */
  readonly isFinal: boolean;
  /**
   * The document.
   *
   * @throws InconsistentProofError when they do not follow from one another.
   */
  encode(): string;
}

/**
 * A run that the service's own verifier takes for a proof, as short as possible: from the block to the checkpoint that ends its
 * epoch or, where there is none yet, from the last checkpoint through the block to the sixth after it. Once such an epoch is
 * over the run goes on to its end, unless that is far from the checkpoint: a later verifier knows that end as a checkpoint,
 * and needs a run that leads there.
 *
 * @param checkpoints of that verifier.
 * @returns null while the block's header is not collected.
 */
export async function issueHeaders(
  blockHeaders: BlockHeaderStore,
  height: number,
  { lastHeight }: Pick<Checkpoints, "lastHeight"> = CHECKPOINTS,
): Promise<IssuedHeaders | null> {
  const epoch = epochOfHeight(height);
  const run = runOfEpoch(await blockHeaders.find(epoch));
  const end = nextHeight(epoch, run) - 1;
  if (end < height) return null;
  const onward = headersOf(epoch, run, height, end);
  const network = networkOf(onward[0]!.header.bits);
  const isOver = isComplete(run);
  if (network === "regtest" || height <= lastHeight) {
    return issued(network, onward, network === "bitcoin" && isOver);
  }
  const start = lastHeight + 1;
  const enough = height + MIN_RUN_SUCCESSORS;
  const goesToEnd = isOver && end - start < MAX_RUN_TO_END;
  if (isOver && !goesToEnd && end - height < enough - start) return issued(network, onward, false);
  const whole = await headersBetween(blockHeaders, start, goesToEnd ? Math.max(end, enough) : enough);
  if (whole.length > height - start) return issued(network, whole, false);
  // The epochs in between are missing or too many. Readers may have them as files.
  return issued(network, isOver ? onward : headersOf(epoch, run, firstHeight(epoch), enough), false);
}

/** The stored headers of consecutive blocks, as far as there are some without a gap; none where they are too many. */
async function headersBetween(
  blockHeaders: BlockHeaderStore,
  from: number,
  to: number,
): Promise<readonly PlacedHeader[]> {
  if (to - from >= MAX_HEADERS) return [];
  const headers: PlacedHeader[] = [];
  for (let epoch = epochOfHeight(from); epoch <= epochOfHeight(to); epoch++) {
    headers.push(...headersOf(epoch, runOfEpoch(await blockHeaders.find(epoch)), from, to));
    if (from + headers.length < Math.min(to + 1, firstHeight(epoch + 1))) break;
  }
  return headers;
}

function issued(network: BitcoinNetwork, placed: readonly PlacedHeader[], isFinal: boolean): IssuedHeaders {
  const [first, last] = [placed[0]!, placed.at(-1)!];
  return {
    firstHeight: first.height,
    lastHeight: last.height,
    tag: `${first.height}-${bytesToHex(last.header.hash, 0, 16)}`,
    isFinal,
    encode() {
      try {
        return encodeHeaders({
          network,
          height: first.height,
          headers: placed.map(({ header }) => header),
        });
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        throw new InconsistentProofError(`the stored headers from block ${first.height} on are inconsistent`);
      }
    },
  };
}
