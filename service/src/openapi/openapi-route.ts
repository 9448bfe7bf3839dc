/** `GET /openapi.json`: the document of the API, for everyone. The interface does not have this route. */
import { createHash } from "node:crypto";
import Type from "typebox";
import type { Addresses } from "../site/addresses.js";
import { errorAnswers, json } from "./answers.js";
import { type ApiRoute, apiRoute } from "./api-route.js";
import { openApiDocument } from "./openapi-document.js";

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
