/**
 * Ends responses that clients do not read: a client that stops reading would hold a connection, memory and an open
 * original for as long as it likes. It regularly checks how much of each answer the system has taken. It works from
 * outside the routes, so that it covers all of them.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Cut, PaceLimits } from "./connection-limits.js";
import { Pace } from "./pace.js";

/** The longest time between two checks. */
const MAX_INTERVAL_MS = 1_000;

interface Watched {
  readonly socket: Socket;
  readonly pace: Pace;
  /** When its first byte was first seen as sent. */
  startedAtMs: number | null;
  takenBytes: number;
  /** At the last check. */
  lookedAtMs: number;
  wasWaiting: boolean;
}

export class AnswerWatch {
  readonly #limits: PaceLimits;
  readonly #onCut: (cut: Cut) => void;
  readonly #watched = new Map<ServerResponse, Watched>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limits: PaceLimits, onCut: (cut: Cut) => void) {
    this.#limits = limits;
    this.#onCut = onCut;
  }

  /** Watches an answer until it is over. */
  watch(answer: ServerResponse): void {
    const { socket } = answer;
    if (socket === null) return;
    this.#watched.set(answer, {
      socket,
      pace: new Pace(this.#limits),
      startedAtMs: null,
      takenBytes: takenOf(socket),
      lookedAtMs: performance.now(),
      wasWaiting: false,
    });
    answer.once("close", () => this.#watched.delete(answer));
  }

  start(): void {
    this.#timer = setInterval(() => this.#look(), Math.min(MAX_INTERVAL_MS, this.#limits.stallMs / 4));
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const now = performance.now();
    for (const [answer, watched] of this.#watched) {
      const cut = answer.headersSent ? this.#cutOf(watched, now) : null;
      if (cut === null) continue;
      this.#watched.delete(answer);
      this.#onCut(cut);
      watched.socket.destroy();
    }
  }

  #cutOf(watched: Watched, now: number): Cut | null {
    const { socket, pace } = watched;
    watched.startedAtMs ??= now;
    const takenBytes = takenOf(socket);
    const underWayBytes = socket.writableLength;
    const isWaiting = underWayBytes > 0;
    // If nothing was in flight at either check, the service itself was slow.
    if (isWaiting && watched.wasWaiting) pace.waited(now - watched.lookedAtMs);
    pace.moved(takenBytes - watched.takenBytes);
    Object.assign(watched, { takenBytes, lookedAtMs: now, wasWaiting: isWaiting });
    if (!isWaiting) return null;
    if (now - watched.startedAtMs > this.#limits.timeoutMs) return "late_download";
    return pace.leftMs(underWayBytes) < 0 ? "slow_download" : null;
  }
}

/** Bytes of a connection that the system has taken. It takes each write as a whole. */
function takenOf(socket: Socket): number {
  return socket.bytesWritten - socket.writableLength;
}
