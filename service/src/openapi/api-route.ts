/**
 * A route of the API, declared once: the hapi route, the validation of its parameters and its part of the OpenAPI
 * document are all made from this.
 */
import type { Lifecycle, Request, ResponseToolkit } from "@hapi/hapi";
import type { Static, TObject, TProperties, TSchema } from "typebox";

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
