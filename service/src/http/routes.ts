/** One table of routes: schemas, parameters, hapi. */

import type { IncomingMessage } from "node:http";
import type { Lifecycle, Request, ResponseToolkit, ServerRoute } from "@hapi/hapi";
import type { Static, TObject, TProperties, TSchema } from "typebox";
import Type from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../errors.js";
import { BASE_PATH } from "./site.js";

// A route of the API, declared once: the hapi route, the validation of its parameters and its part of the OpenAPI
// document are all made from this.

/** What a route answers with one status. */
export interface Answer {
  readonly description: string;
  /** Headers that are always there, by name. */
  readonly headers?: Readonly<Record<string, TSchema>>;
  /** The body by media type; absent when there is none. */
  readonly content?: Readonly<Record<string, TSchema>>;
}

export type Answers = Readonly<Record<number, Answer>>;

export interface ApiRouteParameters<Query extends TProperties, Headers extends TProperties> {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the base path, with parameters in braces. */
  readonly path: string;
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  /** No key is needed. */
  readonly public?: true;
  /** Path parameters. They describe valid values only; the handler answers invalid ones. */
  readonly params?: TProperties;
  /** Integers and texts. A declared parameter may occur once in a request; others are ignored. */
  readonly query?: Query;
  /** Names in `query` whose values are never refused: one that occurs several times counts as not given. */
  readonly lenientQuery?: readonly (keyof Query & string)[];
  /** Texts, by the header's name. */
  readonly headers?: Headers;
  /** The body by media type. The handler reads it. */
  readonly body?: Readonly<Record<string, TSchema>>;
  /** Every status except those of the gateway, which all routes share. */
  readonly answers: Answers;
  handle(
    request: Request,
    h: ResponseToolkit,
    input: { readonly query: Static<TObject<Query>>; readonly headers: Static<TObject<Headers>> },
  ): Lifecycle.ReturnValue;
}

export type ApiRoute = ApiRouteParameters<TProperties, TProperties>;

/** Declares a route, with the types of its input from their schemas. */
export function apiRoute<Query extends TProperties, Headers extends TProperties>(
  route: ApiRouteParameters<Query, Headers>,
): ApiRoute {
  return route as unknown as ApiRoute;
}

// Parameters of queries and headers, checked with the schemas that the OpenAPI document shows.

/** As JSON writes integers. */
const INTEGER = /^(?:0|-?[1-9][0-9]{0,15})$/;

/** The value of a name in a request, or several values if it occurs several times. */
export type GivenParameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * A parser for parameters of one kind.
 *
 * @param kind their name in error messages.
 * @param keyOf name under which a parameter is given.
 * @param lenient names that count as not given when they occur several times; others are refused.
 * @returns a function that throws ApiError `invalid_request`, naming the parameter.
 */
export function parametersParser<Properties extends TProperties>(
  properties: Properties,
  kind: string,
  keyOf: (name: string) => string,
  lenient: readonly string[] = [],
): (given: GivenParameters) => Static<TObject<Properties>> {
  const validator = Compile(Type.Object(properties));
  const known = Object.entries(properties).map(([name, schema]) => ({
    name,
    key: keyOf(name),
    isInteger: "type" in schema && schema.type === "integer",
    whenAbsent: "default" in schema ? schema.default : undefined,
    isLenient: lenient.includes(name),
  }));
  // Fast path: most routes have none, and every request passes here.
  if (known.length === 0) return () => ({}) as Static<TObject<Properties>>;
  return (given) => {
    const values: Record<string, unknown> = {};
    for (const { name, key, isInteger, whenAbsent, isLenient } of known) {
      const texts = [given[key] ?? []].flat();
      if (texts.length > 1 && !isLenient) {
        throw new ApiError(
          "invalid_request",
          `the ${kind} ${name} was given ${texts.length} times, expected once`,
        );
      }
      const text = texts.length > 1 ? undefined : texts[0];
      const value = text === undefined ? whenAbsent : isInteger ? (integerOf(text) ?? text) : text;
      if (value !== undefined) values[name] = value;
    }
    if (validator.Check(values)) return values as Static<TObject<Properties>>;
    const [, [error]] = validator.Errors(values);
    const name = error?.instancePath.slice(1);
    throw new ApiError(
      "invalid_request",
      name ? `the ${kind} ${name} ${error?.message}` : `a ${kind} ${error?.message}`,
    );
  };
}

/** Null for another text, and for a number that is not exact. */
function integerOf(text: string): number | null {
  const number = Number(text);
  return INTEGER.test(text) && Number.isSafeInteger(number) ? number : null;
}

// The routes of the API as hapi has them.

/**
 * Handlers read bodies and their types themselves: hapi does neither. hapi's own limit, which applies to a declared
 * length, is never the smaller one.
 */
const UNREAD_PAYLOAD = {
  parse: false,
  output: "stream",
  override: "application/octet-stream",
  maxBytes: Number.MAX_SAFE_INTEGER,
} as const;

/**
 * hapi's routes: those of the table, and for each path one that refuses all other methods.
 *
 * @param auth name of the strategy that authenticates callers of routes that are not public.
 */
export function hapiRoutes(table: readonly ApiRoute[], auth: string): ServerRoute[] {
  const paths = [...new Set(table.map(({ path }) => path))];
  return [
    ...table.map((route) => hapiRoute(route, auth)),
    ...paths.map((path) =>
      refuseOtherMethods(
        path,
        table.filter((route) => route.path === path),
      ),
    ),
  ];
}

function hapiRoute(route: ApiRoute, auth: string): ServerRoute {
  const parseQuery = parametersParser(
    route.query ?? {},
    "query parameter",
    (name) => name,
    route.lenientQuery,
  );
  const parseHeaders = parametersParser(route.headers ?? {}, "header", (name) => name.toLowerCase());
  return {
    method: route.method,
    path: `${BASE_PATH}${route.path}`,
    options: {
      auth: route.public ? false : auth,
      // What belongs to an account is in no cache. A route whose answer has a tag says otherwise.
      ...(route.public ? {} : { cache: { otherwise: "no-store" } }),
      ...(route.method === "GET" ? {} : { payload: UNREAD_PAYLOAD }),
    },
    handler: (request, h) =>
      route.handle(request, h, {
        query: parseQuery(request.query as GivenParameters),
        // Fast path: most routes have none, and every request passes here.
        headers: route.headers === undefined ? {} : parseHeaders(headerLines(request.raw.req)),
      }),
  };
}

/** Headers with their lines separate: joined, two keys would form a third one. */
function headerLines(request: Partial<IncomingMessage>): GivenParameters {
  // Requests that did not come from a socket have them joined only.
  return request.headersDistinct ?? request.headers ?? {};
}

/** RFC 9110 section 15.5.6, in the interface's form: with a code of its table. */
function refuseOtherMethods(path: string, routes: readonly ApiRoute[]): ServerRoute {
  const methods = routes.map(({ method }) => method);
  const allow = (methods.includes("GET") ? ["HEAD", ...methods] : methods).sort().join(", ");
  return {
    method: "*",
    path: `${BASE_PATH}${path}`,
    options: { auth: false, payload: UNREAD_PAYLOAD },
    handler: () => {
      throw new ApiError("invalid_request", `the method is not supported, expected ${allow}`, {
        status: 405,
        headers: { allow },
      });
    },
  };
}
