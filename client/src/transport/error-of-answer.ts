/** An answer that refuses, as an error. */
import { ApiError } from "../errors/errors.js";
import { retryAfterSeconds } from "./retry-after.js";

const CODE = /^[a-z][a-z0-9_]{0,63}$/;
const MAX_MESSAGE = 500;

/** Codes of answers that have none: those below `/proof/`, docs/interface.md. */
const CODE_OF_STATUS: Readonly<Record<number, string>> = {
  400: "invalid_request",
  404: "not_found",
  503: "unavailable",
};

/** @param bytes the body, as far as it was read. */
export function errorOfAnswer(status: number, headers: Headers, bytes: Uint8Array): ApiError {
  const given = {
    status,
    requestId: printable(headers.get("x-request-id") ?? "") || null,
    retryAfterSeconds: retryAfterSeconds(headers.get("retry-after")),
  };
  const error = errorMember(bytes);
  if (typeof error === "string") {
    const code = CODE_OF_STATUS[status] ?? "gateway";
    return new ApiError({ ...given, code, message: printable(error) || code, details: {} });
  }
  if (typeof error !== "object" || error === null) {
    const message = `the service answers ${status} without saying why`;
    return new ApiError({ ...given, code: "gateway", message, details: {} });
  }
  const { code, message, ...details } = error as Record<string, unknown>;
  const isCode = typeof code === "string" && CODE.test(code);
  return new ApiError({
    ...given,
    code: isCode ? code : "gateway",
    message: (typeof message === "string" && printable(message)) || `the service answers ${status}`,
    details,
  });
}

function errorMember(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof value === "object" && value !== null && "error" in value ? value.error : undefined;
  } catch {
    return undefined;
  }
}

/** Without control characters, which a terminal would obey. */
function printable(text: string): string {
  return text
    .slice(0, MAX_MESSAGE)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ")
    .trim();
}
