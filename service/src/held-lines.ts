/**
 * Lines of the log on their way out. To write each by itself costs the service a fifth of a request (20 of 100 µs,
 * measured); so lines that tell of what went well are held for a moment and written together. A line that warns is
 * written at once, with all that was held before it, and so is what is held when the process ends.
 *
 * Only a process that is killed loses lines: those of its last moment, none of which warned.
 */

/** Of pino: a destination that has this is told the level of each line. */
const METADATA = Symbol.for("pino.metadata");

/** Level of pino from which on a line is not held. */
const WARN = 40;
const HELD_MS = 50;
/** In UTF-16 code units; as much as a pipe takes at once, about. */
const MAX_HELD_LENGTH = 16_384;

export class HeldLines {
  /** Set by pino before each line. */
  lastLevel: number = WARN;
  readonly #write: (text: string) => void;
  #held = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(write: (text: string) => void) {
    this.#write = write;
    Object.defineProperty(this, METADATA, { value: true });
    process.once("exit", () => this.flush());
  }

  /** @param line with its end. */
  write(line: string): void {
    this.#held += line;
    if (this.lastLevel >= WARN || this.#held.length >= MAX_HELD_LENGTH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), HELD_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#held;
    this.#held = "";
    if (lines !== "") this.#write(lines);
  }
}
