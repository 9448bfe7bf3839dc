/**
 * A path of this site that a visitor brought along, as where to go after the sign-in; null for anything else. Browsers take
 * `//host` and `/\\host` for other sites, and drop tabs and line ends.
 */
export function ownPath(given: string | null): string | null {
  return given !== null && /^\/(?![/\\])[!-~]*$/.test(given) && given.length <= 2_000 ? given : null;
}
