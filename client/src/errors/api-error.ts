import { ClientError } from "./client-error.js";

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
