/** Metrics of the EU trusted lists that this instance uses. The label `territory` is a code of the list of lists. */
import type { ListFacts } from "@svc-proof/verifier-lib/trust";
import { Gauge, type Registry } from "prom-client";

interface Lists {
  readonly lotl: ListFacts;
  readonly lists: readonly ListFacts[];
}

export class TrustListMetrics {
  readonly #sequenceNumber: Gauge<"territory">;
  readonly #issued: Gauge<"territory">;
  readonly #nextUpdate: Gauge<"territory">;
  #checkedAt: Date | null = null;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauge = (name: string, help: string) =>
      new Gauge({ name, help, labelNames: ["territory"] as const, registers });
    this.#sequenceNumber = gauge(
      "svc_trust_list_sequence_number",
      "Number of the trusted list of a territory that this instance uses; EU is the list of lists.",
    );
    this.#issued = gauge("svc_trust_list_issued_timestamp_seconds", "When that list was issued.");
    this.#nextUpdate = gauge(
      "svc_trust_list_next_update_timestamp_seconds",
      "Until when that list answers; closed lists have none.",
    );
    const age = () => this.#checkedAt && Math.max(0, (Date.now() - this.#checkedAt.getTime()) / 1_000);
    new Gauge({
      name: "svc_trust_list_checked_age_seconds",
      help: "Time since an instance last found the lists current; none before the first update.",
      registers,
      collect() {
        const seconds = age();
        if (seconds === null) this.remove();
        else this.set(seconds);
      },
    });
  }

  /** The lists that are used from now on. */
  uses({ lotl, lists }: Lists): void {
    for (const gauge of [this.#sequenceNumber, this.#issued, this.#nextUpdate]) gauge.reset();
    for (const { territory, sequenceNumber, issued, nextUpdate } of [lotl, ...lists]) {
      this.#sequenceNumber.set({ territory }, sequenceNumber);
      this.#issued.set({ territory }, Date.parse(issued) / 1_000);
      if (nextUpdate !== null) this.#nextUpdate.set({ territory }, Date.parse(nextUpdate) / 1_000);
    }
  }

  checked(at: Date): void {
    this.#checkedAt = at;
  }
}
