/**
 * Templates of texts: `{name}` stands for a value. A template is never markup, and a value is never a template: braces in
 * a file's name stay what they are.
 */
const PLACEHOLDER = /\{(\w+)\}/;

/** Literal text and names of placeholders in turn: the odd ones are names. */
export function templateParts(template: string): readonly string[] {
  return template.split(PLACEHOLDER);
}

/** @throws RangeError for a placeholder without a value: a caller's bug. */
export function fill(template: string, values: Readonly<Record<string, string | number>>): string {
  return templateParts(template)
    .map((part, at) => (at % 2 === 0 ? part : valueAt(part, values)))
    .join("");
}

function valueAt(name: string, values: Readonly<Record<string, string | number>>): string {
  const value = values[name];
  if (value === undefined) throw new RangeError(`"values" expected ${name}, got ${Object.keys(values)}`);
  return String(value);
}
