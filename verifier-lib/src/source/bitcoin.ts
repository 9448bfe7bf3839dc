/** Explorers and nodes. */

import { displayHash, encodeBlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import {
  checkPatience,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  fetchBounded,
  parseHttpUrl,
  retry,
  SourceError,
} from "./bounded-fetch.js";
import { type Ask, createJsonRpcClient, type EvmSourceRequest } from "./evm.js";

// The interface of Bitcoin sources. Only its implementations use the network.

/** Options of every request. */
export type BitcoinSourceRequest = EvmSourceRequest;

/** The tip of the chain, according to a source. */
export interface BitcoinTip {
  /** Of the newest block, from 0. */
  readonly height: number;
  /** The source's name for its chain (`main` is Bitcoin's); null if it does not state one. */
  readonly chain: string | null;
}

/**
 * A source of data about Bitcoin's main chain.
 *
 * Methods reject with a `SourceError` if the source does not answer or the answer is invalid.
 */
export interface BitcoinSource {
  /** The name of the source in reports. Must not contain a secret: an address is cut to its origin. */
  readonly name: string;
  /** Time limit of one answer, in milliseconds. The verifier does not wait longer. Default 30,000. */
  readonly timeoutMs?: number;
  /**
   * The newest block that the source knows.
   *
   * @throws SourceError, as do the other methods.
   */
  fetchTip(request?: BitcoinSourceRequest): Promise<BitcoinTip>;
  /** The 80-byte header at a height; null if the source has no block there. */
  fetchHeader(height: number, request?: BitcoinSourceRequest): Promise<Uint8Array | null>;
  /**
   * The headers of consecutive blocks up to this height, lowest first, as many as one answer holds; null if
   * the source has no block there. Sources that return one block at a time omit this method.
   */
  fetchHeadersTo?(height: number, request?: BitcoinSourceRequest): Promise<readonly Uint8Array[] | null>;
}

// A `BitcoinSource` that uses the JSON-RPC of a Bitcoin Core node:
// https://developer.bitcoin.org/reference/rpc/.
//
// Does not check whether the node tells the truth. It is meant for the user's own node.

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
const MAX_NODE_BYTES = 65_536;
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
    maxBytes: MAX_NODE_BYTES,
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

// A `BitcoinSource` that uses an explorer with Esplora's HTTP API (blockstream.info, mempool.space, the
// sandbox): https://github.com/Blockstream/esplora/blob/master/API.md.
//
// Checks that a header has the requested hash, but not whether the explorer tells the truth.

/** Parameters of `createEsploraBitcoinSource`. */
export interface EsploraBitcoinSourceParameters {
  /** Base address of the API: http or https, including its path. */
  readonly url: string;
  /** Name in reports. Default: the origin of `url`. */
  readonly name?: string;
  /** Time limit of one answer, including retries. Default 10,000; at most 600,000. */
  readonly timeoutMs?: number;
  /** Retries after a connection error or an overload response. Default 2; at most 10. */
  readonly retries?: number;
}

/** A header takes 160 characters. */
const MAX_ESPLORA_BYTES = 1024;
/** Ten blocks of 450 bytes each. mempool.space returns fifteen of up to 4 kB. */
const MAX_BLOCKS_BYTES = 131_072;
const HEIGHT = /^(?:0|[1-9][0-9]{0,9})$/;
const HASH = /^[0-9a-f]{64}$/;
const HEADER = /^[0-9a-f]{160}$/;
const LIST = /^\[/;

/**
 * Creates a source that queries an explorer.
 *
 * @throws TypeError if `url` is not an http or https address; RangeError if a number is out of bounds.
 *
 * @example
 * const sources = [createEsploraBitcoinSource({ url: "https://blockstream.info/api" })];
 * const report = await verify(otsBytes, { contentHash, bitcoinSources: sources });
 */
export function createEsploraBitcoinSource(parameters: EsploraBitcoinSourceParameters): BitcoinSource {
  const { url, timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = parameters;
  const base = parseHttpUrl(url);
  checkPatience(timeoutMs, retries);

  /** The answer's text; null if the explorer does not know the object. */
  const ask = (
    path: string,
    form: RegExp,
    request?: BitcoinSourceRequest,
    maxBytes: number = MAX_ESPLORA_BYTES,
  ): Promise<string | null> =>
    retry(path, { timeoutMs, retries, signal: request?.signal }, async (signal) => {
      const address = new URL(base);
      address.pathname = `${base.pathname.replace(/\/$/, "")}${path}`;
      const { status, body } = await fetchBounded(path, address, { maxBytes, signal });
      if (status === 404) return null;
      if (status !== 200) {
        throw new SourceError("source_error", `${path}: HTTP status ${status}`, undefined, status);
      }
      const text = new TextDecoder().decode(body).trim();
      if (!form.test(text)) throw new SourceError("source_invalid_answer", `${path}: got a malformed answer`);
      return text;
    });

  return {
    name: parameters.name ?? base.origin,
    // A header takes two requests.
    timeoutMs: 2 * timeoutMs,
    async fetchTip(request) {
      const height = await ask("/blocks/tip/height", HEIGHT, request);
      if (height === null) throw new SourceError("source_error", "/blocks/tip/height: HTTP status 404");
      return { height: Number(height), chain: null };
    },
    async fetchHeader(height, request) {
      const hash = await ask(`/block-height/${height}`, HASH, request);
      if (hash === null) return null;
      const path = `/block/${hash}/header`;
      const header = await ask(path, HEADER, request);
      if (header === null)
        throw new SourceError("source_invalid_answer", `${path}: the endpoint does not know the block`);
      const bytes = hexToBytes(header);
      if (displayHash(parseBlockHeader(bytes).hash) !== hash) {
        throw new SourceError("source_invalid_answer", `${path}: got another block's header`);
      }
      return bytes;
    },
    async fetchHeadersTo(height, request) {
      const path = `/blocks/${height}`;
      const list = await ask(path, LIST, request, MAX_BLOCKS_BYTES);
      return list === null ? null : headersOf(path, list, height);
    },
  };
}

/** The headers of a list of blocks, highest first. Explorers return fields, not header bytes. */
function headersOf(path: string, list: string, height: number): Uint8Array[] {
  let blocks: unknown;
  try {
    blocks = JSON.parse(list);
  } catch (error) {
    throw new SourceError("source_invalid_answer", `${path}: got a malformed answer`, error);
  }
  const headers = (blocks as readonly unknown[]).map((block, i) => headerOf(block, height - i));
  if (headers.length === 0 || headers.includes(null)) {
    throw new SourceError("source_invalid_answer", `${path}: got other blocks than those up to this height`);
  }
  return (headers as Uint8Array[]).reverse();
}

/** Encodes the 80-byte header from these fields; null if it does not hash to the block's identifier. */
function headerOf(block: unknown, height: number): Uint8Array | null {
  // What is no object has no fields.
  const fields = Object(block) as Record<string, unknown>;
  const { id, version, timestamp: time, bits, nonce, merkle_root: root } = fields;
  // The first block has no predecessor.
  const previous = height === 0 ? "0".repeat(64) : fields["previousblockhash"];
  const integers = [version, time, bits, nonce];
  if (fields["height"] !== height || !integers.every(Number.isSafeInteger)) return null;
  if (typeof root !== "string" || !HASH.test(root)) return null;
  if (typeof previous !== "string" || !HASH.test(previous)) return null;
  const bytes = encodeBlockHeader({
    version: version as number,
    previousHash: hexToBytes(previous).reverse(),
    merkleRoot: hexToBytes(root).reverse(),
    time: time as number,
    bits: bits as number,
    nonce: nonce as number,
  });
  // Fields that do not fit into the header change its hash.
  return displayHash(parseBlockHeader(bytes).hash) === id ? bytes : null;
}

/** The same source, asked through `ask`. */
export function bitcoinSourceAskedThrough(source: BitcoinSource, ask: Ask): BitcoinSource {
  return {
    name: source.name,
    ...(source.timeoutMs !== undefined && { timeoutMs: source.timeoutMs }),
    fetchTip: (request) => ask("tip", () => source.fetchTip(request)),
    fetchHeader: (height, request) => ask(`header ${height}`, () => source.fetchHeader(height, request)),
    ...(source.fetchHeadersTo !== undefined && {
      fetchHeadersTo: (height, request) =>
        ask(`headers to ${height}`, () => source.fetchHeadersTo!(height, request)),
    }),
  };
}
