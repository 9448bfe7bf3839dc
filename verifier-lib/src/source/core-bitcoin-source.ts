/**
 * A `BitcoinSource` that uses the JSON-RPC of a Bitcoin Core node:
 * https://developer.bitcoin.org/reference/rpc/.
 *
 * Does not check whether the node tells the truth. It is meant for the user's own node.
 */
import { displayHash, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { BitcoinSource, BitcoinSourceRequest } from "./bitcoin-source.js";
import { DEFAULT_RETRIES, DEFAULT_TIMEOUT_MS } from "./fetch-bounded.js";
import { createJsonRpcClient } from "./json-rpc-client.js";
import { SourceError } from "./source-error.js";

/** Parameters of `createCoreBitcoinSource`. */
export interface CoreBitcoinSourceParameters {
  /** The node's http or https address. A user and password in it are sent as Basic authentication. */
  readonly url: string;
  /** Name in reports. Default: the origin of `url`. */
  readonly name?: string;
  /** Time limit of one answer, including retries. Default 10,000; at most 600,000. */
  readonly timeoutMs?: number;
  /** Retries after a connection error or an overload response. Default 2; at most 10. */
  readonly retries?: number;
}

/** `getblockchaininfo` returns about 2 kB, more while deployments are being voted on. */
const MAX_ANSWER_BYTES = 65_536;
/** Bitcoin Core, `RPC_INVALID_PARAMETER`. Also used for "Block height out of range". */
const RPC_INVALID_PARAMETER = -8;

/**
 * Creates a source that queries a node.
 *
 * @throws TypeError if `url` is not an http or https address; RangeError if a number is out of bounds.
 *
 * @example
 * const source = createCoreBitcoinSource({ url: "http://user:password@127.0.0.1:8332" });
 */
export function createCoreBitcoinSource(parameters: CoreBitcoinSourceParameters): BitcoinSource {
  const { url, timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = parameters;
  const client = createJsonRpcClient({
    url,
    version: "1.0",
    timeoutMs,
    retries,
    maxBytes: MAX_ANSWER_BYTES,
    readResult,
  });
  /** The result; undefined if the node reports a parameter out of range. */
  const ask = (
    method: string,
    params: readonly unknown[],
    request?: BitcoinSourceRequest,
  ): Promise<unknown> => client.call(method, params, request?.signal);

  return {
    name: parameters.name ?? client.origin,
    // A header takes two requests.
    timeoutMs: 2 * timeoutMs,
    async fetchTip(request) {
      const method = "getblockchaininfo";
      const info = await ask(method, [], request);
      const { blocks, chain } = (typeof info === "object" && info !== null ? info : {}) as Record<
        string,
        unknown
      >;
      if (!Number.isSafeInteger(blocks) || typeof chain !== "string") throw invalid(method);
      return { height: blocks as number, chain };
    },
    async fetchHeader(height, request) {
      const hash = await ask("getblockhash", [height], request);
      if (hash === undefined) return null;
      if (typeof hash !== "string" || !/^[0-9a-f]{64}$/.test(hash)) throw invalid("getblockhash");
      const header = await ask("getblockheader", [hash, false], request);
      if (typeof header !== "string" || !/^[0-9a-f]{160}$/.test(header)) throw invalid("getblockheader");
      const bytes = hexToBytes(header);
      if (displayHash(parseBlockHeader(bytes).hash) !== hash) throw invalid("getblockheader");
      return bytes;
    },
  };
}

/** Nodes return errors with an HTTP error status and a body. */
function readResult(method: string, status: number, body: Uint8Array): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder().decode(body));
  } catch (error) {
    if (status === 200) throw invalid(method, error);
    throw new SourceError("source_error", `${method}: HTTP status ${status}`, error, status);
  }
  if (typeof answer !== "object" || answer === null) throw invalid(method);
  const { result, error } = answer as Record<string, unknown>;
  if (error !== null && error !== undefined) {
    if ((error as Record<string, unknown>)["code"] === RPC_INVALID_PARAMETER) return undefined;
    throw new SourceError("source_error", `${method}: the node answered with an error`, error);
  }
  if (status !== 200)
    throw new SourceError("source_error", `${method}: HTTP status ${status}`, undefined, status);
  return result ?? null;
}

function invalid(method: string, cause?: unknown): SourceError {
  return new SourceError("source_invalid_answer", `${method}: got a malformed answer`, cause);
}
