/** The body of `POST /dashboard/create/register`: fingerprints that the page's script computed, and what became of each. */
import Type from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../../api-error.js";
import { parseRegistrationRequest, type RegistrationRequest } from "../../proofs/registration-request.js";

/** Most fingerprints of one request. */
export const MAX_GROUP = 100;
/** A hundred names of 200 characters, written as escapes, with types, fit. */
export const MAX_GROUP_BYTES = 524_288;

/** Of the browser, for one registration: 128 random bits or more, base64url. A repeated one gives its proof. */
const TOKEN = Type.String({ pattern: "^[A-Za-z0-9_-]{22,86}$" });

const GROUP = Compile(
  Type.Object({
    items: Type.Array(Type.Object({ token: TOKEN }, { additionalProperties: true }), {
      minItems: 1,
      maxItems: MAX_GROUP,
    }),
  }),
);

const TOKEN_CHECK = Compile(TOKEN);

export interface GroupItem {
  readonly token: string;
  /** What is wrong with it, by the API's rules. */
  readonly request: RegistrationRequest | ApiError;
}

/** @throws ApiError `invalid_request` for what the page's script never sends. */
export function parseGroup(body: unknown): readonly GroupItem[] {
  if (!GROUP.Check(body)) {
    throw new ApiError("invalid_request", `expected 1 to ${MAX_GROUP} items, each with a token`);
  }
  return body.items.map((item) => ({ token: item.token, request: requestOf(item) }));
}

export function isToken(text: string): boolean {
  return TOKEN_CHECK.Check(text);
}

/** By the rules of the API. Pages neither seal nor take metadata. */
export function requestOf(item: Readonly<Record<string, unknown>>): RegistrationRequest | ApiError {
  const { hash, name, size, mime_type } = item;
  const fields = { hash, name, size, mime_type };
  const value = Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== undefined));
  try {
    return parseRegistrationRequest({ value, memberText: () => null });
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
