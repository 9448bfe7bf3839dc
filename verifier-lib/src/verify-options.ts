/** What `verify` takes, and what of it each check is given. */
import type { VerifyBitcoinOptions } from "./bitcoin/verify-bitcoin.js";
import type { Content } from "./content/verify-content.js";
import { CONTENT_HASH } from "./hash/content-hash-algorithm.js";
import {
  type ContentSource,
  type HashContentOptions,
  isContentSource,
  type StreamingSha256,
} from "./hash/hash-content.js";
import { isBlob, isRandomAccess, type RandomAccess } from "./package/random-access.js";
import type { VerifySealOptions } from "./seal/verify-seal.js";
import type { BitcoinSource } from "./source/bitcoin-source.js";
import type { EvmSource } from "./source/evm-source.js";
import type { Work } from "./work/work.js";

/** What can be verified: bytes, a text decoded from UTF-8, or a file that is read where needed. */
export type VerifyInput = Uint8Array | string | Blob | RandomAccess;

export interface VerifyOptions {
  /** The original, to be hashed here. Not together with `contentHash`. */
  readonly original?: ContentSource;
  /**
   * SHA-256 of the original, 64 lower-case hexadecimal characters; for a bare RFC 3161 timestamp of SHA-384 or SHA-512 its
   * digest of that kind.
   */
  readonly contentHash?: string;
  /** Whether the caller made `contentHash` of the original: the report then speaks of the file. Default: false. */
  readonly isOriginalHashed?: boolean;
  /** Whom to ask about chains. None: nothing touches a network. */
  readonly sources?: readonly EvmSource[];
  /**
   * Blocks from the anchor's to the head, both counted, below which an anchor is not taken as settled. Default: the chain's
   * own rule, `evmFinality`: what the chain calls `finalized`, or 12 blocks where it has no finality or is not known.
   */
  readonly minConfirmations?: number;
  /** OpenTimestamps files (`.ots`) of the content, or of the batch's Merkle root. At most 16. */
  readonly timestamps?: readonly Uint8Array[];
  /** Bitcoin headers at hand: documents `svc-bitcoin-headers/1`, or lines `HEIGHT HEX160`. At most 64. */
  readonly headers?: readonly (Uint8Array | string)[];
  /** Whom to ask about blocks of Bitcoin that the headers do not settle. */
  readonly bitcoinSources?: readonly BitcoinSource[];
  /** Blocks from an attested block to Bitcoin's tip, both counted, below which it is not taken as settled. Default 6. */
  readonly minBitcoinConfirmations?: number;
  /** The seal: an RFC 3161 response (`.tsr`), or the token by itself, as DER. */
  readonly seal?: Uint8Array;
  /** PEM texts of the certificates that are trusted to make seals, or to name who does. At most 16. */
  readonly trust?: readonly string[];
  /** PEM texts of an authority's certificates, beside those that the seal carries; not trusted. At most 16. */
  readonly certificates?: readonly string[];
  /** Revocation lists (DER). At most 16. */
  readonly crls?: readonly Uint8Array[];
  /** OCSP responses (DER). At most 16. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** OpenTimestamps files (`.ots`) of the seal's own bytes: they keep it when its certificate expires. At most 16. */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** The moment as of which the seal is asked about; the report says so. Default: `now`. */
  readonly at?: Date;
  /** Time that the report carries. Default: the clock of this machine. */
  readonly now?: Date;
  /** Bytes of the original hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  /** Hash to use for the original. Default: a portable one. */
  readonly createHash?: () => StreamingSha256;
  readonly signal?: AbortSignal;
}

/**
 * The content to compare with; undefined where none was given.
 *
 * @throws TypeError or RangeError when something is not what it is said to be above.
 */
