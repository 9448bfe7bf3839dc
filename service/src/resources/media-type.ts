/** Media types as HTTP writes them: RFC 9110 sections 8.3.1 and 5.6.6. */

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const ESSENCE = new RegExp(`[ \\t]*(${TOKEN}/${TOKEN})`, "y");
/** A parameter, or none: a semicolon may stand by itself. */
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(${TOKEN}|"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*"))?`,
  "y",
);
const END = /[ \t]*$/y;

export interface MediaType {
  /** `type/subtype`, in lower case. */
  readonly essence: string;
  /** By name in lower case, without quotes; the first of two with one name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Null for a text that is no media type. */
export function parseMediaType(text: string): MediaType | null {
  let position = 0;
  // Each part is matched once, at its place: one pattern for all of them would try every way to share out the spaces.
  const next = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (match !== null) position = pattern.lastIndex;
    return match;
  };
  const essence = next(ESSENCE)?.[1];
  if (essence === undefined) return null;
  const parameters = new Map<string, string>();
  for (let match = next(PARAMETER); match !== null; match = next(PARAMETER)) {
    const [, name, value] = match;
    if (name === undefined || value === undefined || parameters.has(name.toLowerCase())) continue;
    parameters.set(name.toLowerCase(), value.startsWith('"') ? unquoted(value) : value);
  }
  return next(END) === null ? null : { essence: essence.toLowerCase(), parameters };
}

function unquoted(value: string): string {
  return value.slice(1, -1).replace(/\\(.)/g, "$1");
}
