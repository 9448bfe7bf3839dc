import { ApiError } from "../api-error.js";
import { readBody } from "../connections/read-body.js";
import type { RequestBody } from "../connections/request-body.js";

const TYPES = { form: "application/x-www-form-urlencoded", json: "application/json" } as const;

/**
 * The text of a posted form or of JSON.
 *
 * @throws ApiError `invalid_request` for another type, for bytes that are not UTF-8, and beyond `maxBytes`;
 * `request_timeout`.
 */
export async function readFormBody(
  body: RequestBody,
  kind: keyof typeof TYPES,
  maxBytes: number,
): Promise<string> {
  const [type = ""] = String(body.headers["content-type"] ?? "").split(";");
  if (type.trim().toLowerCase() !== TYPES[kind]) {
    body.close();
    throw new ApiError("invalid_request", `the header Content-Type expected ${TYPES[kind]}`);
  }
  const bytes = await readBody(body, maxBytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ApiError("invalid_request", "the body expected UTF-8");
  }
}
