/**
 * Discards the rest of a body when its request is answered. If the connection closed at once, the system would send a
 * reset, and a client that writes everything before it reads would see that instead of the answer. Reading forever
 * would let a client keep a connection busy. So the rest is discarded up to a size and a time (a lingering close, RFC
 * 9112 section 9.6).
 */
import type { IncomingMessage } from "node:http";

/** The size of the largest body that is accepted. */
const MAX_DISCARDED_BYTES = 25_000_000;
const MAX_DISCARD_MS = 5_000;

/**
 * Reads and discards the rest of a request's body. Keeps the connection open until the body ends or becomes too long or
 * too slow. Call it before the answer is sent.
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
 * Makes the last answer of a connection close only this side, until the request was read.
 *
 * Node's HTTP server has no setting and no event for that: once the answer is written, it calls the connection's
 * `destroySoon` (`net.Socket`, documented), which closes both sides even if data still arrives. Replacing that method
 * for one request of one connection is the narrowest way to change this. It is the only such place in the service.
 *
 * @returns a function that restores the usual close.
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

/** Whether the last answer of a request's connection has been sent: further requests there must be ignored. */
export function isAfterLastAnswer({ socket }: IncomingMessage): boolean {
  return socket?.writableEnded ?? false;
}
