/** A page, a visit, its form, its policy. */

import type { Request, ResponseObject, ResponseToolkit } from "@hapi/hapi";
import type { Language } from "@svc-proof/verifier-web/ui/language";
import type { ComponentChild } from "preact";
import { ApiError } from "../errors.js";
import { type RequestBody, readBody } from "../http/bodies.js";
import type { Role, SignedIn } from "../records/types.js";

// A route of a page, declared once: the hapi route, who may open it, the check against forged requests and the walk of the
// tests over all routes are made from this.

/**
 * - `anyone`: no sign-in needed; the visit has one if there is one;
 * - a role: whoever is signed in with that role or a higher one.
 */
export type Access = "anyone" | Role;

export interface PageRoute {
  readonly method: "GET" | "POST";
  /** Below the site, with parameters in braces, as hapi has them. */
  readonly path: string;
  readonly access: Access;
  /** Asks whoever signed in more than some minutes ago to show a passkey or a link again: for what endangers the account. */
  readonly recent?: true;
  /**
   * How the body of a POST is read: a form (the default), JSON, or not at all: the handler reads the stream. The token
   * against forged requests is in the field `csrf` of a form, and in the header `x-csrf-token` of the others. The handler
   * of a `multipart` form checks its field with `Visit.checkToken` itself, before it does anything.
   */
  readonly body?: "form" | "json" | "stream" | "multipart";
  /**
   * The page is the same for everyone who asks in a language: neither session nor cookie is read or set, and of the query only `lang`
   * counts. It is made once for many requests: `shared-pages.ts`. Only of a GET for anyone.
   */
  readonly shared?: true;
  /** A page's script sends it by itself: it does not count as something that a person does in the session. */
  readonly background?: true;
  /** Of a form or of JSON; 64 KiB by default. */
  readonly maxBodyBytes?: number;
  handle(visit: Visit, h: ResponseToolkit): Promise<Answer> | Answer;
}

/** What a handler answers: a page, another address, or anything else through hapi's toolkit. */
export type Answer = Page | Redirect | ResponseObject;

export interface Page {
  readonly title: string;
  readonly body: ComponentChild;
  readonly status?: number;
  /** For search engines and previews of links. */
  readonly description?: string;
  /** Names of files in `service/browser`, without their extension. */
  readonly scripts?: readonly string[];
  /** Name of the Trusted Types policy that its scripts create, to start a worker. */
  readonly trustedTypes?: string;
  /** Which entry of the navigation it belongs to. */
  readonly place?: string;
  /** `Cache-Control`; `no-store` by default. */
  readonly cache?: string;
  /** Of a shared page: how long it is shown before the handler is asked anew. */
  readonly keepMs?: number;
  /** Of a shared page: everything that it shows, as text. While that stays the same, it is not rendered anew. */
  readonly madeOf?: string;
  /** `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Redirect {
  /** Below the site: begins with a slash. Or a whole URL that the operator configured; never one that a visitor gave. */
  readonly redirect: string;
  readonly cookies?: readonly string[];
}

/** One request for a page. */
export interface Visit {
  readonly request: Request;
  readonly language: Language;
  readonly signedIn: SignedIn | null;
  /** For the forms of the page, as their field `csrf`, or for scripts; null if nobody is signed in. */
  readonly csrf: string | null;
  /** Empty unless a form was posted. */
  readonly form: FormFields;
  /** The JSON that a script posted. */
  readonly json: unknown;
  /** Of the request, below the site; begins with one slash. `request.url` depends on `Host`, which clients choose. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** Whether this is a rehearsal: nothing has evidential value. */
  readonly isRehearsal: boolean;
  /** What attempts are counted by: the visitor's IPv4 address, or IPv6 network. */
  readonly address: string;
  readonly now: Date;
  /** For a form whose handler reads it. Rejects if the token is not the session's. */
  checkToken(given: string): Promise<void>;
  /** The address of a page, for links: the site may live below a path. @param path begins with a slash. */
  href(path: string): string;
}

/** Who visits a page that is not for anyone. */
export function signedInOf({ signedIn }: Visit): SignedIn {
  if (signedIn === null) throw new ApiError("unauthorized", "nobody is signed in");
  return signedIn;
}

/** A parameter of the path. */
export function parameterOf({ request }: Visit, name: string): string {
  return String(request.params[name] ?? "");
}

// The fields of a posted form: `application/x-www-form-urlencoded`, WHATWG URL section 5.

/** A form has fewer fields; a list of check boxes counts each. */
const MAX_FIELDS = 1_100;

export class FormFields {
  readonly #fields: URLSearchParams;

  /** @throws ApiError `invalid_request` for too many fields. */
  constructor(text = "") {
    this.#fields = new URLSearchParams(text);
    if (this.#fields.size > MAX_FIELDS) {
      throw new ApiError("invalid_request", `a form expected at most ${MAX_FIELDS} fields`);
    }
  }

  /** The trimmed text of a field, in NFC; empty if it is missing. The last one counts. */
  text(name: string): string {
    return (this.#fields.getAll(name).at(-1) ?? "").normalize("NFC").trim();
  }

  /** Whether a box is checked, or a button with that name was pressed. */
  has(name: string): boolean {
    return this.#fields.has(name);
  }

  /** All values of a field, as sent. */
  all(name: string): readonly string[] {
    return this.#fields.getAll(name);
  }
}

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

/**
 * The Content-Security-Policy of pages: scripts, styles, fonts and pictures of this site only, and nothing inline.
 *
 * @param trustedTypes name of the Trusted Types policy with which the page's scripts make addresses of workers; null if they
 * make none.
 */
export function pagePolicy(trustedTypes: string | null): string {
  return `${DIRECTIVES}; trusted-types ${trustedTypes ?? "'none'"}`;
}

const DIRECTIVES: string = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

/**
 * That of scripts. It applies where a script runs as a worker, which does not inherit the policy of the page: it may load scripts of
 * this site and WebAssembly, and reach nothing else.
 */
export const SCRIPT_POLICY: string = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");
