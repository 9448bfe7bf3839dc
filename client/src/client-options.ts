/** The options of a client, checked and with their defaults. */
import type { ClientOptions } from "./client.js";
import type { DownloadVerification } from "./download/download.js";
import type { TransportOptions } from "./transport/transport.js";

export interface CheckedOptions extends TransportOptions {
  readonly url: string;
  readonly verify: DownloadVerification;
}

const KEY = /^[\x21-\x7e]{1,1000}$/;
const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** Beyond it `setTimeout` would not wait at all. */
const MAX_MS = 2_147_483_647;

/** @throws TypeError or RangeError if one is wrong. The key is in no message. */
export function checkOptions(options: ClientOptions): CheckedOptions {
  const {
    key,
    fetch: given,
    retries = 5,
    timeoutMs = 30_000,
    transferTimeoutMs = 600_000,
    maxRetryDelayMs = 120_000,
    allowHttp = false,
    verify = {},
  } = options;
  if (key !== undefined && (typeof key !== "string" || !KEY.test(key))) {
    throw new TypeError(`"key" expected an API key: visible ASCII characters without white space`);
  }
  const fetching = given ?? globalThis.fetch;
  if (typeof fetching !== "function") throw new TypeError(`"fetch" expected a function`);
  checkInteger("retries", retries, 0, 100);
  checkInteger("timeoutMs", timeoutMs, 1, MAX_MS);
  checkInteger("transferTimeoutMs", transferTimeoutMs, 1, MAX_MS);
  checkInteger("maxRetryDelayMs", maxRetryDelayMs, 0, MAX_MS - 1_000);
  const { require: required } = verify;
  if (required !== undefined && required !== "consistent" && required !== "verified") {
    throw new TypeError(`"verify.require" expected consistent or verified`);
  }
  return {
    url: baseUrl(options.url, allowHttp),
    // Called without a receiver: a browser's fetch accepts no other.
    fetch: (input, init) => fetching(input, init),
    key: key ?? null,
    retries,
    timeoutMs,
    transferTimeoutMs,
    maxRetryDelayMs,
    verify,
  };
}

function baseUrl(text: string, allowHttp: boolean): string {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw new TypeError(`"url" expected the address of the API, such as https://proofs.example/api/v2`);
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    throw new TypeError(`"url" expected no user name, query or fragment`);
  }
  if (url.protocol === "http:" && !allowHttp && !LOOPBACK.test(url.hostname)) {
    throw new TypeError(`"url" expected https: http would send the key in the clear ("allowHttp" allows it)`);
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new TypeError(`"url" expected https, got ${url.protocol}`);
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, "")}`;
}

function checkInteger(name: string, value: number, min: number, max: number): void {
  if (Number.isSafeInteger(value) && value >= min && value <= max) return;
  throw new RangeError(`"${name}" expected an integer from ${min} to ${max}, got ${value}`);
}
