/** What became of a file or a proof: one line of the output. */
import type { Proof } from "@svc-proof/client";
import { EXIT, type ExitStatus } from "../exit-status.js";

/** What became of one file. */
export type Outcome =
  /** Registered; its evidence is still to come. */
  | "registered"
  /** Its evidence was written. */
  | "written"
  /** Its evidence was there and got more. */
  | "upgraded"
  /** Its evidence is there, and there is no more of it. */
  | "present"
  /** Its evidence is there, and more is to come. */
  | "pending"
  /** The file was changed while it was read, or has been changed since. */
  | "changed"
  /** Something else is where its evidence belongs. */
  | "occupied"
  /** A download that does not hold; nothing was written. */
  | "failed"
  /** The file cannot be read, or its evidence cannot be written. */
  | "unusable"
  /** The service refuses. */
  | "refused"
  /** The service does not answer, or not as it promises. */
  | "unreachable"
  /** The run ended before its turn. */
  | "stopped";

/** Why something was not done. `code` is stable, for programs; `message` is for people. */
export interface Problem {
  readonly code: string;
  readonly message: string;
}

export interface FileResult {
  readonly type: "file";
  /** Null for a proof that was named by its identifier. */
  readonly path: string | null;
  readonly outcome: Outcome;
  /** SHA-256; null if it was not read. */
  readonly hash: string | null;
  readonly size_bytes: number | null;
  /** Of the proof; null if there is none. */
  readonly id: string | null;
  /** Of the proof, as the service last said. */
  readonly state: Proof["state"] | null;
  readonly bitcoin: Proof["bitcoin"]["state"] | null;
  /** Null if there is none, or if it is not known. */
  readonly seal: "issued" | "pending" | null;
  /** Path of the evidence; null if there is none. */
  readonly output: string | null;
  readonly error: Problem | null;
}

/** What is known of a file that nothing was done with. */
export function fileResult(
  path: string | null,
  outcome: Outcome,
  more: Partial<FileResult> = {},
): FileResult {
  return {
    type: "file",
    path,
    outcome,
    hash: null,
    size_bytes: null,
    id: null,
    state: null,
    bitcoin: null,
    seal: null,
    output: null,
    error: null,
    ...more,
  };
}

/** What the service says of a proof. */
export function proofFacts(proof: Proof): Pick<FileResult, "id" | "hash" | "state" | "bitcoin" | "seal"> {
  return {
    id: proof.id,
    hash: proof.hash,
    state: proof.state,
    bitcoin: proof.bitcoin.state,
    seal: proof.qualified?.state ?? null,
  };
}

export const STATUS_OF: Readonly<Record<Outcome, ExitStatus>> = {
  registered: EXIT.done,
  written: EXIT.done,
  upgraded: EXIT.done,
  present: EXIT.done,
  pending: EXIT.pending,
  stopped: EXIT.pending,
  changed: EXIT.failed,
  occupied: EXIT.failed,
  failed: EXIT.failed,
  unusable: EXIT.unusable,
  refused: EXIT.refused,
  unreachable: EXIT.unreachable,
};
