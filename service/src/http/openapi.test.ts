import Type from "typebox";
import { expect, it } from "vitest";
import { errorAnswers, json, keyedErrorAnswers } from "./answers.js";
import { openApiDocument } from "./openapi.js";
import { type ApiRoute, apiRoute } from "./routes.js";

const THING = Type.Object({ a: Type.Optional(Type.Integer()) }, { $id: "Thing" });

const route = (changes: Partial<ApiRoute> = {}): ApiRoute => ({
  ...apiRoute({
    method: "GET",
    path: "/things/{id}",
    operationId: "getThing",
    summary: "Get a thing",
    params: { id: Type.String() },
    query: { limit: Type.Integer({ default: 5 }), other: Type.Optional(Type.String()) },
    headers: { "X-Needed": Type.String() },
    answers: { 200: { description: "It.", content: json(THING) }, ...keyedErrorAnswers("rate_limited") },
    handle: () => null,
  }),
  ...changes,
});

// biome-ignore lint/suspicious/noExplicitAny: a document
const documentOf = (...routes: ApiRoute[]): any => openApiDocument(routes, "https://a.example/api/v2");

it("names the parameters, and which of them are required", () => {
  const { parameters } = documentOf(route()).paths["/things/{id}"].get;
  expect(
    parameters.map(({ name, in: place, required }: Record<string, unknown>) => [name, place, required]),
  ).toEqual([
    ["id", "path", true],
    ["limit", "query", false],
    ["other", "query", false],
    ["X-Needed", "header", true],
  ]);
});

it("puts named schemas among the components, once, and refers to them", () => {
  const list = route({
    path: "/things",
    answers: { 200: { description: "All.", content: json(Type.Array(THING)) } },
  });
  const { paths, components } = documentOf(route(), list);
  const schemaOf = (path: string) => paths[path].get.responses[200].content["application/json"].schema;
  expect(schemaOf("/things/{id}")).toEqual({ $ref: "#/components/schemas/Thing" });
  expect(schemaOf("/things")).toEqual({ type: "array", items: { $ref: "#/components/schemas/Thing" } });
  expect(components.schemas.Thing).toEqual({ type: "object", properties: { a: { type: "integer" } } });
  expect(JSON.stringify(paths)).not.toContain("$id");
});

it("refuses two schemas of one name", () => {
  const other = Type.Object({ b: Type.Null() }, { $id: "Thing" });
  const list = route({ path: "/things", answers: { 200: { description: "", content: json(other) } } });
  expect(() => documentOf(route(), list)).toThrow("Thing");
});

it("shows the gateway's answers beside the route's own of the same status", () => {
  const { responses } = documentOf(route()).paths["/things/{id}"].get;
  expect(Object.keys(responses)).toEqual(["200", "401", "403", "413", "429", "503"]);
  expect(Object.keys(responses[429].content)).toEqual(["application/json", "text/plain"]);
  expect(responses[429].headers["Retry-After"].required).toBe(true);
  expect(responses[401].headers["WWW-Authenticate"]).toEqual({
    required: true,
    schema: { type: "string", const: "Bearer" },
  });
});

it("asks for the key everywhere but on public routes", () => {
  const open = route({ path: "/open", public: true, answers: errorAnswers("not_found") });
  const { security, paths } = documentOf(route(), open);
  expect(security).toEqual([{ api_key: [] }]);
  expect(paths["/things/{id}"].get.security).toBeUndefined();
  expect(paths["/open"].get.security).toEqual([]);
});
