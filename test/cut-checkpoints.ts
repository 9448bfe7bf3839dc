/** The shipped table of checkpoints as it was at an earlier time. */
import { Checkpoints } from "../shared/src/bitcoin/checkpoints.js";
import { CHECKPOINT_HASHES, EPOCH_TARGETS } from "../shared/src/bitcoin/checkpoint-table.js";
import { EPOCH_BLOCKS } from "../shared/src/bitcoin/retarget.js";

/** @param lastHeight the last block of an epoch. */
export function checkpointsUpTo(lastHeight: number): Checkpoints {
  const epochs = (lastHeight + 1) / EPOCH_BLOCKS;
  return new Checkpoints({
    hashes: Buffer.from(CHECKPOINT_HASHES, "base64").subarray(0, 16 * epochs),
    targets: Buffer.from(EPOCH_TARGETS, "base64").subarray(0, 4 * (epochs + 1)),
  });
}
