/**
 * Compares the clock of this instance with the store's. Times of receipt and days of quotas use the former, leases and
 * rate limits the latter: docs/operations/running.md.
 */
import type { Gauge } from "prom-client";
import type { Log } from "../log.js";

/** Synchronised clocks differ by less. */
const WARN_MS = 1_000;
/** Far below the two minutes that the interface promises, and more than a slow synchronisation leaves. */
const REFUSE_MS = 30_000;

type Judgement = "near" | "off" | "far off";

export class ClockWatch {
  readonly #gauge: Gauge;
  readonly #log: Pick<Log, "info" | "warn">;
  #judgement: Judgement = "near";

  constructor(gauge: Gauge, log: Pick<Log, "info" | "warn">) {
    this.#gauge = gauge;
    this.#log = log;
  }

  /**
   * Asks the store for its time and compares.
   *
   * @returns why this instance must not serve; null when its clock is close enough.
   * @throws the errors of the call to the store.
   */
  async check(askTime: () => Promise<Date>): Promise<string | null> {
    const askedAtMs = Date.now();
    const theirsMs = (await askTime()).getTime();
    const skewMs = leastSkewMs(theirsMs, askedAtMs, Date.now());
    this.#gauge.set(skewMs / 1_000);
    this.#tell(skewMs);
    return this.#judgement === "far off"
      ? `the clock of this instance differs from the store's by ${Math.abs(skewMs)} ms`
      : null;
  }

  #tell(skewMs: number): void {
    const judgement = judge(Math.abs(skewMs));
    if (judgement === this.#judgement) return;
    this.#judgement = judgement;
    if (judgement === "near")
      this.#log.info({ skewMs }, "the clock of this instance agrees with the store's");
    else this.#log.warn({ skewMs }, "the clock of this instance differs from the store's");
  }
}

/** The smallest offset that is consistent with a time read between the request and its answer. */
function leastSkewMs(theirsMs: number, askedAtMs: number, answeredAtMs: number): number {
  if (theirsMs < askedAtMs) return theirsMs - askedAtMs;
  return Math.max(0, theirsMs - answeredAtMs);
}

function judge(distanceMs: number): Judgement {
  if (distanceMs > REFUSE_MS) return "far off";
  return distanceMs > WARN_MS ? "off" : "near";
}
