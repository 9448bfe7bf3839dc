/**
 * The commitments that the sandbox's calendar accepted, and the blocks that attest them. The journal alone determines
 * both.
 */
import { createHash, randomBytes } from "node:crypto";
import { parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { bytesToHex, hexToBytes } from "@svc-proof/shared/encoding";
import { MerkleTree } from "@svc-proof/shared/merkle";
import { auditPathOperations, type Timestamp, timestampAlong } from "@svc-proof/shared/opentimestamps";
import { CalendarChain } from "./calendar-chain.js";
import { CalendarJournal } from "./calendar-journal.js";

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
