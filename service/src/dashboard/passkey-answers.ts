/** What the script of passkeys gets: JSON that nobody keeps. */
import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import { retryAfterSeconds } from "../limits/rate-limit.js";
import type { LockedOut } from "../people/people.js";

export function jsonAnswer(h: ResponseToolkit, status: number, value: object): ResponseObject {
  return h.response(value).code(status).header("cache-control", "no-store");
}

export function lockedAnswer(h: ResponseToolkit, { outcome, delayMs }: LockedOut): ResponseObject {
  return jsonAnswer(h, 429, { outcome }).header("retry-after", String(retryAfterSeconds(delayMs)));
}
