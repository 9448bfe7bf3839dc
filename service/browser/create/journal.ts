/**
 * What was chosen and what became of it, so that a reload in the middle loses nothing and repeats nothing: written before a
 * registration is sent, and after its answer.
 */

/** A proof that the service named. */
export interface FoundProof {
  readonly id: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  /** Whether this registration made it; otherwise the account had it. */
  readonly isNew: boolean;
  readonly isFirstRegistrant: boolean;
}

export interface JournalEntry {
  /** Position in the list, from 0. */
  readonly id: number;
  readonly path: string;
  readonly size: number;
  readonly type: string;
  /** Lower-case hexadecimal; null until it is computed. */
  readonly hash: string | null;
  /** Under which the fingerprint is registered; null for the content of another entry, and without a fingerprint. */
  readonly token: string | null;
  readonly proof: FoundProof | null;
}

export interface Journal {
  /** False when the browser keeps nothing: after that, the journal does nothing. */
  readonly isKept: boolean;
  /** In the order of the list. */
  load(): Promise<readonly JournalEntry[]>;
  /** Soon written; `settled` tells when. */
  put(entries: readonly JournalEntry[]): void;
  remove(ids: readonly number[]): void;
  clear(): void;
  /** Resolves once everything that was asked for is written, or cannot be. */
  settled(): Promise<void>;
}
