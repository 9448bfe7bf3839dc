/** Calls the methods of one JSON-RPC endpoint over HTTP. The sources on top differ in how they read the answer. */
import { checkPatience, fetchBounded, parseHttpUrl, retry, takeLogin } from "./fetch-bounded.js";

export interface JsonRpcClientParameters {
  /** The endpoint's http or https address. A user and password in it are sent as Basic authentication. */
  readonly url: string;
  readonly version: "1.0" | "2.0";
  /** Time limit of one answer, including retries. */
  readonly timeoutMs: number;
  /** Retries after a connection error or an overload response. */
  readonly retries: number;
  /** Maximum size of one answer. */
  readonly maxBytes: number;
  /** Returns the result in an answer, or throws a SourceError. */
  readonly readResult: (method: string, status: number, body: Uint8Array) => unknown;
}

export interface JsonRpcClient {
  /** The address without login, path and query, any of which may contain a key. */
  readonly origin: string;
  /** @throws SourceError; the abort reason of the signal. */
  call(method: string, params: readonly unknown[], signal: AbortSignal | undefined): Promise<unknown>;
}

/** Each request has its own connection, so the id only has to match the answer. */
export const REQUEST_ID = 1;

/** @throws TypeError if `url` is not an http or https address; RangeError if a number is out of bounds. */
export function createJsonRpcClient(parameters: JsonRpcClientParameters): JsonRpcClient {
  const { url, version, timeoutMs, retries, maxBytes, readResult } = parameters;
  const address = parseHttpUrl(url);
  checkPatience(timeoutMs, retries);
  const headers = { "content-type": "application/json", ...takeLogin(address) };
  return {
    origin: address.origin,
    call: (method, params, signal) =>
      retry(method, { timeoutMs, retries, signal }, async (trySignal) => {
        const body = JSON.stringify({ jsonrpc: version, id: REQUEST_ID, method, params });
        const request = { method: "POST", headers, body, maxBytes, signal: trySignal } as const;
        const answer = await fetchBounded(method, address, request);
        return readResult(method, answer.status, answer.body);
      }),
  };
}
