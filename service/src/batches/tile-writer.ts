/**
 * Turns a stream of leaves into tiles and a root, holding no more than one unfinished tile of each level.
 */
import { bytesToHex } from "@svc-proof/shared/encoding";
import { MAX_LEAVES, NODE_BYTES } from "@svc-proof/shared/merkle";
import type { Tile } from "../records/types.js";
import { foldTile, TILE_VALUES } from "./tile.js";

const TILE_BYTES = TILE_VALUES * NODE_BYTES;

/** One level under construction. */
interface Level {
  /** The tile that is being filled. */
  values: Uint8Array;
  filledBytes: number;
  /** Tiles already finished. */
  finished: number;
}

/** Builds the tiles of one batch from its leaves. */
export class TileWriter {
  readonly #levels: Level[] = [];
  #tiles: Tile[] = [];
  #leafCount = 0;

  get leafCount(): number {
    return this.#leafCount;
  }

  /**
   * Adds the next leaf.
   *
   * @param leaf 32 bytes, copied.
   * @throws RangeError when it is not 32 bytes, or the batch is full.
   */
  append(leaf: Uint8Array): void {
    if (leaf.length !== NODE_BYTES)
      throw new RangeError(`"leaf" expected 32 bytes, got length=${leaf.length}`);
    if (this.#leafCount === MAX_LEAVES) throw new RangeError(`a batch holds at most ${MAX_LEAVES} leaves`);
    this.#leafCount++;
    this.#push(0, leaf);
  }

  /** Tiles that were finished since the last call. */
  takeTiles(): readonly Tile[] {
    const tiles = this.#tiles;
    this.#tiles = [];
    return tiles;
  }

  /**
   * Ends the batch and completes its unfinished tiles.
   *
   * @returns the root, 64 lower-case hexadecimal characters.
   * @throws RangeError when no leaf was added.
   */
  end(): string {
    if (this.#leafCount === 0) throw new RangeError("a batch expected at least one leaf, got none");
    for (let number = 0; ; number++) {
      const { values, filledBytes, finished } = this.#levels[number]!;
      if (number > 0 && finished === 0 && filledBytes === NODE_BYTES)
        return bytesToHex(values, 0, NODE_BYTES);
      if (filledBytes > 0) this.#finish(number);
    }
  }

  #push(number: number, value: Uint8Array): void {
    this.#levels[number] ??= { values: new Uint8Array(TILE_BYTES), filledBytes: 0, finished: 0 };
    const level = this.#levels[number];
    level.values.set(value, level.filledBytes);
    level.filledBytes += NODE_BYTES;
    if (level.filledBytes === TILE_BYTES) this.#finish(number);
  }

  /** Makes a tile of a level's values and adds its root to the stored level above. */
  #finish(number: number): void {
    const level = this.#levels[number]!;
    const values = level.values.subarray(0, level.filledBytes);
    this.#tiles.push({ level: number, index: level.finished, values });
    level.finished++;
    level.values = new Uint8Array(TILE_BYTES);
    level.filledBytes = 0;
    this.#push(number + 1, foldTile(values));
  }
}
