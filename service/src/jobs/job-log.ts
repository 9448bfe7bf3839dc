/** Says once what lasts. */

/** The log of jobs: the part of pino that they use. */
export interface JobLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** More subjects than are ever active at once. Beyond that, warnings repeat. */
const MAX_REMEMBERED = 1_000;

/** Logs a condition that lasts over many rounds once a process. */
export class RoundLog implements JobLog {
  readonly #log: JobLog;
  readonly #told = new Set<string>();

  constructor(log: JobLog) {
    this.#log = log;
  }

  info(fields: object, message: string): void {
    this.#log.info(fields, message);
  }

  warn(fields: object, message: string): void {
    this.#log.warn(fields, message);
  }

  error(fields: object, message: string): void {
    this.#log.error(fields, message);
  }

  /** Warns of the same subject with the same message once. */
  warnOnce(subject: string, fields: object, message: string): void {
    this.#once("warn", subject, fields, message);
  }

  /** Reports an error of the same subject with the same message once. */
  errorOnce(subject: string, fields: object, message: string): void {
    this.#once("error", subject, fields, message);
  }

  #once(level: "warn" | "error", subject: string, fields: object, message: string): void {
    const key = `${subject} ${message}`;
    if (this.#told.has(key)) return;
    if (this.#told.size === MAX_REMEMBERED) this.#told.clear();
    this.#told.add(key);
    this.#log[level](fields, message);
  }
}

/** Logs each outage of an external service once when it begins, once when its kind changes, and once when it ends. */
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
