/** Tables as they were when fewer epochs were over. */
import { Checkpoints } from "@svc-proof/shared/bitcoin";
import { CHECKPOINT_HASHES, EPOCH_TARGETS } from "../shared/src/bitcoin/checkpoint-table.js";

const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, "base64"));

/** The first epochs of the shipped table, encoded as it is. Replaces the module `checkpoint-table` in a test. */
export function tableUpTo(lastHeight: number): Record<"CHECKPOINT_HASHES" | "EPOCH_TARGETS", string> {
  const epochs = (lastHeight + 1) / 2016;
  const first = (base64: string, bytes: number) =>
    Buffer.from(bytesOf(base64).subarray(0, bytes)).toString("base64");
  return {
    CHECKPOINT_HASHES: first(CHECKPOINT_HASHES, 16 * epochs),
    EPOCH_TARGETS: first(EPOCH_TARGETS, 4 * (epochs + 1)),
  };
}

export function checkpointsUpTo(lastHeight: number): Checkpoints {
  const table = tableUpTo(lastHeight);
  return new Checkpoints({
    hashes: bytesOf(table.CHECKPOINT_HASHES),
    targets: bytesOf(table.EPOCH_TARGETS),
  });
}
