/** What became of each file, and why; exit status. */

import { EXIT, type ExitStatus, reasonOf } from "@svc-proof/verifier-lib/command-line";
import {
  AnswerError,
  ApiError,
  ClientError,
  JournalError,
  NotReadyError,
  type Proof,
  UnreachableError,
  VerificationError,
  WaitTimeoutError,
} from "../index.js";

// Errors as outcomes.

/** Why something was not done, and what that makes of a file. Null if the error is none of the kinds that are expected. */
export function problemOf(error: unknown): { readonly outcome: Outcome; readonly error: Problem } | null {
  if (error instanceof ClientError) return { outcome: outcomeOf(error), error: told(error) };
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (typeof code !== "string" || typeof syscall !== "string") return null;
  return { outcome: "unusable", error: { code: code.toLowerCase(), message: reasonOf(error) } };
}

/** @throws the error if it is a mistake of this program. */
export function failedResult(error: unknown): Pick<FileResult, "outcome" | "error"> {
  const problem = problemOf(error);
  if (problem === null) throw error;
  return problem;
}

function outcomeOf(error: ClientError): Outcome {
  if (error instanceof VerificationError) return "failed";
  if (error instanceof NotReadyError || error instanceof WaitTimeoutError) return "pending";
  if (error instanceof JournalError) return "unusable";
  if (error instanceof UnreachableError || error instanceof AnswerError) return "unreachable";
  // A service that is overloaded or broken is one to come back to.
  if (error instanceof ApiError && error.status >= 500 && !REFUSALS.has(error.code)) return "unreachable";
  return "refused";
}

/** Refusals that have a status of server errors. */
const REFUSALS: ReadonlySet<string> = new Set([
  "custody_quota_exceeded",
  "custody_unavailable",
  "integrity_failed",
  "seal_unavailable",
]);

function told(error: ClientError): Problem {
  return { code: error.code, message: error instanceof ApiError ? apiMessage(error) : error.message };
}

function apiMessage({ code, status, message, details, retryAfterSeconds }: ApiError): string {
  switch (code) {
    case "unauthorized":
      return "the key is not valid, or was revoked: `svc-proof login` stores another";
    case "key_without_account":
      return "the key belongs to no account: make a new one in the dashboard";
    case "quota_exceeded":
      return `${quotaText(details)}; run the same command again ${laterText(retryAfterSeconds)}`;
    case "gateway":
      return status >= 500 || status === 429
        ? `${message}; run the same command again ${laterText(retryAfterSeconds)}`
        : `${message}: is this the address of the service?`;
    case "rate_limited":
      return `too many requests; run the same command again ${laterText(retryAfterSeconds)}`;
    case "payment_required":
      return typeof details["buy_url"] === "string"
        ? `no seal is left; buy some at ${details["buy_url"]}`
        : "no seal is left";
    default:
      return message;
  }
}

function quotaText({ quota }: Readonly<Record<string, unknown>>): string {
  const limit =
    typeof quota === "object" && quota !== null ? (quota as { limit?: unknown }).limit : undefined;
  return typeof limit === "number"
    ? `the ${limit} proofs of this day are used up`
    : "the proofs of this day are used up";
}

function laterText(seconds: number | null): string {
  if (seconds === null) return "later";
  if (seconds < 120) return `in ${seconds} s`;
  return seconds < 7200 ? `in ${Math.ceil(seconds / 60)} minutes` : `in ${Math.ceil(seconds / 3600)} hours`;
}

// What became of a file or a proof: one line of the output.

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
  pending: EXIT.open,
  stopped: EXIT.open,
  changed: EXIT.failed,
  occupied: EXIT.failed,
  failed: EXIT.failed,
  unusable: EXIT.unusable,
  refused: EXIT.refused,
  unreachable: EXIT.unreachable,
};
