/** Media types of originals: RFC 9110 section 8.3.1. */

const UNKNOWN_TYPE = "application/octet-stream";

/** Types that say nothing about a file. curl sends the second for any body. */
const SAYS_NOTHING: ReadonlySet<string> = new Set([UNKNOWN_TYPE, "application/x-www-form-urlencoded"]);

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*"))*$`,
);
const MAX_LENGTH = 255;

/**
 * The type of an original: the registered type, or the upload's if the registered one says nothing.
 *
 * @returns a media type that is valid in a header.
 */
export function originalType(registered: string, uploaded: string | null): string {
  const [type = UNKNOWN_TYPE] = [registered, uploaded ?? ""].filter(
    (text) => !SAYS_NOTHING.has(text) && text.length <= MAX_LENGTH && MEDIA_TYPE.test(text),
  );
  return type;
}
