import { type ContentSource, type HashContentOptions, hashContent } from "@svc-proof/verifier-lib";

/**
 * SHA-256 of a `Blob`, a `File`, a stream or bytes, in lower-case hexadecimal. Streamed: memory does not grow with the
 * size. In Node, `hashFile` of the entry `./node` reads a path and is faster.
 *
 * @throws what reading throws; the reason of `options.signal` if it aborts.
 */
export async function hashFile(source: ContentSource, options: HashContentOptions = {}): Promise<string> {
  const digest = await hashContent(source, options);
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
