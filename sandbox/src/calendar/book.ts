/** A calendar's digests, journal and chain. */

import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, open, readFile, rename } from "node:fs/promises";
import {
  type BlockHeader,
  displayHash,
  encodeBlockHeader,
  meetsTarget,
  parseBlockHeader,
  targetOfBits,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { auditPathOperations, type Timestamp, timestampAlong } from "@svc-proof/shared/opentimestamps";

// The chain of the sandbox's calendar: real 80-byte headers, each with the work of Bitcoin's regtest network, which
// takes two hashes on average. It has no transactions: a block's Merkle root is that of the commitments that it
// attests.

/** Bitcoin Core, `kernel/chainparams.cpp`: the value of every regtest block. No block of Bitcoin ever had it. */
const REGTEST_BITS = 0x207fffff;
const REGTEST_TARGET: bigint = targetOfBits(REGTEST_BITS)!;
const VERSION = 0x20000000;
const NO_HASH = new Uint8Array(32);

export class CalendarChain {
  readonly #headers: BlockHeader[] = [];
  readonly #heights = new Map<string, number>();

  /** Height of the last block; -1 when there is none. */
  get height(): number {
    return this.#headers.length - 1;
  }

  header(height: number): BlockHeader | undefined {
    return this.#headers[height];
  }

  /** @param hash in display order. */
  headerOf(hash: string): BlockHeader | undefined {
    const height = this.#heights.get(hash);
    return height === undefined ? undefined : this.#headers[height];
  }

  /** Mines the next block, with a Merkle root of 32 bytes. `add` makes it part of the chain. */
  mine(merkleRoot: Uint8Array): BlockHeader {
    const before = this.#headers.at(-1);
    const fields = {
      version: VERSION,
      previousHash: before?.hash ?? NO_HASH,
      merkleRoot,
      // Clocks may be set back, but block times must increase.
      time: Math.max(Math.floor(Date.now() / 1000), (before?.time ?? 0) + 1),
      bits: REGTEST_BITS,
    };
    for (let nonce = 0; ; nonce++) {
      const header = parseBlockHeader(encodeBlockHeader({ ...fields, nonce }));
      if (meetsTarget(header.hash, REGTEST_TARGET)) return header;
    }
  }

  /**
   * Adds a block.
   *
   * @throws RangeError when it does not extend the last one.
   */
  add(header: BlockHeader): void {
    const expected = this.#headers.at(-1)?.hash ?? NO_HASH;
    if (!Buffer.from(header.previousHash).equals(expected)) {
      throw new RangeError(`block ${this.height + 1} expected a different previous block`);
    }
    this.#headers.push(header);
    this.#heights.set(displayHash(header.hash), this.height);
  }
}

// The durable state of the sandbox's calendar, one line for each event, in order:
//
// - `served <port>`: it answered on that port of 127.0.0.1, which is part of the addresses in timestamps;
// - `promised <64 hex>`: a commitment that it promised to attest in a block;
// - `mined <160 hex>`: the header of a block. Its Merkle root is that of all commitments since the block before.
//
// A line is on the disk before anything depends on it. So a line that a crash truncated has no dependants, and is
// removed.

export interface JournalEntry {
  readonly kind: "served" | "promised" | "mined";
  readonly value: string;
}

const LINE = /^(served) ([1-9][0-9]{0,4})$|^(promised) ([0-9a-f]{64})$|^(mined) ([0-9a-f]{160})$/;

export class CalendarJournal {
  readonly #file: FileHandle;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /**
   * Opens the journal, or creates it. A file that is not a journal is set aside.
   *
   * @returns the journal and its entries.
   */
  static async open(path: string): Promise<{ journal: CalendarJournal; entries: readonly JournalEntry[] }> {
    const text = await readFile(path, "latin1").catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") throw error;
      return "";
    });
    const whole = text.slice(0, text.lastIndexOf("\n") + 1);
    const entries = whole.split("\n").slice(0, -1).map(entryOf);
    if (entries.includes(null)) {
      await rename(path, `${path}.damaged`);
      return CalendarJournal.open(path);
    }
    const file = await open(path, "a");
    await file.truncate(whole.length).catch(async (error: unknown) => {
      await file.close();
      throw error;
    });
    return { journal: new CalendarJournal(file), entries: entries as readonly JournalEntry[] };
  }

  /** Appends lines; resolves once they are on the disk. */
  append(entries: readonly JournalEntry[]): Promise<void> {
    const text = entries.map(({ kind, value }) => `${kind} ${value}\n`).join("");
    const written = this.#writing.then(async () => {
      await this.#file.appendFile(text);
      await this.#file.datasync();
    });
    this.#writing = written.catch(() => {});
    return written;
  }

  async close(): Promise<void> {
    await this.#writing;
    await this.#file.close();
  }
}

function entryOf(line: string): JournalEntry | null {
  const parts = LINE.exec(line)?.filter((part) => part !== undefined);
  return parts === undefined ? null : { kind: parts[1] as JournalEntry["kind"], value: parts[2]! };
}

