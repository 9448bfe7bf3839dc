/**
 * Bodies of requests: strict JSON. `JSON.parse` alone would keep the last of two equal keys and nest as deep as
 * the sender likes; the strict reader of the formats goes first and refuses both.
 */
import { FormatError, JsonReader } from "@svc-proof/shared/encoding";
import { ApiError } from "../api-error.js";

/** 64 KiB: 4 KiB of metadata and 200 characters of name, all written as escapes, fit twice. */
export const MAX_JSON_BODY_BYTES = 65_536;

const LIMITS = { maxBytes: MAX_JSON_BODY_BYTES, maxDepth: 32, maxMembers: 1_024 };
const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * The value of a JSON body.
 *
 * @param contentType the header; a body without one is taken for JSON.
 * @throws ApiError `invalid_request`.
 */
export function parseJsonBody(body: unknown, contentType: string | undefined): unknown {
  if (contentType !== undefined && !JSON_TYPE.test(contentType)) {
    throw new ApiError("invalid_request", "the header Content-Type expected application/json in UTF-8");
  }
  if (!(body instanceof Uint8Array) || body.length === 0) {
    throw new ApiError("invalid_request", "the body expected a JSON object, got nothing");
  }
  try {
    const reader = new JsonReader(body, LIMITS);
    reader.skipValue();
    reader.end();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw new ApiError("invalid_request", `the body is not acceptable JSON: ${error.message}`);
  }
  return JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString("utf8"));
}
