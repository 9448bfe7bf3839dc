/** What every source takes: an address, the time for an answer, and how often to try. */

export const DEFAULT_TIMEOUT_MS = 10_000;
export const DEFAULT_RETRIES = 2;
const MAX_TIMEOUT_MS = 600_000;
const MAX_RETRIES = 10;

/** @throws TypeError when `url` is not an http or https address. */
export function parseHttpUrl(url: string): URL {
  const address = URL.canParse(url) ? new URL(url) : null;
  if (address === null || (address.protocol !== "http:" && address.protocol !== "https:")) {
    throw new TypeError(`"url" expected an http or https address`);
  }
  return address;
}

/**
 * Takes the user and the password out of an address, which `fetch` refuses there.
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

/** @throws RangeError when a number is out of bounds. */
export function checkPatience(timeoutMs: number, retries: number): void {
  checkInteger("timeoutMs", timeoutMs, 1, MAX_TIMEOUT_MS);
  checkInteger("retries", retries, 0, MAX_RETRIES);
}

/** @throws RangeError */
export function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}
