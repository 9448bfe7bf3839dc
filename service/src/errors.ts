/** Errors of the API and of the start. */

// Errors that the API answers: docs/interface.md, "Errors".

/** The codes of the interface with their statuses, and `request_timeout`, which the interface lacks. */
export const ERROR_STATUS = {
  invalid_request: 400,
  unauthorized: 401,
  payment_required: 402,
  key_without_account: 403,
  not_found: 404,
  request_timeout: 408,
  conflict: 409,
  hash_mismatch: 409,
  file_too_large: 413,
  rate_limited: 429,
  quota_exceeded: 429,
  download_quota_exceeded: 429,
  integrity_failed: 500,
  unavailable: 503,
  seal_unavailable: 503,
  custody_unavailable: 503,
  custody_quota_exceeded: 507,
} as const;

export type ApiErrorCode = keyof typeof ERROR_STATUS;

export interface ApiErrorDetails {
  /** The status, if it is not the code's usual one. */
  readonly status?: number;
  /** Fields beside `code` and `message`. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Thrown by routes and the code below them; answered with its status and body. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: ApiErrorCode;
  readonly status: number;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  /** @param message for people. It must contain nothing that the caller may not see. */
  constructor(
    code: ApiErrorCode,
    message: string,
    { status = ERROR_STATUS[code], fields = {}, headers = {} }: ApiErrorDetails = {},
  ) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
    this.headers = headers;
  }

  /** The JSON body. */
  body(): { error: Record<string, unknown> } {
    return { error: { code: this.code, message: this.message, ...this.fields } };
  }
}

/** The service cannot start or continue, for a reason that the operator can fix. The message is one line. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/**
 * Says why a server cannot listen.
 *
 * @param prefix of the settings that name its host and port.
 */
export function notListening(
  error: NodeJS.ErrnoException,
  prefix: "SVC_HTTP" | "SVC_OPS",
  host: string,
  port: number,
): StartError {
  if (error.code === "EADDRINUSE") return new StartError(`${prefix}_PORT: port ${port} of ${host} is in use`);
  return new StartError(
    `${prefix}_HOST, ${prefix}_PORT: cannot listen at ${host}, port ${port}: ${error.message}`,
  );
}
