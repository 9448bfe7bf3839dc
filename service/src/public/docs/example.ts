/** Examples of values and calls, made from schemas. */
import { nameOfReference, type OpenApi, type Operation, type Schema } from "./openapi-view.js";

const EXAMPLE_UUID = "0198c4a2-7a30-7c1e-9f5b-2d6c1e8a4b37";
const EXAMPLE_TIME = "2026-02-03T04:04:00.188Z";
/** SHA-256 of no bytes. */
const EXAMPLE_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A value of the schema. Of alternatives the first; properties that may be missing are left out of requests. */
export function exampleOf(schema: Schema, { components }: OpenApi, withOptional = true): unknown {
  const of = (given: Schema): unknown => {
    const name = nameOfReference(given);
    if (name !== null) return of(components.schemas[name] ?? {});
    if (given.const !== undefined) return given.const;
    if (given.examples?.[0] !== undefined) return given.examples[0];
    if (given.default !== undefined) return given.default;
    if (given.enum !== undefined) return given.enum[0];
    if (given.anyOf?.[0] !== undefined) return of(given.anyOf[0]);
    if (given.allOf !== undefined) return Object.assign({}, ...given.allOf.map(of));
    switch (given.type) {
      case "object":
        return Object.fromEntries(
          Object.entries(given.properties ?? {})
            .filter(([name]) => withOptional || given.required?.includes(name))
            .map(([name, property]) => [name, of(property)]),
        );
      case "array":
        return given.items === undefined ? [] : [of(given.items)];
      case "integer":
      case "number":
        return given.minimum ?? 1;
      case "boolean":
        return true;
      case "null":
        return null;
      default:
        return textOf(given);
    }
  };
  return of(schema);
}

function textOf({ format, pattern }: Schema): string {
  if (format === "uuid") return EXAMPLE_UUID;
  if (format === "date-time") return EXAMPLE_TIME;
  if (format === "uri") return "https://…";
  if (pattern === "^[a-f0-9]{64}$") return EXAMPLE_HASH;
  if (pattern === "^0x[a-f0-9]{64}$") return `0x${EXAMPLE_HASH}`;
  return "…";
}

/** The call of an operation in a shell. */
export function curlOf(method: string, path: string, operation: Operation, document: OpenApi): string {
  const url = `${document.servers[0].url}${path.replace(/\{\w+\}/g, EXAMPLE_UUID)}`;
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const isJson = type === "application/json";
  const answers = Object.entries(operation.responses).filter(([status]) => status === "200");
  const isFile = answers.some(
    ([, { content: given = {} }]) => !Object.keys(given).includes("application/json"),
  );
  const lines = [
    `curl ${method === "get" || (method === "post" && type !== undefined) ? "" : `-X ${method.toUpperCase()} `}${url}`,
    operation.security?.length === 0 ? null : '-H "Authorization: Bearer svc_…"',
    type === undefined ? null : `-H "Content-Type: ${type}"`,
    content === undefined
      ? null
      : isJson
        ? `-d '${JSON.stringify(exampleOf(content.schema, document, false))}'`
        : "--data-binary @FILE",
    method === "get" && isFile && answers.length > 0 ? "-OJ" : null,
  ];
  return lines.filter((line) => line !== null).join(" \\\n  ");
}
