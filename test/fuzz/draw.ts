import { randomBytes } from "./random-bytes.js";

/** Random choices: the same in every run with one seed. */
export interface Draw {
  /** An integer from 0, below `end`. */
  below(end: number): number;
  pick<Item>(items: readonly Item[]): Item;
  bytes(length: number): Uint8Array;
}

export function drawOf(seed: number): Draw {
  const next = randomBytes(seed);
  const below = (end: number) => ((next() << 16) | (next() << 8) | next()) % end;
  return {
    below,
    pick: (items) => items[below(items.length)]!,
    bytes: (length) => Uint8Array.from({ length }, next),
  };
}
