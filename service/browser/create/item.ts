/** A file on the page. */
import type { FoundFile } from "@svc-proof/ui/intake";
import type { FoundProof, JournalEntry } from "./journal.js";

/**
 * - `waiting`, `hashing`: for its fingerprint; `hashed`, `sending`: for its registration;
 * - `registered`: it has a proof;
 * - `duplicate`: another file of the list has its content;
 * - `empty`, `unreadable`, `failed`, `refused`: it has none, and why;
 * - `missing`: it was chosen before a reload, and is needed again;
 * - `cancelled`: by the person.
 */
export type ItemState =
  | "waiting"
  | "hashing"
  | "hashed"
  | "sending"
  | "registered"
  | "duplicate"
  | "empty"
  | "unreadable"
  | "failed"
  | "refused"
  | "missing"
  | "cancelled";

export interface Item {
  readonly id: number;
  readonly path: string;
  size: number;
  type: string;
  state: ItemState;
  doneBytes: number;
  hash: string | null;
  token: string | null;
  proof: FoundProof | null;
  /** Whether the service may know it: a registration was sent whose answer is not known. */
  mayBeSent: boolean;
  /** With the same content, if it is a duplicate. */
  twin: Item | null;
  /** Null after a reload. */
  source: Pick<FoundFile, "file" | "reopen"> | null;
}

export function entryOf({ id, path, size, type, hash, token, proof }: Item): JournalEntry {
  return { id, path, size, type, hash, token, proof };
}

/** The proof of its content. */
export function proofOf({ proof, twin }: Item): FoundProof | null {
  return proof ?? twin?.proof ?? null;
}