// The commitments that the sandbox's calendar accepted, and the blocks that attest them. The journal alone determines
// both.

const NONCE_BYTES = 8;
/** Maximum commitments of one block. The sandbox makes one for each batch. */
const MAX_WAITING = 10_000;

/** Too many digests arrived between two blocks. */
export class CalendarFullError extends Error {
  override readonly name = "CalendarFullError";
}

/** Where a commitment is attested: a block and its index there. Null until it is. */
type Place = { readonly height: number; readonly index: number } | null;

export class CalendarBook {
  readonly chain: CalendarChain = new CalendarChain();
  /** Ports on which the calendar answered, latest last. */
  readonly ports: number[] = [];
  readonly #journal: CalendarJournal;
  readonly #places = new Map<string, Place>();
  #waiting: string[] = [];
  #lastAttestingHeight = -1;
  /** Commitments by the height of the block that attests them. */
  readonly #attested = new Map<number, readonly string[]>();
  /** Groups of entries are written and applied one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(journal: CalendarJournal) {
    this.#journal = journal;
  }

  /** @throws RangeError when the journal contradicts itself. */
  static async open(path: string): Promise<CalendarBook> {
    const { journal, entries } = await CalendarJournal.open(path);
    const book = new CalendarBook(journal);
    try {
      for (const { kind, value } of entries) {
        if (kind === "served") book.#served(Number(value));
        else if (kind === "promised") book.#promised(value);
        else book.#mined(value);
      }
      return book;
    } catch (error) {
      await journal.close();
      throw error;
    }
  }

  /** Height of the last block that attests anything; -1 when none does. */
  get lastAttestingHeight(): number {
    return this.#lastAttestingHeight;
  }

  /** Whether a commitment has no block yet. */
  get isWaiting(): boolean {
    return this.#waiting.length > 0;
  }

  serve(port: number): Promise<void> {
    return this.#inTurn(async () => {
      if (this.ports.at(-1) === port) return;
      await this.#journal.append([{ kind: "served", value: String(port) }]);
      this.#served(port);
    });
  }

  /**
   * Promises to attest a digest in a block.
   *
   * @param digest 1 to 64 bytes.
   * @param uri address of this calendar.
   * @throws CalendarFullError
   */
  promise(digest: Uint8Array, uri: string): Promise<Timestamp> {
    const nonce = randomBytes(NONCE_BYTES);
    const commitment = createHash("sha256").update(digest).update(nonce).digest("hex");
    return this.#inTurn(async () => {
      if (this.#waiting.length >= MAX_WAITING)
        throw new CalendarFullError("too many digests are waiting for a block");
      await this.#journal.append([{ kind: "promised", value: commitment }]);
      this.#promised(commitment);
      return timestampAlong([{ kind: "append", argument: nonce }, { kind: "sha256" }], {
        branches: [{ attestation: { kind: "pending", uri } }],
      });
    });
  }

  /** The timestamp from a commitment to its block; null until it is attested, undefined for an unknown commitment. */
  find(commitment: string): Timestamp | null | undefined {
    const place = this.#places.get(commitment);
    if (place == null) return place;
    const { height, index } = place;
    const path = treeOf(this.#attested.get(height)!).path(index);
    return timestampAlong(auditPathOperations(path), {
      branches: [{ attestation: { kind: "bitcoin", height } }],
    });
  }

  /** Mines a block that attests all waiting commitments, or an empty block. */
  mine(): Promise<void> {
    return this.#inTurn(async () => {
      const root = this.isWaiting ? treeOf(this.#waiting).root : emptyRoot(this.chain.height + 1);
      const header = bytesToHex(this.chain.mine(root).bytes);
      await this.#journal.append([{ kind: "mined", value: header }]);
      this.#mined(header);
    });
  }

  async close(): Promise<void> {
    await this.#turn;
    await this.#journal.close();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => {});
    return result;
  }

  #served(port: number): void {
    const known = this.ports.indexOf(port);
    if (known >= 0) this.ports.splice(known, 1);
    this.ports.push(port);
  }

  #promised(commitment: string): void {
    this.#places.set(commitment, null);
    this.#waiting.push(commitment);
  }

  #mined(header: string): void {
    this.chain.add(parseBlockHeader(hexToBytes(header)));
    if (!this.isWaiting) return;
    const { height } = this.chain;
    for (const [index, commitment] of this.#waiting.entries())
      this.#places.set(commitment, { height, index });
    this.#attested.set(height, this.#waiting);
    this.#lastAttestingHeight = height;
    this.#waiting = [];
  }
}

function treeOf(commitments: readonly string[]): MerkleTree {
  return new MerkleTree(Buffer.from(commitments.join(""), "hex"));
}

/** The Merkle root of a block that attests nothing. */
function emptyRoot(height: number): Uint8Array {
  return createHash("sha256").update(`regtest block ${height} of a sandbox`).digest();
}
