/**
 * A route of a page, declared once: the hapi route, who may open it, the check against forged requests and the walk of the
 * tests over all routes are made from this.
 */
import type { ResponseObject, ResponseToolkit } from "@hapi/hapi";
import type { ComponentChild } from "preact";
import type { Role } from "../records/types.js";
import type { Visit } from "./visit.js";

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
