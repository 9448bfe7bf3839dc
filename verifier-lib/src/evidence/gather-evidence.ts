import { INPUT_LIMITS } from "../input-limits.js";
import { type RandomAccess, randomAccess, UnreadableInputError } from "../package/random-access.js";
import { FoundEvidence, UnreadPiece } from "./found-evidence.js";
import { type FoundPiece, foundPiece } from "./found-piece.js";

/** Larger files are no evidence that anything else could lead to. */
const MAX_PIECE_BYTES: number = Math.max(...Object.values(INPUT_LIMITS));

/**
 * Reads files that lie beside evidence once, for the option `found` of `verify`: OpenTimestamps files, seals, witnesses,
 * headers of Bitcoin, certificates, revocation data. What each is, its bytes decide. Anything else is left out.
 *
 * @param files in any order; equal ones count once.
 * @throws the reason of the signal if it aborts.
 *
 * @example
 * const found = await gatherEvidence([timestampFile, headersFile]);
 * const report = await verify(proofBytes, { found });
 */
export async function gatherEvidence(
  files: Iterable<Uint8Array | Blob | RandomAccess>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<FoundEvidence> {
  const pieces: FoundPiece[] = [];
  const open: RandomAccess[] = [];
  for (const file of files) {
    signal?.throwIfAborted();
    const access = randomAccess(file, signal);
    if (access.sizeBytes > MAX_PIECE_BYTES) continue;
    try {
      const piece = foundPiece(await access.read(0, access.sizeBytes));
      if (piece === null) continue;
      pieces.push(piece);
      open.push(access);
    } catch (error) {
      if (!(error instanceof UnreadableInputError)) throw error;
    }
  }
  return new FoundEvidence(pieces, async (i) => {
    try {
      return await open[i]!.read(0, open[i]!.sizeBytes);
    } catch (error) {
      if (error instanceof UnreadableInputError) throw new UnreadPiece(error.message);
      throw error;
    }
  });
}
