/** The state of the chain as a file; what its keeper is told. */

import { type BigIntStats, constants, fstatSync, openSync } from "node:fs";
import { access, link, open, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { Anvil } from "./anvil.js";

/** The messages between the service and the keeper of its sandbox chain; the first argument is JSON. */
export interface KeeperOptions {
  /** Folder of the service's data. */
  readonly dataDir: string;
  /** Port on 127.0.0.1; 0 takes a free one. */
  readonly port: number;
  readonly blockTimeMs: number;
  /** Empty blocks mined after the last one with a transaction. Then the chain rests. */
  readonly blocksAfterActivity: number;
}

/** One line of JSON on the keeper's standard output. */
export type KeeperMessage =
  /** An anvil was spawned. If the keeper dies, the service must end it. */
  | { readonly event: "spawned"; readonly anvilPid: number }
  | { readonly event: "ready"; readonly port: number }
  | { readonly event: "ended" }
  | { readonly event: "failed"; readonly reason: string };

/**
 * The saved sandbox chain: the newest state and the one before it. Each file is replaced atomically, so a crash always
 * leaves a valid one. 1.4 KB a block, measured.
 */
const unpack = promisify(gunzip);

export class ChainStateFile {
  readonly #folder: string;
  readonly #identity: string;
  readonly #newest: string;
  readonly #previous: string;

  /** @param folder must exist. It stays open while the process runs, so that no other folder gets its inode number. */
  constructor(folder: string) {
    this.#folder = folder;
    this.#identity = identityOf(fstatSync(openSync(folder, "r"), { bigint: true }));
    this.#newest = join(folder, "state.json");
    this.#previous = join(folder, "state.previous.json");
  }

  /** The files that exist, best first. */
  async candidates(): Promise<readonly string[]> {
    const exist = await Promise.all([this.#newest, this.#previous].map(isThere));
    return [this.#newest, this.#previous].filter((_, i) => exist[i]);
  }

  /**
   * Saves the current chain.
   *
   * @throws Error when the folder was replaced: its files belong to another chain.
   */
  async save(anvil: Anvil): Promise<void> {
    const dump = await anvil.request("anvil_dumpState", [false]);
    if (typeof dump !== "string") throw new Error("anvil_dumpState: got no state");
    // anvil dumps its state compressed but loads it uncompressed.
    const state = await unpack(Buffer.from(dump.slice(2), "hex"));
    await this.#expectSameFolder();
    const temporary = `${this.#newest}.new`;
    const file = await open(temporary, "w");
    try {
      await file.writeFile(state);
      await file.sync();
    } finally {
      await file.close();
    }
    await rm(this.#previous, { force: true });
    await link(this.#newest, this.#previous).catch(() => {
      // There is no state yet, or the file system has no links. Then there is no second copy, and the first one is
      // intact.
    });
    await rename(temporary, this.#newest);
  }

  async #expectSameFolder(): Promise<void> {
    const now = await stat(this.#folder, { bigint: true }).then(identityOf, () => null);
    if (now !== this.#identity) throw new Error(`${this.#folder} was removed or replaced`);
  }

  /** Moves a damaged file out of the way. @returns where it is now. */
  async setAside(path: string): Promise<string> {
    const aside = `${path}.damaged`;
    await rename(path, aside);
    return aside;
  }
}

function identityOf({ dev, ino }: BigIntStats): string {
  return `${dev}:${ino}`;
}

async function isThere(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  );
}
