/** Errors as outcomes. */
import {
  AnswerError,
  ApiError,
  ClientError,
  JournalError,
  NotReadyError,
  UnreachableError,
  VerificationError,
  WaitTimeoutError,
} from "@svc-proof/client";
import { reasonOf } from "../errors/reason-of.js";
import type { FileResult, Outcome, Problem } from "./result.js";

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
