/** The errors of the client. Each has a code for programs, and a message for people. */

import type { Report } from "@svc-proof/verifier-lib";
import type { ProofState } from "./types.js";

/** Everything that a client throws because of the service, a file or the network. */
export abstract class ClientError extends Error {
  /** Stable, for programs. Messages are for people. */
  abstract readonly code: string;
}

/** What a refusal of the service says. */
export interface ApiErrorParameters {
  readonly code: string;
  readonly status: number;
  readonly message: string;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** The service refuses: docs/interface.md, "Errors". */
export class ApiError extends ClientError {
  override readonly name = "ApiError";
  /** The service's own code, such as `not_found`. `gateway` if a gateway refuses before the API. */
  readonly code: string;
  /** HTTP status. */
  readonly status: number;
  /** `X-Request-Id` of the answer, if the service or a proxy gives one. */
  readonly requestId: string | null;
  /** What `Retry-After` asks for, in seconds; null without it. */
  readonly retryAfterSeconds: number | null;
  /** The error's further fields, such as `seals_remaining` or `quota`. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor({ code, status, message, requestId, retryAfterSeconds, details }: ApiErrorParameters) {
    super(message);
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.details = details;
  }

  /** The proof that was created although the request failed (`seal_unavailable`, `unavailable`); null if there is none. */
  get proofId(): string | null {
    const { proof_id: id } = this.details;
    return typeof id === "string" ? id : null;
  }
}

/**
 * - `redirected`: the service points elsewhere. The client follows nowhere, because the key would go along.
 * - `too_large`: more bytes than such an answer can have.
 * - `not_json`, `wrong_shape`: not what the API's document promises.
 * - `unexpected_status`: a status that the API's document does not have.
 * - `wrong_proof`: the answer is about another proof or another fingerprint.
 */
export type AnswerErrorCode =
  | "redirected"
  | "too_large"
  | "not_json"
  | "wrong_shape"
  | "unexpected_status"
  | "wrong_proof";

/** An answer that the API does not have: another service, a proxy, or a hostile one. */
export class AnswerError extends ClientError {
  override readonly name = "AnswerError";
  readonly code: AnswerErrorCode;
  readonly status: number;

  constructor(code: AnswerErrorCode, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

/** No answer came, after all retries. `cause` is what the last try failed with. */
export class UnreachableError extends ClientError {
  override readonly name = "UnreachableError";
  readonly code = "unreachable";
  /** Tries that were made. */
  readonly tries: number;

  constructor(message: string, tries: number, cause: unknown) {
    super(message, { cause });
    this.tries = tries;
  }
}

/** There is nothing to download yet. `waitFor` waits for it. */
export class NotReadyError extends ClientError {
  override readonly name = "NotReadyError";
  readonly code = "not_ready";
  readonly state: ProofState;
  /** What the service asks to wait before the next request, in seconds; null without it. */
  readonly retryAfterSeconds: number | null;

  constructor(state: ProofState, retryAfterSeconds: number | null) {
    super(`not ready: the proof is ${state}`);
    this.state = state;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What was waited for did not come in time. */
export class WaitTimeoutError extends ClientError {
  override readonly name = "WaitTimeoutError";
  readonly code = "wait_timeout";
  /** Identifiers of the proofs that are still waited for. */
  readonly waiting: readonly string[];

  constructor(message: string, waiting: readonly string[]) {
    super(message);
    this.waiting = waiting;
  }
}

/**
 * - `not_verified`: a check failed, or could not be made, that needs no source; see `report`.
 * - `not_verified_by_source`: nothing failed, but `require: "verified"` is not reached.
 * - `other_proof`: the file is about another proof.
 * - `other_content`: the original has another fingerprint than the registered one.
 */
export type VerificationErrorCode =
  | "not_verified"
  | "not_verified_by_source"
  | "other_proof"
  | "other_content";

/** A download that does not hold. It is not returned. */
export class VerificationError extends ClientError {
  override readonly name = "VerificationError";
  readonly code: VerificationErrorCode;
  /** The verifier's report; null for an original. */
  readonly report: Report | null;

  constructor(code: VerificationErrorCode, message: string, report: Report | null) {
    super(message);
    this.code = code;
    this.report = report;
  }
}

/**
 * - `journal_malformed`: not a journal, or changed by something else.
 * - `journal_of_another_account`: begun with another address or key.
 * - `journal_too_large`: more than the limit of entries or bytes.
 * - `journal_not_a_file`: a folder, link, device or pipe.
 * - `journal_in_use`: another process has it open.
 */
export type JournalErrorCode =
  | "journal_malformed"
  | "journal_of_another_account"
  | "journal_too_large"
  | "journal_not_a_file"
  | "journal_in_use";

/** A journal that must not be continued. */
export class JournalError extends ClientError {
  override readonly name = "JournalError";
  readonly code: JournalErrorCode;

  constructor(code: JournalErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
