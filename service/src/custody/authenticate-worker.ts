/** A worker thread that authenticates originals, so that the event loop stays free. */

import { on } from "node:events";
import type { MessagePort } from "node:worker_threads";
import { AuthenticationError, hashPlaintext, type OriginalKey } from "./encryption.js";

export interface AuthenticationTask {
  readonly original: OriginalKey;
  /** Delivers the ciphertext in pieces, then `null`. The worker posts a message for each piece that it takes. */
  readonly port: MessagePort;
}

export type Authenticated =
  | { readonly hash: string }
  /** The text of the `AuthenticationError`: errors lose their class between threads. */
  | { readonly notAuthentic: string };

export async function authenticate({ original, port }: AuthenticationTask): Promise<Authenticated> {
  try {
    return { hash: await hashPlaintext(original, piecesFrom(port)) };
  } catch (error) {
    if (error instanceof AuthenticationError) return { notAuthentic: error.message };
    throw error;
  } finally {
    port.close();
  }
}

async function* piecesFrom(port: MessagePort): AsyncGenerator<Uint8Array> {
  for await (const [piece] of on(port, "message", { close: ["close"] })) {
    if (piece === null) return;
    yield piece as Uint8Array;
    port.postMessage(null);
  }
  throw new Error("the ciphertext was not sent whole");
}
