/** Media types of originals: RFC 9110 section 8.3.1. */

/** What says nothing about a file. */
export const UNKNOWN_TYPE = "application/octet-stream";

const TOKEN = "[\\w!#$%&'*+.^`|~-]+";
const MEDIA_TYPE = new RegExp(
  `^${TOKEN}/${TOKEN}(?:[ \\t]*;[ \\t]*${TOKEN}=(?:${TOKEN}|"(?:[\\t !#-\\[\\]-~]|\\\\[\\t -~])*"))*$`,
);
const MAX_LENGTH = 255;

/**
 * The type of an original: what its registration says, or the upload where that says nothing.
 *
 * @returns a media type that can stand in a header.
 */
export function originalType(registered: string, uploaded: string | null): string {
  const [type = UNKNOWN_TYPE] = [registered, uploaded ?? ""].filter(
    (text) => text !== UNKNOWN_TYPE && text.length <= MAX_LENGTH && MEDIA_TYPE.test(text),
  );
  return type;
}
