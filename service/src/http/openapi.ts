/** The OpenAPI document. */

import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { TProperties, TSchema } from "typebox";
import Type from "typebox";
import { errorAnswers, GATEWAY_ANSWERS, json } from "./answers.js";
import { type Answer, type ApiRoute, apiRoute } from "./routes.js";
import type { Addresses } from "./site.js";

/**
 * The OpenAPI 3.1 document of the API, made from the table of routes. Schemas with a `$id` are listed once among the
 * components, under that name.
 */
type Json = Record<string, unknown>;

/** Name of the security scheme. */
const API_KEY = "api_key";

/** @param baseUrl address of the API. */
export function openApiDocument(routes: readonly ApiRoute[], baseUrl: string): Json {
  const schemas: Json = {};
  const paths: Record<string, Json> = {};
  for (const route of routes) {
    const path = paths[route.path] ?? {};
    path[route.method.toLowerCase()] = operation(route, schemas);
    paths[route.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Fingerprint proof service",
      version: "2",
      description: "Registers SHA-256 fingerprints of files, never the files, and proves when they existed.",
    },
    servers: [{ url: baseUrl }],
    security: [{ [API_KEY]: [] }],
    paths,
    components: {
      schemas,
      securitySchemes: {
        [API_KEY]: { type: "http", scheme: "bearer", description: "`Authorization: Bearer svc_<API_KEY>`" },
      },
    },
  };
}

function operation(route: ApiRoute, schemas: Json): Json {
  const { operationId, summary, description, body } = route;
  const parameters = [
    ...parametersIn("path", route.params, schemas),
    ...parametersIn("query", route.query, schemas),
    ...parametersIn("header", route.headers, schemas),
  ];
  return {
    operationId,
    summary,
    ...(description === undefined ? {} : { description }),
    ...(route.public ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: contentOf(body, schemas) } }),
    responses: responsesOf(route, schemas),
  };
}

function parametersIn(
  place: "path" | "query" | "header",
  properties: TProperties = {},
  schemas: Json,
): Json[] {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    // TypeBox marks optional schemas by a symbol, which JSON omits.
    required: place === "path" || !("~optional" in schema || "default" in schema),
    schema: hoisted(schema, schemas),
  }));
}

function responsesOf({ answers }: ApiRoute, schemas: Json): Json {
  const statuses = [...new Set([...Object.keys(answers), ...Object.keys(GATEWAY_ANSWERS)].map(Number))];
  return Object.fromEntries(
    statuses
      .sort((a, b) => a - b)
      .map((status) => {
        const both = [answers[status], GATEWAY_ANSWERS[status]].filter((one) => one !== undefined);
        return [status, response(both, schemas)];
      }),
  );
}

/** One response of one or two answers with the same status: those of the route and of the gateway. */
function response(answers: readonly Answer[], schemas: Json): Json {
  const headers = Object.assign({}, ...answers.map((answer) => answer.headers ?? {})) as TProperties;
  const content = Object.assign({}, ...answers.map((answer) => answer.content ?? {})) as TProperties;
  const always = (name: string) => answers.every((answer) => answer.headers?.[name] !== undefined);
  return {
    description: answers.map(({ description }) => description).join(" "),
    ...(Object.keys(headers).length === 0
      ? {}
      : {
          headers: Object.fromEntries(
            Object.entries(headers).map(([name, schema]) => [
              name,
              { required: always(name), schema: hoisted(schema, schemas) },
            ]),
          ),
        }),
    ...(Object.keys(content).length === 0 ? {} : { content: contentOf(content, schemas) }),
  };
}

function contentOf(content: Readonly<Record<string, TSchema>>, schemas: Json): Json {
  return Object.fromEntries(
    Object.entries(content).map(([mediaType, schema]) => [mediaType, { schema: hoisted(schema, schemas) }]),
  );
}

/** A copy in which every schema with a name is a reference to it; the named ones are added to `schemas`. */
function hoisted(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => hoisted(item, schemas));
  if (typeof value !== "object" || value === null) return value;
  const { $id, ...rest } = value as Json;
  const copy = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, hoisted(item, schemas)]));
  if (typeof $id !== "string") return copy;
  if ($id in schemas && !isDeepStrictEqual(schemas[$id], copy))
    throw new Error(`two schemas are named ${$id}`);
  schemas[$id] = copy;
  return { $ref: `#/components/schemas/${$id}` };
}

// `GET /openapi.json`: the document of the API, for everyone. The interface does not have this route.

/** Below the base path. */
export const OPENAPI_PATH = "/openapi.json";

const MAX_AGE_SECONDS = 300;

interface Served {
  readonly baseUrl: string;
  readonly text: string;
  readonly etag: string;
}

/** @param others the other routes of the document. */
export function openApiRoute(others: readonly ApiRoute[], addresses: () => Addresses): ApiRoute {
  // The address is known once the server listens, and the same from then on.
  let served: Served | undefined;
  const documentAt = (baseUrl: string): Served => {
    if (served?.baseUrl === baseUrl) return served;
    const text = JSON.stringify(openApiDocument([...others, route], baseUrl));
    served = { baseUrl, text, etag: createHash("sha256").update(text).digest("base64url") };
    return served;
  };
  const route: ApiRoute = apiRoute({
    method: "GET",
    path: OPENAPI_PATH,
    operationId: "getOpenApiDocument",
    summary: "This document",
    public: true,
    answers: {
      200: {
        description: "The OpenAPI document.",
        headers: { ETag: Type.String(), "Cache-Control": Type.String() },
        content: json(Type.Object({ openapi: Type.Literal("3.1.0") }, { additionalProperties: true })),
      },
      304: { description: "The `If-None-Match` of the request matches." },
      ...errorAnswers("unavailable"),
    },
    handle: (_request, h) => {
      const { text, etag } = documentAt(addresses().baseUrl);
      return h
        .response(text)
        .type("application/json")
        .etag(etag)
        .header("cache-control", `public, max-age=${MAX_AGE_SECONDS}`);
    },
  });
  return route;
}
