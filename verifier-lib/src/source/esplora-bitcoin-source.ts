/**
 * A `BitcoinSource` that uses an explorer with Esplora's HTTP API (blockstream.info, mempool.space, the
 * sandbox): https://github.com/Blockstream/esplora/blob/master/API.md.
 *
 * Checks that a header has the requested hash, but not whether the explorer tells the truth.
 */
import { displayHash, encodeBlockHeader, parseBlockHeader } from "@svc-proof/shared/bitcoin";
import { hexToBytes } from "@svc-proof/shared/encoding";
import type { BitcoinSource, BitcoinSourceRequest } from "./bitcoin-source.js";
import {
  checkPatience,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT_MS,
  fetchBounded,
  parseHttpUrl,
  retry,
} from "./fetch-bounded.js";
import { SourceError } from "./source-error.js";

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
const MAX_ANSWER_BYTES = 1024;
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
    maxBytes: number = MAX_ANSWER_BYTES,
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
