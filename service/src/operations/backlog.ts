/** What waits, and for how long. */

import { Gauge, type Registry } from "prom-client";
import type { AttestationStore, StampStore } from "../records/records.js";
import type { BatchRecord, BitcoinState, QueueSlice } from "../records/types.js";

interface UnattestedRoot {
  readonly state: BitcoinState;
  readonly createdAt: Date;
}

/** Roots that are in no block of Bitcoin, by name, as this process saw them. */
export class UnattestedRoots {
  readonly #roots = new Map<string, UnattestedRoot>();

  get all(): readonly UnattestedRoot[] {
    return [...this.#roots.values()];
  }

  get oldest(): Date | null {
    let oldest: Date | null = null;
    for (const { createdAt } of this.#roots.values()) {
      if (oldest === null || createdAt < oldest) oldest = createdAt;
    }
    return oldest;
  }

  /** Records a root with a step due. */
  sawDue(name: string, root: UnattestedRoot): void {
    if (root.state !== "confirmed") this.#roots.set(name, root);
  }

  /** Records the new state of a root. */
  sawAttested(name: string, state: BitcoinState): void {
    const seen = this.#roots.get(name);
    if (seen === undefined) return;
    if (state === "confirmed") this.#roots.delete(name);
    else this.#roots.set(name, { ...seen, state });
  }
}

/**
 * The pending work, as this process last saw it when it did that work itself. Only the instance that holds a job's
 * lease reports its backlog, so the store is never queried just for a metric.
 */
type States = readonly { readonly state: string }[];

export class Backlog {
  #queue: { readonly length: number; readonly oldest: Date | null } | null = null;
  #pending: { readonly count: number; readonly oldestRequestedAt: Date | null } | null = null;
  #unconfirmed: readonly BatchRecord[] | null = null;
  #unattestedBatches: UnattestedRoots | null = null;
  #unattestedStampSets: UnattestedRoots | null = null;

  constructor(registry: Registry) {
    const registers = [registry];
    const gauges: readonly [name: string, help: string, value: () => number | null][] = [
      [
        "svc_queue_length",
        "Proofs waiting for a batch, at most SVC_BATCH_MAX_LEAVES; from the instance that builds batches.",
        () => this.#queue?.length ?? null,
      ],
      [
        "svc_queue_oldest_age_seconds",
        "Time since the oldest waiting proof was received; 0 when none waits.",
        () => this.#queue && ageSeconds(this.#queue.oldest),
      ],
      [
        "svc_unconfirmed_oldest_age_seconds",
        "Time since the oldest unconfirmed batch was built; 0 when there is none.",
        () => this.#unconfirmed && ageSeconds(this.#unconfirmed[0]?.createdAt ?? null),
      ],
      ["svc_pending_seals", "Seals paid for but not issued yet.", () => this.#pending?.count ?? null],
      [
        "svc_pending_seals_oldest_age_seconds",
        "Time since the oldest pending seal was paid for; 0 when there is none.",
        () => this.#pending && ageSeconds(this.#pending.oldestRequestedAt),
      ],
      [
        "svc_unattested_oldest_age_seconds",
        "Time since the oldest batch without a Bitcoin block was built; 0 when there is none.",
        () => this.#unattestedBatches && ageSeconds(this.#unattestedBatches.oldest),
      ],
      [
        "svc_unattested_stamps_oldest_age_seconds",
        "Time since the oldest set of stamps without a Bitcoin block was made; 0 when there is none.",
        () => this.#unattestedStampSets && ageSeconds(this.#unattestedStampSets.oldest),
      ],
    ];
    for (const [name, help, value] of gauges) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          const now = value();
          if (now === null) this.remove();
          else this.set(now);
        },
      });
    }
    const byState: readonly [
      name: string,
      help: string,
      states: readonly string[],
      seen: () => States | null,
    ][] = [
      [
        "svc_unconfirmed_batches",
        "Unconfirmed anchors of batches by state, one for each chain; from the instance that anchors.",
        ["batched", "anchored"],
        () => this.#unconfirmed?.flatMap(({ anchors }) => anchors) ?? null,
      ],
      [
        "svc_unattested_batches",
        "Batches without a Bitcoin block that are due, by state; from the instance that submits them to Bitcoin.",
        ["pending", "submitted"],
        () => this.#unattestedBatches?.all ?? null,
      ],
      [
        "svc_unattested_stamp_sets",
        "Sets of stamps (tokens of seals, headers of anchors' blocks) without a Bitcoin block that are due, by state; from the instance that submits them to Bitcoin.",
        ["pending", "submitted"],
        () => this.#unattestedStampSets?.all ?? null,
      ],
    ];
    for (const [name, help, states, seen] of byState) {
      new Gauge({
        name,
        help,
        labelNames: ["state"],
        registers,
        collect() {
          const batches = seen();
          this.reset();
          if (batches === null) return;
          for (const state of states)
            this.set({ state }, batches.filter((batch) => batch.state === state).length);
        },
      });
    }
  }

  /** Records the head of the queue; null when it is empty. */
  sawQueue(slice: QueueSlice | null): void {
    this.#queue = { length: slice?.count ?? 0, oldest: slice?.oldestReceivedAt ?? null };
  }

  /** The batches that are not confirmed, oldest first. */
  sawUnconfirmed(batches: readonly BatchRecord[]): void {
    this.#unconfirmed = batches;
  }

  /** The pending seals; null when another instance watches them. */
  sawPending(pending: { count: number; oldestRequestedAt: Date | null } | null): void {
    this.#pending = pending;
  }

  /** Another instance watches the queue now. */
  leftQueue(): void {
    this.#queue = null;
  }

  /** Another instance watches the batches now. */
  leftUnconfirmed(): void {
    this.#unconfirmed = null;
  }

  /** Batches with a step due in Bitcoin. */
  sawDue(due: Awaited<ReturnType<AttestationStore["takeDue"]>>): void {
    this.#unattestedBatches ??= new UnattestedRoots();
    for (const { batch, attestation } of due) {
      const { state } = attestation;
      this.#unattestedBatches.sawDue(batch.id, { state, createdAt: batch.createdAt });
    }
  }

  /** Records the new state of a batch in Bitcoin. */
  sawAttested(batchId: string, state: BitcoinState): void {
    this.#unattestedBatches?.sawAttested(batchId, state);
  }

  /** Sets of stamps with a step due in Bitcoin. */
  sawDueStamps(due: Awaited<ReturnType<StampStore["takeDue"]>>): void {
    this.#unattestedStampSets ??= new UnattestedRoots();
    for (const { set, attestation } of due) {
      const { state } = attestation;
      this.#unattestedStampSets.sawDue(String(set.number), { state, createdAt: set.createdAt });
    }
  }

  /** Records the new state of a set of stamps in Bitcoin. */
  sawAttestedStamps(setNumber: number, state: BitcoinState): void {
    this.#unattestedStampSets?.sawAttested(String(setNumber), state);
  }

  /** Another instance watches the attestations now. */
  leftUnattested(): void {
    this.#unattestedBatches = null;
    this.#unattestedStampSets = null;
  }
}

function ageSeconds(since: Date | null): number {
  return since === null ? 0 : Math.max(0, (Date.now() - since.getTime()) / 1_000);
}
