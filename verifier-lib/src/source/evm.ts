/** EVM endpoints. */
import { encodeBlockHeader } from "../evm/block-header.js";
import {
  checkInteger,
  checkPatience,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  fetchBounded,
  parseHttpUrl,
  retry,
  SourceError,
  takeLogin,
} from "./bounded-fetch.js";

// The interface of EVM sources. Only its implementations use the network.

/** A transaction according to a source. Hexadecimal is lower case with `0x`. */
export interface EvmTransaction {
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** The whole calldata. */
  readonly input: string;
  /** Null while the transaction is not in a block. */
  readonly blockNumber: number | null;
  /** `0x` and 64 digits of lower-case hexadecimal; null if it is in no block yet. */
  readonly blockHash: string | null;
}

/** The receipt of a transaction in a block. */
export interface EvmReceipt {
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly transactionHash: string;
  /** `unknown` if the receipt has no status (before the Byzantium fork). */
  readonly status: "success" | "reverted" | "unknown";
  readonly blockNumber: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly blockHash: string;
}

/** A block that the source considers canonical. */
export interface EvmBlock {
  readonly number: number;
  /** `0x` and 64 digits of lower-case hexadecimal. */
  readonly hash: string;
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly timestamp: number;
  /** In the order of the block, each `0x` and 64 digits of lower-case hexadecimal. */
  readonly transactionHashes: readonly string[];
  /**
   * RLP of the block's header, whose Keccak-256 is `hash`. `encodeBlockHeader` builds it from the fields of a
   * JSON-RPC response. Null if no header of the block hashes to `hash`. Number and time are then the source's
   * word, which is acceptable only on chains whose headers do not follow Ethereum's rules.
   */
  readonly header: Uint8Array | null;
}

/** Options of every request. */
export interface EvmSourceRequest {
  readonly signal?: AbortSignal;
}

/**
 * A source of data about one chain.
 *
 * Each method resolves to null if the source says that the object does not exist, and rejects with a
 * `SourceError` if the source does not answer or the answer is invalid.
 */
export interface EvmSource {
  /** EIP-155 identifier the caller expects. `fetchChainId` returns the source's own. */
  readonly chainId: number;
  /** The name of the source in reports. Must not contain a secret: an address is cut to its origin. */
  readonly name: string;
  /** Time limit of one answer, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * EIP-155 identifier of the chain that the source serves.
   *
   * @throws SourceError, as do the other methods.
   */
  fetchChainId(request?: EvmSourceRequest): Promise<number>;
  /** Number of the newest block. */
  fetchHeadNumber(request?: EvmSourceRequest): Promise<number>;
  /**
   * Number of the newest final block; null if the source does not know. Without this method, a source cannot
   * settle an anchor on a chain that has finality, unless the caller asks for confirmations.
   */
  fetchFinalizedNumber?(request?: EvmSourceRequest): Promise<number | null>;
  /** The transaction with this hash (`0x` and lower-case hexadecimal); null if the source has none. */
  fetchTransaction(hash: string, request?: EvmSourceRequest): Promise<EvmTransaction | null>;
  /** The receipt of the transaction with this hash; null if it is in no block that the source knows. */
  fetchReceipt(hash: string, request?: EvmSourceRequest): Promise<EvmReceipt | null>;
  /** The block of this number in the source's chain; null if there is none. */
  fetchBlock(number: number, request?: EvmSourceRequest): Promise<EvmBlock | null>;
}

/** Calls the methods of one JSON-RPC endpoint over HTTP. The sources on top differ in how they read the answer. */
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

// An `EvmSource` that uses a JSON-RPC 2.0 endpoint over HTTP: Ethereum execution APIs, `eth_*` methods,
// https://ethereum.github.io/execution-apis/.
//
// Does not batch requests, so that no answer waits for another and each has the same size limit. An invalid
// answer must never look like "does not exist": only a `result` of null means that.
//
// Does not check whether the endpoint tells the truth. That is why a report names its sources.

/** Parameters of `createRpcEvmSource`. */
export interface RpcEvmSourceParameters {
  /** EIP-155 identifier of the chain the endpoint should serve. */
  readonly chainId: number;
  /** The endpoint's http or https address. */
  readonly url: string;
  /** Name in reports. Default: the origin of `url`, which hides a key in the path. */
  readonly name?: string;
  /** Time limit of one answer, including retries. Default 10,000; at most 600,000. */
  readonly timeoutMs?: number;
  /** Retries of one request after a connection error or an overload response. Default 2; at most 10. */
  readonly retries?: number;
}

/** The largest answer: a block of 30,000 transaction hashes, or a transaction with the largest calldata, twice. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;

const HASH = /^0x[0-9a-f]{64}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;
/** Execution APIs: a quantity has no leading zeros. 14 digits hold every safe integer. */
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,13})$/;

