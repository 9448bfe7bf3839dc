/** The routes of the API as hapi has them. */
import type { IncomingMessage } from "node:http";
import type { ServerRoute } from "@hapi/hapi";
import { ApiError } from "../api-error.js";
import { BASE_PATH } from "../site/addresses.js";
import type { ApiRoute } from "./api-route.js";
import { type GivenParameters, parametersParser } from "./parse-parameters.js";

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
