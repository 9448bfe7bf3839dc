/** One request over HTTP whose answer is bounded, and which goes nowhere but where it was sent. */
import { readBody } from "./read-body.js";
import { SourceError } from "./source-error.js";
import { unlessAborted } from "./unless-aborted.js";

export interface BoundedAnswer {
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

export interface BoundedRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly cache?: "no-store";
  /** Largest body that is read, after decompression. */
  readonly maxBytes: number;
  /** Ends the request, whether its answer has begun or not: `retry` gives one with a time limit. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads its answer, whatever its status. Its end leaves no connection open that waits for more.
 *
 * @param question its name, for messages: an address may hold a key.
 * @throws SourceError `source_unreachable`, also for a redirect: an endpoint that sends us elsewhere is not the one
 *   that was chosen; `source_invalid_answer` when the answer is larger than `maxBytes`; what aborted the signal.
 */
export async function fetchBounded(
  question: string,
  url: URL,
  { maxBytes, ...init }: BoundedRequest,
): Promise<BoundedAnswer> {
  const { signal } = init;
  signal.throwIfAborted();
  const asked = fetch(url, { ...init, redirect: "error", credentials: "omit" });
  let response: Response;
  try {
    response = await unlessAborted(asked, signal);
  } catch (error) {
    // Should the abort not have reached it, an answer that begins now is not read.
    asked.then((late) => late.body?.cancel()).catch(() => undefined);
    signal.throwIfAborted();
    throw new SourceError("source_unreachable", `${question}: no connection, or a redirect`, error);
  }
  const { status, body } = response;
  return {
    status,
    body: body === null ? new Uint8Array(0) : await readBody(question, body, maxBytes, signal),
  };
}
