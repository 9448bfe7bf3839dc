/** The codes that a report needs words for, wherever they stand in it. */

/** Members whose values are codes, or texts of a source that are shown as they are. */
const MEMBERS: ReadonlySet<string> = new Set(["code", "answer"]);

export function codesIn(value: unknown, found: Set<string> = new Set()): ReadonlySet<string> {
  if (typeof value !== "object" || value === null) return found;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === "string" && MEMBERS.has(name)) found.add(inner);
    else codesIn(inner, found);
  }
  return found;
}
