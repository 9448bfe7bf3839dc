import type { IncomingMessage } from "node:http";

/** The body of a request; null when it exceeds `maxBytes`. The excess is not read. */
export async function readRequestBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > maxBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
