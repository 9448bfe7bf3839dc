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
