/** Names for downloaded files. */

const MAX_CHARACTERS = 150;
/** What no file system takes, what hides, and what turns text around. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}/\\:*?"<>|]+/gu;
/** Names that Windows reserves. */
const RESERVED = /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i;

/**
 * A name that is safe on every system: no path, no control characters, no leading dot, at most 150 characters.
 *
 * @param fallback if nothing is left.
 */
export function safeFileName(given: string, fallback: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = Array.from(last.replace(UNSAFE, "_"))
    .slice(0, MAX_CHARACTERS)
    .join("")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  if (name === "" || /^_+$/.test(name)) return fallback;
  return RESERVED.test(name) ? `_${name}` : name;
}

/** The name in a `Content-Disposition`, null if it has none: RFC 6266, `filename*` before `filename`. */
export function dispositionFileName(header: string | null): string | null {
  if (header === null || header.length > 4096) return null;
  const extended = /;\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]+)/i.exec(header)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended);
    } catch {
      // Not in percent-encoding: the plain form, if there is one.
    }
  }
  const quoted = /;\s*filename\s*=\s*"((?:[^"\\]|\\.)*)"/i.exec(header)?.[1];
  if (quoted !== undefined) return quoted.replace(/\\(.)/g, "$1");
  return /;\s*filename\s*=\s*([^;\s"]+)/i.exec(header)?.[1] ?? null;
}
