/** Documents and epoch files of headers. */

import type { ServerRoute } from "@hapi/hapi";
import {
  type BitcoinNetwork,
  CHECKPOINTS,
  type Checkpoints,
  EPOCH_BLOCKS,
  encodeEpochFile,
  encodeHeaders,
  epochOfHeight,
  HEADER_BYTES,
  MAX_HEADERS,
  MIN_RUN_SUCCESSORS,
  type PlacedHeader,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { ApiError } from "../errors.js";
import type { BlockHeaderStore } from "../records/records.js";
import { InconsistentProofError } from "../resources/portable-proof.js";
import { firstHeight, headersOf, isComplete, networkOf, nextHeight, runOfEpoch } from "./bitcoin.js";

// /**
// The headers that prove a block to be in the main chain, as `svc-bitcoin-headers/1` (docs/formats/bitcoin-headers.md). They
// were checked before they were stored. Their links are checked again here, so that a damaged store causes an error.

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

/** Headers of consecutive blocks, as `svc-bitcoin-headers/1`. */
export interface HeaderDocument {
  readonly firstHeight: number;
  readonly lastHeight: number;
  readonly json: string;
}

/**
 * As few documents as possible that prove blocks of these heights; that of the first height comes first. Heights whose
 * headers are not collected yet are left out.
 *
 * @throws InconsistentProofError when stored headers do not follow from one another.
 */
export async function headerDocuments(
  blockHeaders: BlockHeaderStore,
  heights: readonly number[],
): Promise<HeaderDocument[]> {
  const [first] = heights;
  const documents: HeaderDocument[] = [];
  const documentOf = (height: number) =>
    documents.findIndex(({ firstHeight, lastHeight }) => firstHeight <= height && height <= lastHeight);
  for (const height of widestFirst(heights)) {
    if (documentOf(height) >= 0) continue;
    const issued = await issueHeaders(blockHeaders, height);
    if (issued === null) continue;
    const { firstHeight, lastHeight } = issued;
    documents.push({ firstHeight, lastHeight, json: issued.encode() });
  }
  const ofFirst = first === undefined ? -1 : documentOf(first);
  if (ofFirst > 0) documents.unshift(...documents.splice(ofFirst, 1));
  return documents;
}

/**
 * Up to the last checkpoint a run goes from its block onward, so that the lowest block's has the others of the epoch; beyond
 * it a run begins at the checkpoint, so that the highest block's has those below.
 */
function widestFirst(heights: readonly number[]): number[] {
  const { lastHeight } = CHECKPOINTS;
  const ascending = [...heights].sort((a, b) => a - b);
  const beyond = ascending.filter((height) => height > lastHeight);
  return [...ascending.filter((height) => height <= lastHeight), ...beyond.reverse()];
}

// `GET /verify/bitcoin/{epoch}.bin`: the headers of a whole difficulty epoch of Bitcoin, for anyone
// (docs/formats/bitcoin-headers.md, "Epoch files"). A file never changes, so it is served only once nothing can replace its
// headers: when a checkpoint ends it, or a hundred collected blocks follow it.

/** Below the page of the verifier, which asks for them at its own address. */
const FOLDER = "/verify/bitcoin";
/** No reorganisation of Bitcoin went as deep: its own rules lock a miner's reward for as long. */
const SETTLED_BLOCKS = 100;
/** 3 MB: the epochs of a year and more. */
const MAX_KEPT_FILES = 32;

const FILE_NAME = /^(0|[1-9][0-9]{0,5})\.bin$/;

interface EpochFile {
  readonly tag: string;
  readonly bytes: Buffer;
}

/** Whether a path is one of these files', whether there is such a file or not. */
export function isEpochFilePath(path: string): boolean {
  return path.startsWith(`${FOLDER}/`);
}

/** @param checkpoints of the service's own verifier. */
export function epochFileRoute(
  blockHeaders: BlockHeaderStore,
  checkpoints: Checkpoints = CHECKPOINTS,
): ServerRoute {
  const kept = new Map<number, EpochFile>();
  const fileOf = async (epoch: number): Promise<EpochFile | null> => {
    const known = kept.get(epoch);
    if (known !== undefined) return known;
    const file = await readFile(blockHeaders, epoch, checkpoints);
    if (file === null) return null;
    kept.set(epoch, file);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT_FILES) kept.delete(oldest!);
    return file;
  };
  return {
    method: "GET",
    path: `${FOLDER}/{file}`,
    handler: async (request, h) => {
      const [, number] = FILE_NAME.exec(String(request.params["file"])) ?? [];
      const file = number === undefined ? null : await fileOf(Number(number));
      if (file === null) throw new ApiError("not_found", "there is no such file, or not yet");
      const cacheControl = "public, max-age=31536000, immutable";
      const unchanged = h.entity({ etag: file.tag });
      if (unchanged !== undefined) return unchanged.header("cache-control", cacheControl);
      return h.response(file.bytes).type("application/octet-stream").header("cache-control", cacheControl);
    },
  };
}

/** Null unless the epoch is over, settled and Bitcoin's. */
async function readFile(
  blockHeaders: BlockHeaderStore,
  epoch: number,
  checkpoints: Checkpoints,
): Promise<EpochFile | null> {
  const run = runOfEpoch(await blockHeaders.find(epoch));
  if (!isComplete(run)) return null;
  const last = firstHeight(epoch + 1) - 1;
  const headers = headersOf(epoch, run, firstHeight(epoch), last).map(({ header }) => header);
  if (networkOf(headers[0]!.bits) !== "bitcoin") return null;
  const { hash } = headers.at(-1)!;
  const known = checkpoints.has(last, hash);
  if (known === false) return null;
  if (known === null) {
    const after = await blockHeaders.find(epoch + 1);
    if (after.length < SETTLED_BLOCKS * HEADER_BYTES) return null;
  }
  try {
    return { tag: `${epoch}-${bytesToHex(hash, 0, 16)}`, bytes: Buffer.from(encodeEpochFile(headers)) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new InconsistentProofError(`the stored headers of epoch ${epoch} are inconsistent`);
  }
}
