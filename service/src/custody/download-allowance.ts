/**
 * The downloads of a day. Each is counted in the store. While the store can be read but takes no changes (a full disk), a
 * download is counted in memory and owed to the store, so that owners still get their originals: what is owed counts against
 * the allowance in this instance, and is lost if its process ends first.
 */
import { randomUUID } from "node:crypto";
import type { CustodyStore } from "../records/records.js";
import { StoreUnavailableError } from "../store/store.js";
import { utcDay } from "../store/utc-day.js";

/** Bounds the memory: then downloads wait for the store. */
const MAX_OWED = 10_000;

interface Owed {
  readonly accountId: string;
  readonly id: string;
  readonly at: Date;
  readonly maxPerDay: number;
}

export class DownloadAllowance {
  readonly #store: Pick<CustodyStore, "spendDownload" | "downloadsOfDay">;
  #owed: readonly Owed[] = [];
  #settling: Promise<void> | null = null;

  constructor(store: Pick<CustodyStore, "spendDownload" | "downloadsOfDay">) {
    this.#store = store;
  }

  /** Downloads of the account's day so far. */
  async used(accountId: string, at: Date): Promise<number> {
    const counted = await this.#store.downloadsOfDay(accountId, at);
    return counted + this.#owedOf(accountId, at);
  }

  /**
   * Counts a download.
   *
   * @returns the day's downloads with this one; null when none is left.
   * @throws StoreUnavailableError when the store cannot be read either.
   */
  async spend(accountId: string, at: Date, maxPerDay: number): Promise<number | null> {
    const download = { accountId, id: randomUUID(), at, maxPerDay };
    try {
      if (this.#owed.some((one) => one.accountId === accountId)) await this.settle();
      const { outcome, used } = await this.#count(download);
      return outcome === "spent" ? used : null;
    } catch (error) {
      if (!(error instanceof StoreUnavailableError) || this.#owed.length >= MAX_OWED) throw error;
    }
    const counted = await this.#store.downloadsOfDay(accountId, at);
    // From here on without waiting, because others are counted meanwhile.
    const used = counted + this.#owedOf(accountId, at);
    if (used >= maxPerDay) return null;
    this.#owed = [...this.#owed, download];
    return used + 1;
  }

  /**
   * Counts in the store what is owed, until the signal ends it.
   *
   * @throws StoreUnavailableError
   */
  settle(signal?: AbortSignal): Promise<void> {
    this.#settling ??= this.#settleAll(signal).finally(() => {
      this.#settling = null;
    });
    return this.#settling;
  }

  async #settleAll(signal?: AbortSignal): Promise<void> {
    for (const download of this.#owed) {
      if (signal?.aborted) return;
      // Of an account that was deleted meanwhile nothing is owed.
      await this.#count(download).catch((error) => {
        if (!(error instanceof RangeError)) throw error;
      });
      this.#owed = this.#owed.filter((one) => one !== download);
    }
  }

  #owedOf(accountId: string, at: Date): number {
    return this.#owed.filter((one) => one.accountId === accountId && utcDay(one.at) === utcDay(at)).length;
  }

  #count({ accountId, id, at, maxPerDay }: Owed): ReturnType<CustodyStore["spendDownload"]> {
    return this.#store.spendDownload(accountId, id, at, maxPerDay);
  }
}
