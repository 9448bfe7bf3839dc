/**
 * `GET /verify/bitcoin/{epoch}.bin`: the headers of a whole difficulty epoch of Bitcoin, for anyone
 * (docs/formats/bitcoin-headers.md, "Epoch files"). A file never changes, so it is served only once nothing can replace its
 * headers: when a checkpoint ends it, or a hundred collected blocks follow it.
 */
import type { ServerRoute } from "@hapi/hapi";
import { CHECKPOINTS, type Checkpoints, encodeEpochFile, HEADER_BYTES } from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { ApiError } from "../api-error.js";
import type { BlockHeaderStore } from "../records/records.js";
import { InconsistentProofError } from "../resources/issue-portable-proof.js";
import { firstHeight, headersOf, isComplete, networkOf, runOfEpoch } from "./header-run.js";

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
