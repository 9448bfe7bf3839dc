/**
 * The order of receipt in MongoDB: an append-only log, kept in pages.
 *
 * Appending is one atomic update of the last page, which also assigns the positions. A full page is final, and the next
 * page begins where it ends. No position is assigned twice. An entry is appended before its proof is written, so it may
 * belong to no proof: docs/operations/scaling.md says why that is harmless.
 */

import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import type { QueuePageDocument } from "../documents/documents.js";
import { encodeQueueEntries, QueueEntries, type QueueEntry } from "./queue-entry.js";

/** Entries of a full page. Pages are small (57 KB) because each append rewrites one. */
const PAGE_ENTRIES = 1_024;

/** Maximum entries of one append. */
export const MAX_APPEND = 512;

/** The index of the pages that hold entries: schema/migrate.ts. */
export const FILLED_PAGES_INDEX = "filled";

/** Reads a page without its entries. */
const FRAME = { entries: 0 } as const;

type PageFrame = Omit<QueuePageDocument, "entries">;

export class ReceiptLog {
  readonly #access: MongoAccess;
  /** Number of the last page that this process knows. */
  #page = 0;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  /**
   * Appends entries, one directly after the other.
   *
   * @returns the position of the first.
   * @throws StoreUnavailableError; the entries may be in the log nevertheless.
   */
  async append(entries: readonly QueueEntry[]): Promise<number> {
    const appended = encodeQueueEntries(entries);
    for (;;) {
      // The page after the update, not before: SecantusDB 0.5.3-beta.193 returns the former page as it was before a
      // concurrent append.
      const page = await this.#access.run(({ queuePages }) =>
        queuePages.findOneAndUpdate(
          { _id: this.#page, count: { $lt: PAGE_ENTRIES } },
          { $push: { entries: appended }, $inc: { count: entries.length } },
          { returnDocument: "after", projection: FRAME },
        ),
      );
      if (page !== null) return page.first + page.count - entries.length;
      await this.#findOpenPage();
    }
  }

  /** The position after the last entry. */
  async end(): Promise<number> {
    const last = await this.#lastPage();
    return last === null ? 1 : last.first + last.count;
  }

  /** When the entry at a position was received; null when there is none. */
  async receivedAt(position: number): Promise<Date | null> {
    const [page] = await this.#pages(position, position);
    return page === undefined || page.entries.count <= position - page.first
      ? null
      : page.entries.receivedAt(position - page.first);
  }

  /** The entries between two positions, both included; none if any of them was removed. */
  async read(from: number, to: number): Promise<readonly { proofId: string; hash: string }[]> {
    if (to < from) return [];
    const read: { proofId: string; hash: string }[] = [];
    for (const { first, entries } of await this.#pages(from, to)) {
      const end = Math.min(to - first + 1, entries.count);
      const start = from + read.length - first;
      if (start < 0) return [];
      for (let i = start; i < end; i++) read.push(entries.at(i));
    }
    return read.length === to - from + 1 ? read : [];
  }

  /**
   * Empties the full pages that end at or before a position. The pages themselves stay, so that a process that was
   * paused for hours cannot append in the middle of the log. The index leaves out emptied pages, so they cost nothing.
   */
  async clear(to: number): Promise<void> {
    await this.#access.run(({ queuePages }) =>
      queuePages.updateMany(
        {
          first: { $lte: to - PAGE_ENTRIES + 1 },
          "entries.0": { $exists: true },
          count: { $gte: PAGE_ENTRIES },
          $expr: { $lte: [{ $add: ["$first", "$count"] }, to + 1] },
        },
        { $set: { entries: [] } },
        { hint: FILLED_PAGES_INDEX },
      ),
    );
  }

  async #findOpenPage(): Promise<void> {
    const last = await this.#lastPage();
    if (last !== null && last.count < PAGE_ENTRIES) {
      this.#page = last._id;
      return;
    }
    const next = last === null ? { _id: 1, first: 1 } : { _id: last._id + 1, first: last.first + last.count };
    try {
      await this.#access.run(({ queuePages }) => queuePages.insertOne({ ...next, count: 0, entries: [] }));
    } catch (error) {
      // Another process created it.
      if (!isDuplicateKey(error)) throw error;
    }
    this.#page = next._id;
  }

  #lastPage(): Promise<PageFrame | null> {
    return this.#access.run(({ queuePages }) =>
      queuePages.findOne({}, { sort: { _id: -1 }, projection: FRAME }),
    );
  }

  async #pages(from: number, to: number): Promise<readonly { first: number; entries: QueueEntries }[]> {
    const pages = await this.#access.run(({ queuePages }) =>
      queuePages
        .find({ first: { $gt: from - PAGE_ENTRIES - MAX_APPEND, $lte: to } })
        .sort({ first: 1 })
        .toArray(),
    );
    return pages
      .filter(({ first, count }) => first + count > from)
      .map(({ first, entries }) => ({ first, entries: new QueueEntries(entries) }));
  }
}
