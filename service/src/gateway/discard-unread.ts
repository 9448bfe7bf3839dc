/**
 * What is left of a body after its request was answered. Closing the connection at once would make the system send a
 * reset, and a client that is still sending would see that in place of the answer; reading on for ever would let a
 * client keep a connection busy. So the rest is thrown away, up to a size and a time (a lingering close).
 */
import type { IncomingMessage } from "node:http";

/** As much as the largest body that is accepted. */
const MAX_DISCARDED_BYTES = 25_000_000;
const MAX_DISCARD_MS = 5_000;

/** Reads and forgets the rest of a request's body; ends the connection when it is too long or too slow. */
export function discardUnread(request: IncomingMessage): void {
  // Requests that did not come from a socket have nothing left.
  if (request.complete || request.destroyed || request.socket === undefined) return;
  let left = MAX_DISCARDED_BYTES;
  const timer = setTimeout(() => request.socket.destroy(), MAX_DISCARD_MS);
  timer.unref();
  request
    .on("data", (part: Buffer) => {
      left -= part.length;
      if (left < 0) request.socket.destroy();
    })
    .once("end", () => clearTimeout(timer))
    .once("close", () => clearTimeout(timer))
    .once("error", () => request.socket.destroy())
    .resume();
}
