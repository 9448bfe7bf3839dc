/**
 * What is left of a body when its request is answered. Closing the connection at once would make the system send a
 * reset, and a client that writes all before it reads would see that in place of the answer; reading on for ever would
 * let a client keep a connection busy. So the rest is thrown away, up to a size and a time (a lingering close,
 * RFC 9112 section 9.6).
 */
import type { IncomingMessage } from "node:http";

/** As much as the largest body that is accepted. */
const MAX_DISCARDED_BYTES = 25_000_000;
const MAX_DISCARD_MS = 5_000;

/**
 * Reads and forgets the rest of a request's body, and keeps the connection open for as long as that takes: it ends
 * with the body, or when that is too long or too slow. To be called before the answer is sent.
 */
export function discardUnread(request: IncomingMessage): void {
  const { socket } = request;
  // Requests that did not come from a socket have nothing left.
  if (request.complete || request.destroyed || socket === undefined) return;
  let leftBytes = MAX_DISCARDED_BYTES;
  const cut = () => socket.destroy();
  const timer = setTimeout(cut, MAX_DISCARD_MS);
  timer.unref();
  // What Node's server calls once the last answer of a connection is written.
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.end();
    request.once("end", cut).once("close", cut);
  };
  const end = () => {
    clearTimeout(timer);
    socket.destroySoon = destroySoon;
  };
  request
    .on("data", (part: Buffer) => {
      leftBytes -= part.length;
      if (leftBytes < 0) cut();
    })
    .once("end", end)
    .once("close", end)
    .once("error", cut)
    .resume();
}

/** Whether the last answer of a request's connection has been sent: what still comes there is not to be acted on. */
export function isAfterLastAnswer({ socket }: IncomingMessage): boolean {
  return socket?.writableEnded ?? false;
}
