/** Who calls: docs/interface.md, "Authentication", rules 1 to 4, as a hapi scheme. */
import type { Request, Server } from "@hapi/hapi";
import { ApiError } from "../api-error.js";
import type { AccountStore } from "../records/records.js";
import type { AccountRecord } from "../records/types.js";
import { hashApiKey, isApiKey } from "./api-key.js";
import type { KeyUses } from "./key-uses.js";

/** Name of the strategy, to be named by routes. */
export const API_KEY_AUTH = "api-key";

export interface Caller {
  /** Null for a person in the browser. */
  readonly keyId: string | null;
  readonly account: AccountRecord;
}

/** RFC 9110 section 11.1: names of schemes are case-insensitive. */
const BEARER = /^Bearer +([^ ]+) *$/i;

/** Registers the strategy `API_KEY_AUTH`. */
export function registerApiKeyAuth(server: Server, accounts: AccountStore, uses: KeyUses): void {
  server.auth.scheme(API_KEY_AUTH, () => ({
    authenticate: async (request, h) => {
      const caller = await authenticate(accounts, request.raw.req.headers.authorization);
      uses.note(caller.keyId);
      return h.authenticated({ credentials: { user: caller } });
    },
  }));
  server.auth.strategy(API_KEY_AUTH, API_KEY_AUTH);
}

/** The caller of a request on a route with `API_KEY_AUTH`. */
export function callerOf(request: Request): Caller {
  return request.auth.credentials.user as Caller;
}

/** Makes a page's request one of the account, so that a page answers through the routes of the API. */
export function actFor(request: Request, account: AccountRecord): void {
  const caller: Caller = { keyId: null, account };
  request.auth.credentials = { user: caller };
}

async function authenticate(
  accounts: AccountStore,
  header: string | undefined,
): Promise<Caller & { readonly keyId: string }> {
  const key = header === undefined ? undefined : BEARER.exec(header)?.[1];
  if (key === undefined || !isApiKey(key)) {
    throw unauthorized('expected the header "Authorization: Bearer svc_<API_KEY>"');
  }
  const record = await accounts.findKey(hashApiKey(key));
  if (record === null || record.revokedAt !== null) throw unauthorized("the API key is unknown or revoked");
  if (record.account === null) {
    throw new ApiError("key_without_account", "the API key is not attached to an account: create a new one");
  }
  if (record.account.disabledAt !== null) throw unauthorized("the account of the API key is disabled");
  return { keyId: record.id, account: record.account };
}

function unauthorized(message: string): ApiError {
  return new ApiError("unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}
