/** Examples of values, made from schemas. */
import { nameOfReference, type OpenApi, type Schema } from "./openapi-view.js";

export const EXAMPLE_UUID = "0198c4a2-7a30-7c1e-9f5b-2d6c1e8a4b37";
const EXAMPLE_TIME = "2026-02-03T04:04:00.188Z";
/** SHA-256 of no bytes. */
export const EXAMPLE_HASH = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

/** A value of the schema. Of alternatives the first; properties that may be missing are left out of requests. */
export function exampleValue(schema: Schema, { components }: OpenApi, withOptional = true): unknown {
  const of = (given: Schema): unknown => {
    const name = nameOfReference(given);
    if (name !== null) return of(components.schemas[name] ?? {});
    if (given.const !== undefined) return given.const;
    if (given.examples?.[0] !== undefined) return given.examples[0];
    if (given.default !== undefined) return given.default;
    if (given.enum !== undefined) return given.enum[0];
    if (given.anyOf?.[0] !== undefined) return of(given.anyOf[0]);
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

/** Of patterns that "text" does not match. */
const BY_PATTERN: Readonly<Record<string, string>> = {
  "^[a-f0-9]{64}$": EXAMPLE_HASH,
  "^0x[a-f0-9]{64}$": `0x${EXAMPLE_HASH}`,
  "^[0-9A-F]+$": "04A1B2",
  "^[0-9]+(?:\\.[0-9]+)+$": "0.4.0.2023.1.1",
  "^[1-9][0-9]*$": "60",
  "^0x(?:[0-9a-f]{2})+$": "0xf90263",
  "^(?:[0-9a-f]{160}|[0-9a-f]{96})$": `01000000${EXAMPLE_HASH}${EXAMPLE_HASH}29ab5f49ffff001d1dac2b7c`,
};

function textOf({ format, pattern }: Schema): string {
  if (format === "uuid") return EXAMPLE_UUID;
  if (format === "date-time") return EXAMPLE_TIME;
  if (format === "uri") return "https://proofs.example/";
  return BY_PATTERN[pattern ?? ""] ?? "text";
}
