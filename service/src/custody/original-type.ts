import { parseMediaType } from "../resources/media-type.js";

const UNKNOWN_TYPE = "application/octet-stream";

/** Types that say nothing about a file. curl sends the second for any body. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([UNKNOWN_TYPE, "application/x-www-form-urlencoded"]);

const MAX_LENGTH = 255;

/**
 * The type of an original: the registered type, or the upload's if the registered one says nothing.
 *
 * @returns a media type that is valid in a header.
 */
export function originalType(registered: string, uploaded: string | null): string {
  const [type = UNKNOWN_TYPE] = [registered, uploaded ?? ""].map(withoutLastSemicolons).filter(saysType);
  return type;
}

function saysType(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const type = parseMediaType(text);
  // A range, as in the header Accept, is a question.
  return type !== null && !SAYS_NOTHING.has(type.essence) && !type.essence.includes("*");
}

function withoutLastSemicolons(text: string): string {
  let end = text.length;
  while (end > 0 && "; \t".includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
