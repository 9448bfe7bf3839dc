import { ClientError } from "./client-error.js";

/** No answer came, after all retries. `cause` is what the last try failed with. */
export class UnreachableError extends ClientError {
  override readonly name = "UnreachableError";
  readonly code = "unreachable";
  /** Tries that were made. */
  readonly tries: number;

  constructor(message: string, tries: number, cause: unknown) {
    super(message, { cause });
    this.tries = tries;
  }
}
