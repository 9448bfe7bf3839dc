/** Sends one HTTP request with a bounded answer and without following redirects. */

import { unlessAborted } from "../work/unless-aborted.js";
import { readBody } from "./read-body.js";
import { SourceError } from "./source-error.js";

export interface BoundedAnswer {
  /** Status code of HTTP. */
  readonly status: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** A request whose answer is bounded in size and time. */
export interface BoundedRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly cache?: "no-store";
  /** Maximum size of the body, after decompression. */
  readonly maxBytes: number;
  /** Aborts the request at any stage. `retry` provides a signal with a time limit. */
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads the answer, whatever its status. Leaves no connection open.
 *
 * @param question name of the request for messages. Not the address, which may contain a key.
 * @throws SourceError `source_unreachable`, also for a redirect, because it leads to an endpoint nobody
 * chose; `source_invalid_answer` if the answer is larger than `maxBytes`; the abort reason of the signal.
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
    // If the abort did not reach the request, discard an answer that begins later.
    asked.then((late) => late.body?.cancel()).catch(() => undefined);
    signal.throwIfAborted();
    throw new SourceError(
      "source_unreachable",
      `${question}: the connection failed or was redirected`,
      error,
    );
  }
  const { status, body } = response;
  return {
    status,
    body: body === null ? new Uint8Array(0) : await readBody(question, body, maxBytes, signal),
  };
}
