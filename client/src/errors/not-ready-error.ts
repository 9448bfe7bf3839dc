import type { ProofState } from "../wire/resources.js";
import { ClientError } from "./client-error.js";

/** There is nothing to download yet. `waitFor` waits for it. */
export class NotReadyError extends ClientError {
  override readonly name = "NotReadyError";
  readonly code = "not_ready";
  readonly state: ProofState;
  /** What the service asks to wait before the next request, in seconds; null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(state: ProofState, retryAfterSeconds: number | null) {
    super(`not ready: the proof is ${state}`);
    this.state = state;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
