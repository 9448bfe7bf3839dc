/**
 * Tells open pages when a proof changes, by server-sent events (WHATWG HTML, section 9.2): docs/design/dashboard.md. One
 * look at the store serves all pages of an instance; other instances have their own.
 */

import { Readable } from "node:stream";
import { isIdle } from "../people/sessions.js";
import type { Records } from "../records/records.js";
import type { ProofRecord, SignedIn } from "../records/types.js";
import { proofTag } from "./proofs.js";

export interface LiveProofsOptions {
  readonly store: Pick<Records, "proofs" | "custody" | "people">;
  /** Aborts when the service stops. */
  readonly signal: AbortSignal;
  /** Time between two looks at the proofs. */
  readonly lookMs?: number;
  /** Time between two looks at the sessions. */
  readonly sessionMs?: number;
  /** A stream ends after this time, and its page opens another. */
  readonly lifeMs?: number;
  /** A comment is sent after this time without an event. */
  readonly commentMs?: number;
}

/** Streams of an instance. Each costs a connection and a look-up of its proof. */
const MAX_STREAMS = 500;
/** Proxies end a connection on which nothing is sent for a minute, some after half of one. */
const COMMENT_MS = 20_000;
/** A fifth of all, so that one account leaves room for others. */
const MAX_STREAMS_OF_ACCOUNT = 100;
/** Browsers open six connections to a site over HTTP/1.1, and a page needs some for itself. */
const MAX_STREAMS_OF_SESSION = 4;

interface Listener {
  readonly stream: Readable;
  readonly proofId: string;
  readonly accountId: string;
  readonly sessionHash: string;
  readonly endsAtMs: number;
  tag: string;
  saidAtMs: number;
}

export class LiveProofs {
  readonly #options: Required<LiveProofsOptions>;
  readonly #listeners = new Set<Listener>();
  #timer: NodeJS.Timeout | undefined;
  #sessionsLookedAtMs = 0;
  #isLooking = false;

  constructor(options: LiveProofsOptions) {
    this.#options = { lookMs: 2_000, sessionMs: 10_000, lifeMs: 240_000, commentMs: COMMENT_MS, ...options };
    options.signal.addEventListener("abort", () => this.#endAll(), { once: true });
  }

  /** Streams that are open. */
  get count(): number {
    return this.#listeners.size;
  }

  /** The tag of a proof as it is now: null when the account has no such proof. */
  async tag(proofId: string, accountId: string): Promise<string | null> {
    const { store } = this.#options;
    const [proof, original] = await Promise.all([
      store.proofs.findOwn(proofId, accountId),
      store.custody.find(proofId),
    ]);
    return proof && proofTag(proof, original);
  }

  /** A stream of events `state` with the proof's tag, at once and with every change. Null when there are too many. */
  async open({ id: proofId, accountId }: ProofRecord, { session }: SignedIn): Promise<Readable | null> {
    const { signal, lifeMs, lookMs } = this.#options;
    const sessionHash = session.secretHash;
    const ofAccount = [...this.#listeners].filter((listener) => listener.accountId === accountId);
    const ofSession = ofAccount.filter((listener) => listener.sessionHash === sessionHash);
    if (
      signal.aborted ||
      this.#listeners.size >= MAX_STREAMS ||
      ofAccount.length >= MAX_STREAMS_OF_ACCOUNT ||
      ofSession.length >= MAX_STREAMS_OF_SESSION
    )
      return null;
    const stream = new Readable({ read: () => {} });
    const endsAtMs = performance.now() + lifeMs;
    const listener = { stream, proofId, accountId, sessionHash, endsAtMs, tag: "", saidAtMs: 0 };
    // Counted before anything is awaited.
    this.#listeners.add(listener);
    stream.once("close", () => this.#forget(listener));
    say(listener, "retry: 3000");
    this.#timer ??= setInterval(() => void this.#look(), lookMs).unref();
    try {
      tell(listener, await this.tag(proofId, accountId));
      return stream;
    } catch (error) {
      stream.destroy();
      throw error;
    }
  }

  /** Never rejects. */
  async #look(): Promise<void> {
    if (this.#isLooking) return;
    this.#isLooking = true;
    try {
      const now = performance.now();
      for (const listener of this.#listeners) if (now >= listener.endsAtMs) end(listener);
      if (now - this.#sessionsLookedAtMs >= this.#options.sessionMs) {
        this.#sessionsLookedAtMs = now;
        await this.#endOldSessions();
      }
      await this.#tellChanges();
      for (const listener of this.#listeners)
        if (now - listener.saidAtMs >= this.#options.commentMs) say(listener, ":");
    } catch {
      // The store does not answer: the next look tries again.
    } finally {
      this.#isLooking = false;
    }
  }

  async #endOldSessions(): Promise<void> {
    const { people } = this.#options.store;
    const now = new Date();
    const hashes = new Set([...this.#listeners].map(({ sessionHash }) => sessionHash));
    await Promise.all(
      [...hashes].map(async (hash) => {
        const signedIn = await people.findSession(hash, now);
        if (signedIn !== null && !isIdle(signedIn.session, now)) return;
        for (const listener of this.#listeners) if (listener.sessionHash === hash) end(listener);
      }),
    );
  }

  async #tellChanges(): Promise<void> {
    const watched = new Map<string, Listener[]>();
    for (const listener of this.#listeners) {
      const key = `${listener.accountId} ${listener.proofId}`;
      watched.set(key, [...(watched.get(key) ?? []), listener]);
    }
    await Promise.all(
      [...watched.values()].map(async (listeners) => {
        const { proofId, accountId } = listeners[0]!;
        const tag = await this.tag(proofId, accountId);
        for (const listener of listeners) tell(listener, tag);
      }),
    );
  }

  #forget(listener: Listener): void {
    this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #endAll(): void {
    for (const listener of this.#listeners) end(listener);
  }
}

function tell(listener: Listener, tag: string | null): void {
  if (tag === null) end(listener);
  else if (tag !== listener.tag) {
    listener.tag = tag;
    say(listener, `event: state\ndata: ${tag}`);
  }
}

function say(listener: Listener, lines: string): void {
  if (listener.stream.readableEnded || listener.stream.destroyed) return;
  listener.saidAtMs = performance.now();
  listener.stream.push(`${lines}\n\n`);
}

function end({ stream }: Listener): void {
  if (!stream.readableEnded && !stream.destroyed) stream.push(null);
}