/**
 * Creates a source that queries a JSON-RPC endpoint.
 *
 * @throws TypeError if `url` is not an http or https address; RangeError if a number is out of bounds.
 *
 * @example
 * const source = createRpcEvmSource({ chainId: 1, url: "https://rpc.example" });
 * const report = await verify(proofBytes, { sources: [source] });
 */
export function createRpcEvmSource(parameters: RpcEvmSourceParameters): EvmSource {
  const { chainId, url, timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = parameters;
  checkInteger("chainId", chainId, 0, Number.MAX_SAFE_INTEGER);
  const client = createJsonRpcClient({
    url,
    version: "2.0",
    timeoutMs,
    retries,
    maxBytes: MAX_ANSWER_BYTES,
    readResult,
  });
  const ask = (method: string, params: readonly unknown[], request?: EvmSourceRequest): Promise<unknown> =>
    client.call(method, params, request?.signal);

  return {
    chainId,
    name: parameters.name ?? client.origin,
    timeoutMs,
    async fetchChainId(request) {
      return quantity("eth_chainId", await ask("eth_chainId", [], request));
    },
    async fetchHeadNumber(request) {
      return quantity("eth_blockNumber", await ask("eth_blockNumber", [], request));
    },
    async fetchFinalizedNumber(request) {
      const method = "eth_getBlockByNumber";
      const answer = await ask(method, ["finalized", false], request);
      return answer === null ? null : quantity(method, record(method, answer)["number"]);
    },
    async fetchTransaction(hash, request) {
      const method = "eth_getTransactionByHash";
      const answer = await ask(method, [hash], request);
      return answer === null ? null : parseTransaction(method, answer, hash);
    },
    async fetchReceipt(hash, request) {
      const method = "eth_getTransactionReceipt";
      const answer = await ask(method, [hash], request);
      return answer === null ? null : parseReceipt(method, answer, hash);
    },
    async fetchBlock(number, request) {
      const method = "eth_getBlockByNumber";
      const answer = await ask(method, [`0x${number.toString(16)}`, false], request);
      return answer === null ? null : parseBlock(method, answer, number);
    },
  };
}

/**
 * The `result` of an answer, which may be null.
 *
 * @throws SourceError `source_error` for an error of the endpoint; `source_invalid_answer` if the answer is
 * not a JSON-RPC 2.0 response to this request.
 */
function readResult(method: string, status: number, body: Uint8Array): unknown {
  if (status !== 200) {
    throw new SourceError("source_error", `${method}: HTTP status ${status}`, undefined, status);
  }
  let answer: unknown;
  try {
    answer = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body));
  } catch (error) {
    throw new SourceError("source_invalid_answer", `${method}: got an answer that is not JSON`, error);
  }
  const { jsonrpc, id, result, error } = record(method, answer);
  if (jsonrpc !== "2.0") throw invalid(method, "an answer that is not JSON-RPC 2.0");
  if (error !== undefined && error !== null) {
    // The id is null if the endpoint could not read the request.
    if ((id !== REQUEST_ID && id !== null) || typeof error !== "object")
      throw invalid(method, "a malformed error");
    throw new SourceError("source_error", `${method}: the endpoint answered with an error`, error);
  }
  if (id !== REQUEST_ID) throw invalid(method, "an answer to another request");
  if (result === undefined) throw invalid(method, "an answer without a result");
  return result;
}

function parseTransaction(method: string, answer: unknown, expectedHash: string): EvmTransaction {
  const fields = record(method, answer);
  const hash = text(method, fields, "hash", HASH);
  if (hash !== expectedHash) throw invalid(method, "another transaction than the one asked for");
  const { blockNumber, blockHash } = fields;
  const pending = blockNumber === null || blockNumber === undefined;
  return {
    hash,
    input: text(method, fields, "input", DATA),
    blockNumber: pending ? null : quantity(method, blockNumber),
    blockHash: pending || blockHash === null ? null : text(method, fields, "blockHash", HASH),
  };
}

function parseReceipt(method: string, answer: unknown, expectedHash: string): EvmReceipt {
  const fields = record(method, answer);
  const transactionHash = text(method, fields, "transactionHash", HASH);
  if (transactionHash !== expectedHash) throw invalid(method, "another receipt than the one asked for");
  return {
    transactionHash,
    status: receiptStatus(method, fields["status"]),
    blockNumber: quantity(method, fields["blockNumber"]),
    blockHash: text(method, fields, "blockHash", HASH),
  };
}

function receiptStatus(method: string, status: unknown): EvmReceipt["status"] {
  // Receipts from before EIP-658 contain a state root instead.
  if (status === undefined || status === null) return "unknown";
  if (status === "0x1") return "success";
  if (status === "0x0") return "reverted";
  throw invalid(method, "a receipt status that is neither 0x0 nor 0x1");
}

