/** Parameters of all sources: an address, a time limit and a number of retries. */

export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_RETRIES = 2;
const MAX_TIMEOUT_MS = 600_000;
const MAX_RETRIES = 10;

/** @throws TypeError if `url` is not an http or https address. */
export function parseHttpUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || (address.protocol !== "http:" && address.protocol !== "https:")) {
    throw new TypeError(`"url" expected an http or https address`);
  }
  return address;
}

/**
 * Removes user and password from an address, because `fetch` refuses them there.
 *
 * @returns the header that sends them instead: Basic authentication, RFC 7617, in UTF-8.
 */
export function takeLogin(address: URL): Record<string, string> {
  const { username, password } = address;
  if (username === "" && password === "") return {};
  address.username = "";
  address.password = "";
  const login = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...login))}` };
}

/** @throws RangeError if a number is out of bounds. */
export function checkPatience(timeoutMs: number, retries: number): void {
  checkInteger("timeoutMs", timeoutMs, 1, MAX_TIMEOUT_MS);
  checkInteger("retries", retries, 0, MAX_RETRIES);
}

/** @throws RangeError */
export function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}
