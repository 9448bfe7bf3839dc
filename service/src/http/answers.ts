/** Answers that routes share: docs/interface.md, "Errors". One code has one form wherever it is answered. */

import type { TProperties, TSchema } from "typebox";
import Type from "typebox";
import { type ApiErrorCode, ERROR_STATUS } from "../errors.js";
import type { Answer, Answers } from "./routes.js";

/** A UUID in lower case. */
export const UUID: TSchema = Type.String({ format: "uuid" });
export const TIMESTAMP: TSchema = Type.String({
  format: "date-time",
  description: "ISO 8601, UTC, milliseconds.",
});
export const URL_TEXT: TSchema = Type.String({ format: "uri" });
/** Below 2^53. Without the format, generators of clients take 32 bits, which custody exceeds. */
export const COUNT: TSchema = Type.Integer({ minimum: 0, format: "int64" });
export const CHAIN_ID: TSchema = Type.Integer({
  minimum: 1,
  maximum: Number.MAX_SAFE_INTEGER,
  format: "int64",
});

const RETRY_AFTER = Type.String({
  pattern: "^[1-9][0-9]*$",
  description: "Seconds to wait before the next request.",
});

interface ErrorForm {
  readonly meaning: string;
  /** Fields beside `code` and `message`. */
  readonly fields?: TProperties;
  readonly headers?: Readonly<Record<string, TSchema>>;
}

const FORMS: Readonly<Record<ApiErrorCode, ErrorForm>> = {
  invalid_request: { meaning: "A field is missing or malformed; the message names it." },
  unauthorized: {
    meaning: "No key, malformed key, revoked key.",
    headers: { "WWW-Authenticate": Type.Literal("Bearer") },
  },
  payment_required: {
    meaning: "No qualified seals left.",
    fields: { seals_remaining: COUNT, buy_url: URL_TEXT },
  },
  key_without_account: { meaning: "Key not attached to an account." },
  not_found: { meaning: "The resource does not exist, or belongs to another account." },
  request_timeout: { meaning: "The body did not arrive in time, or arrived too slowly." },
  conflict: { meaning: "Another account registered these bytes first." },
  hash_mismatch: { meaning: "Uploaded file does not have the proof's fingerprint." },
  file_too_large: { meaning: "File exceeds the plan's per-file limit.", fields: { max_file_bytes: COUNT } },
  rate_limited: { meaning: "Too many requests per minute.", headers: { "Retry-After": RETRY_AFTER } },
  quota_exceeded: {
    meaning: "Daily proof limit reached; `Retry-After` runs to 00:00 UTC.",
    fields: {
      quota: Type.Object({
        limit: COUNT,
        used: COUNT,
        resets_in_seconds: Type.Integer({ minimum: 1, maximum: 86_400 }),
      }),
    },
    headers: { "Retry-After": RETRY_AFTER },
  },
  download_quota_exceeded: {
    meaning: "Daily custody download limit reached; `Retry-After` runs to 00:00 UTC.",
    headers: { "Retry-After": RETRY_AFTER },
  },
  integrity_failed: { meaning: "Stored original no longer matches its fingerprint; not served." },
  unavailable: {
    meaning: "An internal service does not answer. Retry later.",
    fields: { proof_id: Type.Optional(UUID) },
  },
  seal_unavailable: {
    meaning: "Timestamping authority unavailable.",
    fields: { proof_id: Type.Optional(UUID) },
  },
  custody_unavailable: { meaning: "Custody unavailable." },
  custody_quota_exceeded: {
    meaning: "No custody space left on the account.",
    fields: { used_bytes: COUNT, max_account_bytes: COUNT },
  },
};

/** The body of an error with this code. */
function errorBody(code: ApiErrorCode): TSchema {
  return Type.Object(
    {
      error: Type.Object({
        code: Type.Literal(code),
        message: Type.String({ description: "For people." }),
        ...FORMS[code].fields,
      }),
    },
    { $id: `Error_${code}`, description: FORMS[code].meaning },
  );
}

/** Error bodies of these codes under one status. */
function errorAnswer(codes: readonly ApiErrorCode[]): Answer {
  const bodies = codes.map(errorBody);
  return {
    description: codes.map((code) => `\`${code}\`: ${FORMS[code].meaning}`).join(" "),
    headers: Object.assign({}, ...codes.map((code) => FORMS[code].headers ?? {})),
    content: json(bodies.length === 1 ? bodies[0]! : Type.Union(bodies)),
  };
}

/** Answers of the given codes, by their usual statuses. */
export function errorAnswers(...codes: readonly ApiErrorCode[]): Answers {
  const statuses = [...new Set(codes.map((code) => ERROR_STATUS[code]))];
  return Object.fromEntries(
    statuses.map((status) => [status, errorAnswer(codes.filter((code) => ERROR_STATUS[code] === status))]),
  );
}

/** Answers of every route with a key, and those of more codes. */
export function keyedErrorAnswers(...codes: readonly ApiErrorCode[]): Answers {
  return errorAnswers("unauthorized", "key_without_account", "unavailable", ...codes);
}

/** `unavailable` with 502: storage behind the service did not answer. */
export const BAD_GATEWAY: Answers = { 502: errorAnswer(["unavailable"]) };

const TEXT = { "text/plain": Type.String() };

/** The gateway's answers before a route is called: docs/interface.md, "Errors" and "Limits", without the API's body. */
export const GATEWAY_ANSWERS: Answers = {
  413: { description: "Body over 25 MB.", content: TEXT },
  429: {
    description: "Too many requests from one IP address.",
    headers: { "Retry-After": RETRY_AFTER },
    content: TEXT,
  },
};

/** A JSON body. */
export function json(schema: TSchema): Readonly<Record<string, TSchema>> {
  return { "application/json": schema };
}

/** The bytes of a file: OpenAPI 3.1 requires no schema here, but client generators recognise files by the format. */
export const FILE: TSchema = Type.String({ format: "binary", description: "The bytes of the file." });

/** A file. */
export function file(mediaType: string): Readonly<Record<string, TSchema>> {
  return { [mediaType]: FILE };
}

/** One of some texts, with the type that JSON Schema does not need and generators of clients do. */
export function oneOfTexts<const Text extends string>(...texts: readonly Text[]): TSchema {
  return Type.Enum([...texts], { type: "string" });
}
