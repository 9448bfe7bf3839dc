import { ClientError } from "./client-error.js";

/** What was waited for did not come in time. */
export class WaitTimeoutError extends ClientError {
  override readonly name = "WaitTimeoutError";
  readonly code = "wait_timeout";
  /** Identifiers of the proofs that are still waited for. */
  readonly waiting: readonly string[];

  constructor(message: string, waiting: readonly string[]) {
    super(message);
    this.waiting = waiting;
  }
}