export function checkOptions(input: VerifyInput, options: VerifyOptions): Content | undefined {
  const isBytes = typeof input === "string" || input instanceof Uint8Array;
  if (!isBytes && !isBlob(input) && !isRandomAccess(input)) {
    throw new TypeError(`"input" expected Uint8Array, string, Blob or RandomAccess, got ${typeof input}`);
  }
  const { original, contentHash, minConfirmations, now, sources } = options;
  if (original !== undefined && !isContentSource(original)) {
    throw new TypeError(`"original" expected Uint8Array, Blob, ReadableStream or AsyncIterable`);
  }
  checkList(
    "sources",
    sources,
    Number.POSITIVE_INFINITY,
    (item) => isNamed(item) && Number.isSafeInteger(item.chainId),
  );
  for (const [name, date] of Object.entries({ now, at: options.at })) {
    if (date === undefined) continue;
    if (!(date instanceof Date && date.getTime() >= 0 && date.getTime() <= MAX_TIME_MS)) {
      throw new RangeError(`"${name}" expected a Date from 1970 to 9999`);
    }
  }
  if (options.seal !== undefined && !(options.seal instanceof Uint8Array)) {
    throw new TypeError(`"seal" expected Uint8Array`);
  }
  for (const name of ["timestamps", "sealTimestamps", "crls", "ocspResponses"] as const) {
    checkList(name, options[name], MAX_FILES, (item) => item instanceof Uint8Array);
  }
  for (const name of ["trust", "certificates"] as const) {
    checkList(name, options[name], MAX_FILES, (item) => typeof item === "string");
  }
  checkList(
    "headers",
    options.headers,
    MAX_HEADER_DOCUMENTS,
    (item) => item instanceof Uint8Array || typeof item === "string",
  );
  checkList("bitcoinSources", options.bitcoinSources, MAX_BITCOIN_SOURCES, isNamed);
  checkConfirmations("minConfirmations", minConfirmations);
  checkConfirmations("minBitcoinConfirmations", options.minBitcoinConfirmations);
  if (contentHash !== undefined) {
    if (original !== undefined)
      throw new TypeError(`"original" and "contentHash" expected one of them, got both`);
    if (!CONTENT_HASH.test(contentHash)) {
      throw new RangeError(`"contentHash" expected 64, 96 or 128 lower-case hexadecimal characters`);
    }
    return { hash: contentHash };
  }
  return original === undefined ? undefined : { original };
}

/** The last millisecond of the year 9999: past it a date has no ISO 8601 form of four digits. */
const MAX_TIME_MS = 253_402_300_799_999;

/** Files of one kind. */
const MAX_FILES = 16;
const MAX_HEADER_DOCUMENTS = 64;
const MAX_BITCOIN_SOURCES = 16;

/** Reports print the name. */
function isNamed(item: unknown): item is { readonly name: string; readonly chainId?: unknown } {
  return typeof item === "object" && item !== null && "name" in item && typeof item.name === "string";
}

function checkList(
  name: string,
  list: readonly unknown[] | undefined,
  max: number,
  isItem: (item: unknown) => boolean,
): void {
  if (list === undefined) return;
  if (!Array.isArray(list) || !list.every(isItem))
    throw new TypeError(`"${name}" expected an array of its items`);
  if (list.length > max) throw new RangeError(`"${name}" expected at most ${max}, got ${list.length}`);
}

function checkConfirmations(name: string, value: number | undefined): void {
  if (value === undefined || (Number.isSafeInteger(value) && value >= 1)) return;
  throw new RangeError(`"${name}" expected an integer of at least 1, got ${value}`);
}

export function sealOptions(options: VerifyOptions, now: Date, work: Work): VerifySealOptions {
  const { trust, certificates, crls, ocspResponses, sealTimestamps, at } = options;
  return {
    now,
    work,
    bitcoin: bitcoinOptions(options, now, work),
    ...(trust && { trust }),
    ...(certificates && { certificates }),
    ...(crls && { crls }),
    ...(ocspResponses && { ocspResponses }),
    ...(sealTimestamps && { sealTimestamps }),
    ...(at && { at }),
  };
}

export function bitcoinOptions(options: VerifyOptions, now: Date, work: Work): VerifyBitcoinOptions {
  const { headers, bitcoinSources, minBitcoinConfirmations, signal } = options;
  return {
    now,
    work,
    ...(headers && { headers }),
    ...(bitcoinSources && { sources: bitcoinSources }),
    ...(minBitcoinConfirmations !== undefined && { minConfirmations: minBitcoinConfirmations }),
    ...(signal && { signal }),
  };
}

export function hashOptions({ onProgress, createHash, signal }: VerifyOptions): HashContentOptions {
  return {
    ...(onProgress && { onProgress }),
    ...(createHash && { createHash }),
    ...(signal && { signal }),
  };
}
