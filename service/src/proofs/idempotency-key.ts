import { ApiError } from "../api-error.js";

/** Interface, `POST /proofs`: max 200 characters. */
const MAX_LENGTH = 200;

/**
 * The header `Idempotency-Key`; null when it is absent.
 *
 * @throws ApiError `invalid_request`.
 */
export function parseIdempotencyKey(header: string | undefined): string | null {
  if (header === undefined) return null;
  // Node gives a header's bytes as Latin-1, one character each: controls beyond ASCII may stand among them.
  if (header.length === 0 || header.length > MAX_LENGTH || /\p{Cc}/u.test(header)) {
    throw new ApiError(
      "invalid_request",
      `the header Idempotency-Key expected 1 to ${MAX_LENGTH} characters without controls, got ${header.length}`,
    );
  }
  return header;
}
