/**
 * Buffers the log's lines of requests. Writing each line by itself costs a fifth of a request (20 of 100 µs, measured),
 * and most lines are of requests: they are written together after a moment. Any other line is written at once, after
 * what the buffer holds, and so is the buffer when the process exits.
 *
 * Only a killed process loses lines: the requests of its last 50 ms. sonic-boom's own `minLength` would lose errors too.
 */

/** pino sets `lastMsg` on a destination that has this. */
const METADATA = Symbol.for("pino.metadata");

const FLUSH_MS = 50;
/** In UTF-16 code units: about what a pipe takes at once. */
const MAX_BUFFERED_LENGTH = 16_384;

export class RequestLineBuffer {
  /** Message of the next line, set by pino. */
  lastMsg: string | undefined = undefined;
  readonly #write: (text: string) => void;
  readonly #bufferedMessage: string;
  #buffered = "";
  #timer: NodeJS.Timeout | undefined;

  /** @param bufferedMessage message of the lines to buffer. */
  constructor(write: (text: string) => void, bufferedMessage: string) {
    this.#write = write;
    this.#bufferedMessage = bufferedMessage;
    Object.defineProperty(this, METADATA, { value: true });
    process.once("exit", () => this.flush());
  }

  /** @param line including its line feed. */
  write(line: string): void {
    this.#buffered += line;
    if (this.lastMsg !== this.#bufferedMessage || this.#buffered.length >= MAX_BUFFERED_LENGTH) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), FLUSH_MS).unref();
  }

  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const lines = this.#buffered;
    this.#buffered = "";
    if (lines !== "") this.#write(lines);
  }
}
