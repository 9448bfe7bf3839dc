/** A file of the session and the work that is done on it by itself. */
import type { KnownFile } from "../intake/known-file.js";
import type { ItemPhase, Problem, Progress } from "./item.js";

export interface FileRecord {
  readonly known: KnownFile;
  readonly phase: Extract<ItemPhase, "waiting" | "hashing" | "verifying" | "done" | "cancelled" | "refused">;
  readonly progress: Progress | null;
  readonly problem: Problem | null;
  /** Of certificates: the user has said to trust them. */
  readonly isTrusted: boolean;
}
