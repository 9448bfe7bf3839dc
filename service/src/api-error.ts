/** Errors that the API answers: interface, "Errors". */

/** The codes of the interface that this service answers. */
export type ApiErrorCode =
  | "invalid_request"
  | "unauthorized"
  | "payment_required"
  | "key_without_account"
  | "not_found"
  | "conflict"
  | "rate_limited"
  | "quota_exceeded"
  | "unavailable"
  | "seal_unavailable";

const STATUS: Readonly<Record<ApiErrorCode, number>> = {
  invalid_request: 400,
  unauthorized: 401,
  payment_required: 402,
  key_without_account: 403,
  not_found: 404,
  conflict: 409,
  rate_limited: 429,
  quota_exceeded: 429,
  unavailable: 503,
  seal_unavailable: 503,
};

export interface ApiErrorDetails {
  /** Fields beside `code` and `message`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by routes and what they call; answered with its status and body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message for people; must hold nothing that the caller may not see. */
  constructor(code: ApiErrorCode, message: string, { fields = {}, headers = {} }: ApiErrorDetails = {}) {
    super(message);
    this.code = code;
    this.status = STATUS[code];
    this.fields = fields;
    this.headers = headers;
  }

  /** The JSON body. */
  body(): { error: Record<string, unknown> } {
    return { error: { code: this.code, message: this.message, ...this.fields } };
  }
}
