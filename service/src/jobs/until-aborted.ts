import { unlessAborted } from "@svc-proof/verifier-lib/source";

/**
 * Calls `ask` unless the signal has aborted, and rejects with the signal's reason as soon as it aborts. The call continues,
 * but nobody waits for it.
 */
export async function untilAborted<Answer>(ask: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  signal.throwIfAborted();
  return unlessAborted(ask(), signal);
}
