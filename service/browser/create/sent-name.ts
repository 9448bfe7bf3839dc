/** How a file is named in a registration: the interface keeps the file name alone, of at most 200 characters. */

const MAX_CHARACTERS = 200;
/** Kept of the end of a long name: its ending, and what numbers it. */
const KEPT_AT_END = 40;
const LONE_SURROGATE = /\p{Surrogate}/gu;
/** What the interface takes for a type. */
const TYPE = /^[ -~]{1,255}$/;

/** @param path `folder/below/name.txt`. */
export function sentName(path: string): string {
  // Half of a pair of surrogates, as file systems allow it, is no character that can be sent.
  const name = path.slice(path.lastIndexOf("/") + 1).replace(LONE_SURROGATE, "\ufffd");
  const characters = [...name];
  if (characters.length <= MAX_CHARACTERS) return name;
  const begin = characters.slice(0, MAX_CHARACTERS - KEPT_AT_END - 1);
  return `${begin.join("")}…${characters.slice(-KEPT_AT_END).join("")}`;
}

/** Undefined for a type that the interface would refuse, and for an unknown one. */
export function sentType(type: string): string | undefined {
  return TYPE.test(type) ? type : undefined;
}