function parseBlock(method: string, answer: unknown, expectedNumber: number): EvmBlock {
  const fields = record(method, answer);
  const number = quantity(method, fields["number"]);
  if (number !== expectedNumber) throw invalid(method, "another block than the one asked for");
  const hashes = fields["transactions"];
  if (!Array.isArray(hashes)) throw invalid(method, "a block without a list of transactions");
  const timestamp = quantity(method, fields["timestamp"]);
  // The year 9999: later dates have no ISO 8601 form with four-digit years.
  if (timestamp > 253_402_300_799) throw invalid(method, "a timestamp beyond the year 9999");
  const hash = text(method, fields, "hash", HASH);
  return {
    number,
    hash,
    timestamp,
    header: encodeBlockHeader(fields, hash),
    transactionHashes: hashes.map((hash) => {
      const value = typeof hash === "string" ? hash.toLowerCase() : "";
      if (!HASH.test(value)) throw invalid(method, "a malformed transaction hash");
      return value;
    }),
  };
}

function record(method: string, answer: unknown): Readonly<Record<string, unknown>> {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) {
    throw invalid(method, "an answer that is not an object");
  }
  return answer as Readonly<Record<string, unknown>>;
}

function text(
  method: string,
  fields: Readonly<Record<string, unknown>>,
  field: string,
  form: RegExp,
): string {
  const value = fields[field];
  // Case has no meaning in hexadecimal data, and some nodes return upper case.
  const lower = typeof value === "string" ? value.toLowerCase() : "";
  if (!form.test(lower)) throw invalid(method, `a malformed "${field}"`);
  return lower;
}

function quantity(method: string, value: unknown): number {
  const lower = typeof value === "string" ? value.toLowerCase() : "";
  const number = QUANTITY.test(lower) ? Number(lower) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw invalid(method, "a malformed quantity");
  return number;
}

function invalid(method: string, got: string): SourceError {
  return new SourceError("source_invalid_answer", `${method}: got ${got}`);
}

// The public endpoints that site and command line ask if the reader agrees and names no others.

/**
 * Two for each chain, from independent operators, so that a false answer is contradicted. All of them allow any origin
 * (CORS) and need no key. None is asked before the reader agrees. Bitcoin's are explorers with Esplora's API, the others
 * speak JSON-RPC. By `bitcoin`, or `evm:` and the EIP-155 identifier of a chain.
 */
export const DEFAULT_ENDPOINTS: Readonly<Record<string, readonly string[]>> = {
  bitcoin: ["https://blockstream.info/api", "https://mempool.space/api"],
  "evm:1": ["https://ethereum-rpc.publicnode.com", "https://eth.drpc.org"],
  "evm:10": ["https://mainnet.optimism.io", "https://optimism-rpc.publicnode.com"],
  "evm:100": ["https://rpc.gnosischain.com", "https://gnosis-rpc.publicnode.com"],
  "evm:137": ["https://polygon-bor-rpc.publicnode.com", "https://polygon.drpc.org"],
  "evm:8453": ["https://mainnet.base.org", "https://base-rpc.publicnode.com"],
  "evm:42161": ["https://arb1.arbitrum.io/rpc", "https://arbitrum-one-rpc.publicnode.com"],
  "evm:80002": ["https://rpc-amoy.polygon.technology", "https://polygon-amoy-bor-rpc.publicnode.com"],
  "evm:84532": ["https://sepolia.base.org", "https://base-sepolia-rpc.publicnode.com"],
  "evm:11155111": ["https://ethereum-sepolia-rpc.publicnode.com", "https://sepolia.drpc.org"],
};

/**
 * Passes a question on to a source, or answers it from what it remembers.
 *
 * @param question the same for equal questions to one source, different for others.
 * @param ask asks the source.
 */
export type Ask = <Answer>(question: string, ask: () => Promise<Answer>) => Promise<Answer>;

/** The same source, asked through `ask`. */
export function evmSourceAskedThrough(source: EvmSource, ask: Ask): EvmSource {
  return {
    chainId: source.chainId,
    name: source.name,
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchChainId: (request) => ask("chain", () => source.fetchChainId(request)),
    fetchHeadNumber: (request) => ask("head", () => source.fetchHeadNumber(request)),
    ...(source.fetchFinalizedNumber !== undefined && {
      fetchFinalizedNumber: (request) => ask("finalized", () => source.fetchFinalizedNumber!(request)),
    }),
    fetchTransaction: (hash, request) =>
      ask(`transaction ${hash}`, () => source.fetchTransaction(hash, request)),
    fetchReceipt: (hash, request) => ask(`receipt ${hash}`, () => source.fetchReceipt(hash, request)),
    fetchBlock: (number, request) => ask(`block ${number}`, () => source.fetchBlock(number, request)),
  };
}
