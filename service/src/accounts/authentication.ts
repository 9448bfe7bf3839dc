/** Who calls. */

import { hash, randomBytes } from "node:crypto";
import type { Request, Server } from "@hapi/hapi";
import { ApiError } from "../errors.js";
import type { Log } from "../log.js";
import type { AccountStore } from "../records/records.js";
import type { AccountRecord } from "../records/types.js";
import { StoreUnavailableError } from "../store/store.js";

/** API keys: docs/interface.md, "Authentication". The text of a key is shown once and never stored. */
const KEY = /^svc_[A-Za-z0-9_-]{43}$/;

/** A new key: `svc_` and 32 random bytes in base64url. */
export function generateApiKey(): string {
  return `svc_${randomBytes(32).toString("base64url")}`;
}

/** Whether a text has the form of a key. */
export function isApiKey(text: string): boolean {
  return KEY.test(text);
}

/**
 * The only form in which a key is kept: SHA-256 of its text, lower-case hexadecimal. No salt and no slow hash:
 * the key has 256 random bits, so it cannot be guessed, and looking up its hash leaks nothing through timing.
 */
export function hashApiKey(key: string): string {
  return hash("sha256", key);
}

// Who calls: docs/interface.md, "Authentication", rules 1 to 4, as a hapi scheme.

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

/**
 * When keys were last used. A request only notes it in memory; what was noted is stored together, at most once a
 * minute, so that no request waits for it.
 */
const INTERVAL_MS = 60_000;

export interface KeyUsesOptions {
  readonly intervalMs?: number;
  readonly log: Pick<Log, "error">;
}

export class KeyUses {
  readonly #accounts: Pick<AccountStore, "touchKeys">;
  readonly #intervalMs: number;
  readonly #log: Pick<Log, "error">;
  #noted = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #storing: Promise<void> = Promise.resolve();

  constructor(accounts: Pick<AccountStore, "touchKeys">, { intervalMs = INTERVAL_MS, log }: KeyUsesOptions) {
    this.#accounts = accounts;
    this.#intervalMs = intervalMs;
    this.#log = log;
  }

  /** Notes that a key is used now. */
  note(keyId: string): void {
    this.#noted.set(keyId, Date.now());
    // Not kept alive by this: `close` stores what is left.
    this.#wait();
  }

  /** Stores what was noted, once a storing that is under way has ended. Never rejects: an outage of the store must not stop the service from stopping. */
  async close(): Promise<void> {
    await this.#storing;
    await this.#store();
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #store(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const noted = this.#noted;
    if (noted.size === 0) return;
    this.#noted = new Map();
    try {
      await this.#accounts.touchKeys([...noted].map(([id, at]) => ({ id, at: new Date(at) })));
    } catch (error) {
      // An outage is logged by the watcher of the store.
      if (!(error instanceof StoreUnavailableError))
        this.#log.error({ err: error }, "uses of keys are not stored");
      // Kept for the next time, without one that was noted meanwhile. There are no more of them than active keys.
      for (const [id, at] of noted) if (!this.#noted.has(id)) this.#noted.set(id, at);
      this.#wait();
    }
  }

  #wait(): void {
    this.#timer ??= setTimeout(() => {
      this.#storing = this.#store();
    }, this.#intervalMs).unref();
  }
}
