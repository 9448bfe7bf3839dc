/**
 * Compares the clock of this instance with others: the store's, the blocks of each chain, the tokens of the timestamping
 * authority. Times of receipt and days of quotas use the instance's clock, leases and rate limits the store's:
 * docs/operations/running.md. Instances are compared with each other through the store that they share.
 */
import type { Gauge } from "prom-client";
import type { Log } from "../log.js";

/** Synchronised clocks differ by less. */
const WARN_MS = 1_000;
/** Far below the two minutes that the interface promises, and more than a slow synchronisation leaves. */
export const REFUSE_MS = 30_000;
/** For how long a comparison tells something: the monotonic clock that carries it on drifts by far less than a second. */
const KEPT_MS = 3_600_000;
/**
 * For how long it speaks against this instance: whoever is not asked meanwhile, as the authority, is asked again then. The
 * monotonic clock may have stood still while the machine slept.
 */
const KEPT_FAR_OFF_MS = 150_000;

type Judgement = "near" | "off" | "far off";

/** Bounds of the time at one moment, in milliseconds since 1970; `Infinity` where there is none. */
export interface TimeBounds {
  readonly earliestMs: number;
  readonly latestMs: number;
}

/** The bounds, less the monotonic clock: they hold after a change of the instance's clock too. */
interface Comparison extends TimeBounds {
  readonly atMs: number;
  /** Since when the clocks are too far apart, by this comparison. */
  farOffSinceMs: number;
}

export class ClockWatch {
  readonly #gauge: Gauge<"clock">;
  readonly #log: Pick<Log, "info" | "warn">;
  readonly #comparisons = new Map<string, Comparison>();
  /** By clock; those that are near are left out. */
  readonly #judgements = new Map<string, Judgement>();

  constructor(gauge: Gauge<"clock">, log: Pick<Log, "info" | "warn">) {
    this.#gauge = gauge;
    this.#log = log;
  }

  /**
   * Asks the store for its time and compares.
   *
   * @returns as `fault`.
   * @throws the errors of the call to the store.
   */
  async check(askTime: () => Promise<Date>): Promise<string | null> {
    const askedAtMs = performance.now();
    const theirsMs = (await askTime()).getTime();
    this.saw("store", { earliestMs: theirsMs, latestMs: theirsMs }, askedAtMs);
    return this.fault();
  }

  /**
   * Notes what another clock showed.
   *
   * @param clock for people and for the metric: one of a bounded number.
   * @param bounds of the time at some moment between the question and now.
   * @param askedAtMs when it was asked, on the clock of `performance.now()`.
   */
  saw(clock: string, { earliestMs, latestMs }: TimeBounds, askedAtMs: number): void {
    const atMs = performance.now();
    const bounds = { earliestMs: earliestMs - atMs, latestMs: latestMs - askedAtMs };
    this.#comparisons.set(clock, { ...bounds, atMs, farOffSinceMs: Number.POSITIVE_INFINITY });
    this.#judge(clock);
  }

  /** Why the clock of this instance is not to be relied on now; null when it is near all others. */
  fault(): string | null {
    const apart = [...this.#comparisons.keys()].flatMap((clock) => {
      const skewMs = this.#judge(clock);
      return Math.abs(skewMs) > REFUSE_MS ? [`${clock} by ${Math.abs(skewMs)} ms`] : [];
    });
    return apart.length === 0 ? null : `the clock of this instance differs from others: ${apart.join(", ")}`;
  }

  /** Shows and logs how a clock stands now. @returns by how much it is ahead, at least. */
  #judge(clock: string): number {
    const comparison = this.#comparisons.get(clock)!;
    const nowMs = performance.now();
    if (nowMs - comparison.atMs > KEPT_MS || nowMs - comparison.farOffSinceMs > KEPT_FAR_OFF_MS) {
      this.#comparisons.delete(clock);
      this.#gauge.remove({ clock });
      this.#judgements.delete(clock);
      return 0;
    }
    const skewMs = leastSkewMs(comparison);
    this.#gauge.set({ clock }, skewMs / 1_000);
    const judgement = judge(Math.abs(skewMs));
    if (judgement !== "far off") comparison.farOffSinceMs = Number.POSITIVE_INFINITY;
    else comparison.farOffSinceMs = Math.min(comparison.farOffSinceMs, nowMs);
    if (judgement === (this.#judgements.get(clock) ?? "near")) return skewMs;
    this.#judgements.set(clock, judgement);
    if (judgement === "near")
      this.#log.info({ clock, skewMs }, "the clock of this instance agrees with another");
    else this.#log.warn({ clock, skewMs }, "the clock of this instance differs from another");
    return skewMs;
  }
}

/** The smallest offset of the other clock that is consistent with the bounds. Whole milliseconds, as `Date` counts. */
function leastSkewMs({ earliestMs, latestMs }: TimeBounds): number {
  const oursMs = Date.now() - performance.now();
  const skewMs = Math.trunc(Math.min(0, latestMs - oursMs) + Math.max(0, earliestMs - oursMs));
  return skewMs === 0 ? 0 : skewMs;
}

function judge(distanceMs: number): Judgement {
  if (distanceMs > REFUSE_MS) return "far off";
  return distanceMs > WARN_MS ? "off" : "near";
}
