/** Prometheus metrics of the documents: docs/operations/monitoring.md. */
import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** Seconds, from a few pages in a warm worker to the time after which a worker is given up. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const REFUSALS = ["queue_full", "timed_out", "failed"] as const;
export type DocumentRefusal = (typeof REFUSALS)[number];

export class DocumentMetrics {
  readonly waitDuration: Histogram;
  readonly makeDuration: Histogram;
  readonly refusals: Counter<"reason">;
  readonly certificates: Counter<"source">;
  #queueLength: () => number = () => 0;

  constructor(registry: Registry) {
    const registers = [registry];
    const queueLength = () => this.#queueLength();
    new Gauge({
      name: "svc_document_queue_length",
      help: "Documents waiting for a worker, at most SVC_DOCUMENT_QUEUE.",
      registers,
      collect() {
        this.set(queueLength());
      },
    });
    this.waitDuration = new Histogram({
      name: "svc_document_wait_seconds",
      help: "Time that a document waited for a worker.",
      buckets: BUCKETS,
      registers,
    });
    this.makeDuration = new Histogram({
      name: "svc_document_make_seconds",
      help: "Time that a worker took to make a document, including failed ones.",
      buckets: BUCKETS,
      registers,
    });
    this.refusals = new Counter({
      name: "svc_document_refusals_total",
      help: "Documents that were not made: queue_full, timed_out or failed.",
      labelNames: ["reason"],
      registers,
    });
    this.certificates = new Counter({
      name: "svc_document_certificates_total",
      help: "Certificates by source: cache, or worker.",
      labelNames: ["source"],
      registers,
    });
    for (const reason of REFUSALS) this.refusals.inc({ reason }, 0);
    for (const source of ["cache", "worker"]) this.certificates.inc({ source }, 0);
  }

  /** The queue whose length is reported. */
  observeQueue(length: () => number): void {
    this.#queueLength = length;
  }
}
