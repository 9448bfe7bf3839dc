/** One request over HTTP whose answer is bounded, and which goes nowhere but where it was sent. */
import { SourceError } from "./source-error.js";

export interface BoundedAnswer {
  readonly status: number;
  readonly body: Uint8Array;
}

export interface BoundedRequest {
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a request and reads its answer, whatever its status.
 *
 * @param question its name, for messages: an address may hold a key.
 * @throws SourceError `source_unreachable`, also for a redirect: an endpoint that sends us elsewhere is not the one
 *   that was chosen; `source_invalid_answer` when the answer is larger than `maxBytes`.
 */
export async function fetchBounded(
  question: string,
  url: URL,
  { maxBytes, ...init }: BoundedRequest,
): Promise<BoundedAnswer> {
  init.signal.throwIfAborted();
  let response: Response;
  try {
    response = await fetch(url, { ...init, redirect: "error", credentials: "omit" });
  } catch (error) {
    throw new SourceError("source_unreachable", `${question}: no connection, or a redirect`, error);
  }
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  try {
    for (;;) {
      const part = await reader?.read();
      if (part === undefined || part.done) break;
      length += part.value.length;
      if (length > maxBytes) break;
      parts.push(part.value);
    }
  } catch (error) {
    throw new SourceError("source_unreachable", `${question}: the answer broke off`, error);
  }
  if (length > maxBytes) {
    reader?.cancel().catch(() => undefined);
    throw new SourceError("source_invalid_answer", `${question}: got more than ${maxBytes} bytes`);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    body.set(part, at);
    at += part.length;
  }
  return { status: response.status, body };
}
