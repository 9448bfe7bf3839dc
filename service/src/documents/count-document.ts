import type { Request } from "@hapi/hapi";
import { callerOf } from "../accounts/authentication.js";
import { ApiError } from "../api-error.js";
import type { MinuteLimiter } from "../limits/minute-limiter.js";

/**
 * Counts a requested document. A document that cannot be made stays counted, because gathering its parts has a cost
 * too.
 *
 * @throws ApiError `rate_limited`. StoreUnavailableError.
 */
export async function countDocument(limiter: MinuteLimiter, request: Request): Promise<void> {
  const count = await limiter.take(callerOf(request).account.id);
  if (count instanceof ApiError) throw count;
}
