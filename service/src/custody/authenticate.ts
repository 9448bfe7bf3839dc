/**
 * Authenticates originals in worker threads: decrypting and hashing 8 MB takes some 30 ms, and many downloads may start
 * at once: docs/decisions/13-custody.md.
 */

import { on } from "node:events";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import { WorkerPool } from "../retry.js";
import {
  type Authenticated,
  AuthenticationError,
  type AuthenticationTask,
  type OriginalKey,
} from "./encryption.js";

/** Pieces that are sent before the worker has taken the first of them: one is used while the next one is read. */
const PIECES_SENT_AHEAD = 2;
/** A worker ends after this time without a download. */
const IDLE_MS = 30_000;

export class AuthenticationWorkers {
  readonly #pool: WorkerPool;

  /** @param workers maximum number of threads. They start when needed. */
  constructor(workers: number, onFailure: (error: Error) => void) {
    const filename = new URL("./authenticate-start.cjs", import.meta.url).href;
    this.#pool = new WorkerPool({ filename, maxThreads: workers, idleTimeout: IDLE_MS }, onFailure);
  }

  /** As `HashPlaintext`. */
  async hashPlaintext(original: OriginalKey, ciphertext: AsyncIterable<Uint8Array>): Promise<string> {
    const { port1: ours, port2: port } = new MessageChannel();
    const task: AuthenticationTask = { original, port };
    const running = this.#pool.run<Authenticated>("authenticate", task, { transferList: [port] });
    const ended = running.then(
      () => null,
      () => null,
    );
    const sending = sendPieces(ours, ciphertext, ended);
    try {
      const [result] = await Promise.all([running, sending]);
      if ("hash" in result) return result.hash;
      throw new AuthenticationError(result.notAuthentic);
    } finally {
      // The worker ends by this if the input failed. The input's buffer is free only when nothing reads it any more.
      ours.close();
      await Promise.allSettled([running, sending]);
    }
  }

  /** Ends the workers, even busy ones. */
  close(): Promise<void> {
    return this.#pool.close();
  }
}

/** @param ended resolves when the worker takes no more pieces. */
async function sendPieces(
  port: MessagePort,
  pieces: AsyncIterable<Uint8Array>,
  ended: Promise<null>,
): Promise<void> {
  const taken = on(port, "message");
  let ahead = 0;
  for await (const piece of pieces) {
    if (ahead === PIECES_SENT_AHEAD) {
      if ((await Promise.race([taken.next(), ended])) === null) return;
      ahead--;
    }
    // A copy, because the buffer of the input is reused.
    const copy = new Uint8Array(piece);
    port.postMessage(copy, [copy.buffer]);
    ahead++;
  }
  port.postMessage(null);
}
