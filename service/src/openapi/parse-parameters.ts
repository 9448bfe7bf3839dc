/** Parameters of queries and headers, checked with the schemas that the OpenAPI document shows. */
import Type, { type Static, type TObject, type TProperties } from "typebox";
import { Compile } from "typebox/schema";
import { ApiError } from "../api-error.js";

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
