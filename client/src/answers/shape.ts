/** Checks of JSON values at run time: an answer is believed only as far as its shape was checked. */

/** Where a value does not have the shape, as a JSON pointer; null if it has it. */
export type Shape = (value: unknown) => string | null;

const fits =
  (is: (value: unknown) => boolean): Shape =>
  (value) =>
    is(value) ? null : "";

export const boolean: Shape = fits((value) => typeof value === "boolean");
export const count: Shape = fits((value) => Number.isSafeInteger(value) && (value as number) >= 0);
export const number: Shape = fits((value) => typeof value === "number");
export const text: Shape = fits((value) => typeof value === "string");

export function literal(expected: boolean | string | null): Shape {
  return fits((value) => value === expected);
}

export function oneOf(...texts: readonly string[]): Shape {
  return fits((value) => typeof value === "string" && texts.includes(value));
}

export function matching(pattern: RegExp): Shape {
  return fits((value) => typeof value === "string" && pattern.test(value));
}

export function nullOr(shape: Shape): Shape {
  return (value) => (value === null ? null : shape(value));
}

export function optional(shape: Shape): Shape {
  return (value) => (value === undefined ? null : shape(value));
}

export function arrayOf(shape: Shape, maxItems: number = Number.POSITIVE_INFINITY): Shape {
  return (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return "";
    return firstFault(value.entries(), () => shape);
  };
}

/** Members that are not named are not looked at: a later version may have more. */
export function object(members: Readonly<Record<string, Shape>>): Shape {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return "";
    const own = (name: string) => (Object.hasOwn(value, name) ? value[name as never] : undefined);
    const found = Object.keys(members).map((name) => [name, own(name)] as const);
    return firstFault(found, (name) => members[name]!);
  };
}

/** The first of several shapes that differ by a member. */
export function either(isFirst: (value: object) => boolean, first: Shape, second: Shape): Shape {
  return (value) => {
    if (typeof value !== "object" || value === null) return "";
    return isFirst(value) ? first(value) : second(value);
  };
}

function firstFault<Name extends string | number>(
  entries: Iterable<readonly [Name, unknown]>,
  shapeOf: (name: Name) => Shape,
): string | null {
  for (const [name, item] of entries) {
    const fault = shapeOf(name)(item);
    if (fault !== null) return `/${name}${fault}`;
  }
  return null;
}
