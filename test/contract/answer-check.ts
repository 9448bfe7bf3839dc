/**
 * Checks an answer of the API against the OpenAPI document that the server itself serves: the
 * status is declared, the headers sent with every answer are there, the body has the declared type
 * and form and no undeclared property. No answer carries a CORS header.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

type Json = Record<string, unknown>;

interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Response {
  readonly headers?: Readonly<Record<string, { readonly required: boolean }>>;
  readonly content?: Readonly<Record<string, Json>>;
}

export interface OpenApiDocument extends Json {
  readonly components: { readonly schemas: Readonly<Record<string, Json>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface ApiAnswer {
  readonly method: string;
  /** Of the request: the full path with its query. */
  readonly path: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Where the server mounts the API. */
export const BASE_PATH = "/api/v2";

/** What the formats of the schemas mean. */
export const FORMATS = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  "date-time": /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  uri: (text: string) => URL.canParse(text),
  binary: true as const,
  int64: { type: "number" as const, validate: Number.isSafeInteger },
};

/** Errors at addresses outside the document's routes. */
const NO_ROUTE = {
  type: "object",
  required: ["error"],
  additionalProperties: false,
  properties: {
    error: {
      type: "object",
      required: ["code", "message"],
      additionalProperties: false,
      properties: { code: { enum: ["not_found", "invalid_request"] }, message: { type: "string" } },
    },
  },
};

/** What named schemas of the document leave open, because generators of clients need them plain. */
const STRICTER_SCHEMAS: Readonly<Record<string, Json>> = {
  Seal: {
    anyOf: [
      {
        required: ["authority", "time", "serial_number", "policy_oid", "tsr_url"],
        properties: { state: { const: "issued" } },
      },
      { maxProperties: 1, properties: { state: { const: "pending" } } },
    ],
  },
  EndedCustody: { properties: { original: { const: null }, proof_unaffected: { const: true } } },
  NotReady: { properties: { ready: { const: false } } },
};

const NOT_CREATED = { not: { required: ["created"] } };
const DEPOSITED = { ...NOT_CREATED, properties: { original: { type: "object" } } };

/** The same of answers, by operation and status. */
const STRICTER_ANSWERS: Readonly<Record<string, Json>> = {
  "createProof 200": { required: ["created"], properties: { created: { const: false } } },
  "createProof 201": { required: ["created"], properties: { created: { const: true } } },
  "getProof 200": NOT_CREATED,
  "listProofs 200": { properties: { data: { items: NOT_CREATED } } },
  "depositOriginal 200": DEPOSITED,
  "depositOriginal 201": DEPOSITED,
  "postOriginal 200": DEPOSITED,
  "postOriginal 201": DEPOSITED,
};

/** Builds the check from a served document. */
export function answerCheck(document: OpenApiDocument): (answer: ApiAnswer) => void {
  const { paths } = document;
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: FORMATS });
  const checked = closed(document) as OpenApiDocument;
  const schemas = Object.entries(checked.components.schemas).map(([name, schema]) => [
    name,
    name in STRICTER_SCHEMAS ? { ...schema, allOf: [STRICTER_SCHEMAS[name]] } : schema,
  ]);
  ajv.addSchema({ ...checked, components: { schemas: Object.fromEntries(schemas) }, $id: "openapi" });
  const noRoute = ajv.compile(NO_ROUTE);
  const validators = new Map<string, ValidateFunction>();
  const templates = Object.keys(paths)
    // The more specific first: `{id}.json` also matches the path of `{id}.headers.json`.
    .sort((a, b) => b.length - a.length)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(".", "\\.").replaceAll(/\{\w+\}/g, "[^/]+")}$`),
    }));

  return ({ method, path, status, headers, body }) => {
    for (const name of Object.keys(headers)) expect(name).not.toMatch(/^access-control-/);
    if (!path.startsWith(`${BASE_PATH}/`)) return;
    // The parser refuses malformed HTTP before there is a path: such an answer has no headers and
    // no body.
    if (status === 400 && headers["date"] === undefined && body === "") return;
    const pathname = path.slice(BASE_PATH.length).split("?")[0]!;
    const what = `${method} ${pathname} ${status}: ${body.slice(0, 500)}`;
    const type = String(headers["content-type"] ?? "").split(";")[0]!;
    const template = templates.find(({ pattern }) => pattern.test(pathname))?.template;
    const operation = template && paths[template]![method === "HEAD" ? "get" : method.toLowerCase()];
    if (!operation) {
      expect([400, 404, 405, 413, 429], what).toContain(status);
      if (pathname.startsWith("/proof/") || type !== "application/json" || method === "HEAD") return;
      noRoute(JSON.parse(body));
      expect(noRoute.errors, what).toBeNull();
      return;
    }
    const response = operation.responses[status];
    expect(response, `not in the document: ${what}`).toBeDefined();
    for (const [name, { required }] of Object.entries(response!.headers ?? {})) {
      if (required) expect(headers[name.toLowerCase()], `${name} of ${what}`).toBeTruthy();
    }
    if (response!.content === undefined) {
      expect(body, what).toBe("");
      return;
    }
    const types = Object.keys(response!.content);
    if (types.includes("*/*") && !types.includes(type)) return;
    expect(types, what).toContain(type);
    if (type !== "application/json" || method === "HEAD") return;
    const pointer = ["paths", template!, method.toLowerCase(), "responses", status, "content", type, "schema"]
      .map((part) => encodeURIComponent(String(part).replaceAll("~", "~0").replaceAll("/", "~1")))
      .join("/");
    const validate =
      validators.get(pointer) ??
      ajv.compile({
        $ref: `openapi#/${pointer}`,
        ...STRICTER_ANSWERS[`${operation.operationId} ${status}`],
      });
    validators.set(pointer, validate);
    validate(JSON.parse(body));
    expect(validate.errors, what).toBeNull();
  };
}

/** A copy in which objects hold only the declared properties, unless the schema allows more. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== "object" || value === null) return value;
  const copy: Json = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, closed(item)]));
  return copy["type"] === "object" && copy["properties"] && copy["additionalProperties"] === undefined
    ? { ...copy, additionalProperties: false }
    : copy;
}
