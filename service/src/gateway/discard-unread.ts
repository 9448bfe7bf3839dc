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
  const closeAsUsual = closeAfterBody(request, cut);
  const end = () => {
    clearTimeout(timer);
    closeAsUsual();
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

/**
 * Makes the last answer of a connection close this side of it only, until the request was read.
 *
 * Node's HTTP server has no setting and no event for that: once the answer is written, it calls the connection's
 * `destroySoon` (`net.Socket`, documented), which closes both sides whatever still comes. To take that method's place for
 * one request of one connection is the narrowest way in. It is the only such place in the service.
 *
 * @returns what makes it close as usual again.
 */
function closeAfterBody(request: IncomingMessage, close: () => void): () => void {
  const { socket } = request;
  const { destroySoon } = socket;
  socket.destroySoon = () => {
    socket.end();
    request.once("end", close).once("close", close);
  };
  return () => {
    socket.destroySoon = destroySoon;
  };
}

/** Whether the last answer of a request's connection has been sent: what still comes there is not to be acted on. */
export function isAfterLastAnswer({ socket }: IncomingMessage): boolean {
  return socket?.writableEnded ?? false;
}
