/** Downloads of originals: one document for each account and UTC day, which lists them so that none counts twice. */
import type { Binary } from "mongodb";
import type { DownloadSpending } from "../../custody-store.js";
import { utcDay } from "../../utc-day.js";
import type { MongoAccess } from "../access/mongo-access.js";
import { isDuplicateKey } from "../access/mongo-errors.js";
import { serverTimeIn } from "../access/server-time.js";
import { ownUuidToBinary } from "../documents/binary.js";
import type { CustodyDownloadsDocument } from "../documents/documents.js";
import { isSame } from "./custody-space.js";

/** How long a day's document is kept after its last use. */
const KEPT_MS = 3 * 86_400_000;

export class CustodyDownloads {
  readonly #access: MongoAccess;

  constructor(access: MongoAccess) {
    this.#access = access;
  }

  async spend(accountId: string, downloadId: string, at: Date, maxPerDay: number): Promise<DownloadSpending> {
    const id = ownUuidToBinary(downloadId);
    const { downloads } = await this.#add(dayOf(accountId, at), id, maxPerDay);
    // Counts up to its own place, because the answer may list later downloads already.
    const place = downloads.findIndex((download) => isSame(download, id));
    return place < 0
      ? { outcome: "none_left", used: downloads.length }
      : { outcome: "spent", used: place + 1 };
  }

  async ofDay(accountId: string, moment: Date): Promise<number> {
    const document = await this.#access.run(({ custodyDownloads }) =>
      custodyDownloads.findOne({ _id: { $eq: dayOf(accountId, moment) } }),
    );
    return document?.downloads.length ?? 0;
  }

  /** Adds a download if the allowance permits. @returns the day's document afterwards. */
  async #add(day: string, id: Binary, maxPerDay: number): Promise<CustodyDownloadsDocument> {
    const before = { $ifNull: ["$downloads", []] };
    const isFull = { $gte: [{ $size: before }, maxPerDay] };
    const isThere = { $in: [id, before] };
    const stage = {
      $set: {
        downloads: {
          $cond: [{ $or: [isThere, isFull] }, before, { $concatArrays: [before, [id]] }],
        },
        expiresAt: serverTimeIn(KEPT_MS),
      },
    };
    for (;;) {
      try {
        const document = await this.#access.run(({ custodyDownloads }) =>
          custodyDownloads.findOneAndUpdate({ _id: { $eq: day } }, [stage], {
            upsert: true,
            returnDocument: "after",
          }),
        );
        if (document !== null) return document;
      } catch (error) {
        // Another process created the document at the same time; the retry finds it.
        if (!isDuplicateKey(error)) throw error;
      }
    }
  }
}

function dayOf(accountId: string, moment: Date): string {
  return `${accountId}/${utcDay(moment)}`;
}
