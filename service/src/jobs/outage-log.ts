/** Logs each outage of an external service once when it begins, once when its kind changes, and once when it ends. */
import type { JobLog } from "./job-log.js";

export class OutageLog {
  readonly #log: JobLog;
  /** Kind of outage by subject. */
  readonly #outages = new Map<string, string>();
  readonly #onChange: (count: number) => void;

  /** @param onChange receives the number of outages whenever it changes. */
  constructor(log: JobLog, onChange: (count: number) => void = () => {}) {
    this.#log = log;
    this.#onChange = onChange;
  }

  /**
   * @param subject what failed, for people: one of a bounded number.
   * @param kind how, for people.
   */
  failed(subject: string, kind: string, fields: object = {}): void {
    if (this.#outages.get(subject) === kind) return;
    this.#outages.set(subject, kind);
    this.#onChange(this.#outages.size);
    this.#log.warn({ subject, ...fields }, kind);
  }

  worked(subject: string): void {
    const kind = this.#outages.get(subject);
    if (kind === undefined) return;
    this.#outages.delete(subject);
    this.#onChange(this.#outages.size);
    this.#log.info({ subject, outage: kind }, "recovered");
  }
}
