/**
 * Text templates: `{name}` is a placeholder. Neither templates nor values are markup, and braces in a value are not
 * placeholders.
 */
const PLACEHOLDER = /\{(\w+)\}/;

/** Literal texts and placeholder names, alternating; odd indexes are names. */
export function templateParts(template: string): readonly string[] {
  return template.split(PLACEHOLDER);
}

/** @throws RangeError if a placeholder has no value, which is a bug of the caller. */
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
