/** The options of `verify`, and how they are passed to each check. */
import type { HeadersInput } from "./bitcoin/headers-at-hand.js";
import { isRawHeaders } from "./bitcoin/raw-headers.js";
import type { VerifyBitcoinOptions } from "./bitcoin/verify-bitcoin.js";
import type { Content } from "./content/verify-content.js";
import type { FoundEvidence } from "./evidence/found-evidence.js";
import { CONTENT_HASH } from "./hash/content-hash-algorithm.js";
import {
  type ContentSource,
  type HashContentOptions,
  isContentSource,
  type StreamingSha256,
} from "./hash/hash-content.js";
import { isBlob, isRandomAccess, type RandomAccess } from "./package/random-access.js";
import type { Check, InputKind } from "./report/report.js";
import type { VerifySealOptions } from "./seal/verify-seal.js";
import type { BitcoinSource } from "./source/bitcoin-source.js";
import type { EvmSource } from "./source/evm-source.js";
import type { RevocationSource } from "./source/revocation-source.js";
import type { TrustList } from "./trustlist/trust-list.js";
import type { Work } from "./work/work.js";

/** What can be verified: bytes, text decoded from UTF-8, or a file that is read in parts. */
export type VerifyInput = Uint8Array | string | Blob | RandomAccess;

/**
 * Options of `verify`: what belongs to the input, whom to ask and whom to trust. Without `sources` and
 * `bitcoinSources` nothing uses the network.
 */
export interface VerifyOptions {
  /** Name of the input's file, for the report. It is not checked. */
  readonly inputName?: string;
  /** Names of the given files, by kind and in their order, for the report. They are not checked. */
  readonly givenNames?: Readonly<Partial<Record<InputKind, readonly string[]>>>;
  /** The original, which is hashed here. Cannot be combined with `contentHash`. */
  readonly original?: ContentSource;
  /**
   * SHA-256 of the original, in lower-case hexadecimal. For a bare RFC 3161 timestamp, the digest by the hash that it
   * uses (SHA-256, SHA-384 or SHA-512).
   */
  readonly contentHash?: string;
  /**
   * Whether the caller computed `contentHash` from the original. The report then speaks of the file. Default: false.
   */
  readonly isOriginalHashed?: boolean;
  /** Sources for EVM chains. Default: none, and the network is not used. */
  readonly sources?: readonly EvmSource[];
  /**
   * Blocks required from the anchor's block to the head, both included. Default: the chain's own rule
   * (`evmFinality`), which is the `finalized` block, or 12 blocks for chains without finality and unknown chains.
   */
  readonly minConfirmations?: number;
  /** OpenTimestamps files (`.ots`) of the content, or of the batch's Merkle root. At most 16. */
  readonly timestamps?: readonly Uint8Array[];
  /**
   * Bitcoin headers: documents `svc-bitcoin-headers/1`, lines `HEIGHT HEX160`, whole epochs as binary files, or a
   * file of raw 80-byte headers with the height of its first, such as Electrum's. At most 64.
   */
  readonly headers?: readonly HeadersInput[];
  /** Sources for Bitcoin blocks that the headers do not prove. */
  readonly bitcoinSources?: readonly BitcoinSource[];
  /** Blocks required from an attested block to Bitcoin's tip, both included. Default: 6. */
  readonly minBitcoinConfirmations?: number;
  /** The seal: an RFC 3161 response (`.tsr`) or a bare token, in DER. */
  readonly seal?: Uint8Array;
  /**
   * PEM texts of trusted certificates, of time-stamping authorities or their issuers, in addition to those of `trustList`.
   * A certificate that cannot be read is left out, and a notice names it. At most 16.
   */
  readonly trust?: readonly string[];
  /**
   * The EU trusted lists by which seals are judged (`openTrustList` of the entry `./trust`). Default: the snapshot that ships
   * with the verifier. Null: none; seals then need `trust`, and whether they are qualified is not checked.
   */
  readonly trustList?: TrustList | null;
  /** PEM texts of further certificates of the authority, not trusted. At most 16. */
  readonly certificates?: readonly string[];
  /** Revocation lists (DER). At most 16. */
  readonly crls?: readonly Uint8Array[];
  /** OCSP responses (DER). At most 16. */
  readonly ocspResponses?: readonly Uint8Array[];
  /**
   * Asked for revocation data of a seal, in addition to `crls` and `ocspResponses`. Default: none, and the network is not
   * used. The addresses stand in the certificates: whoever made these chose them.
   */
  readonly revocationSource?: RevocationSource;
  /**
   * OpenTimestamps files (`.ots`) of the seal itself. They prove that it is older than the expiry of its certificate.
   * At most 16.
   */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** Witnesses of the anchors: documents `svc-evm-witness/1`. At most 16. */
  readonly witnesses?: readonly (Uint8Array | string)[];
  /**
   * OpenTimestamps files (`.ots`) of the block headers in the witnesses: of SHA-256 of a header's RLP. At most 16.
   */
  readonly witnessTimestamps?: readonly Uint8Array[];
  /**
   * Evidence that was found beside the input, such as the other files of its folder (`gatherEvidence` of the entry
   * `./arrange`). What of it leads from the input to a time may prove it, and nothing of it fails the input.
   */
  readonly found?: FoundEvidence;
  /** The time at which the seal is judged. The report states it. Default: `now`. */
  readonly at?: Date;
  /** The current time, which the report states. Default: the clock of this machine. */
  readonly now?: Date;
  /** Bytes of the original hashed so far. */
  readonly onProgress?: (hashedBytes: number) => void;
  /** Hash to use for the original. Default: a portable one. */
  readonly createHash?: () => StreamingSha256;
  /**
   * Called once a proof, alone or in a package, is read and compared with the original: with the checks that need no time
   * source (`format`, `content`, `leaf`, `merkle`, `payload`), in that order. What is awaited here delays the rest. The report
   * contains the same checks. Not called for other input.
   */
  readonly onLinks?: (checks: readonly Check[]) => void | Promise<void>;
  readonly signal?: AbortSignal;
}

/**
 * Checks the options. Returns the content to compare with, undefined if none was given.
 *
 * @throws TypeError or RangeError if an option has a wrong type or value.
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
  if (options.inputName !== undefined && typeof options.inputName !== "string") {
    throw new TypeError(`"inputName" expected a string`);
  }
  for (const [kind, names] of Object.entries(options.givenNames ?? {})) {
    checkList(`givenNames.${kind}`, names, Number.POSITIVE_INFINITY, (name) => typeof name === "string");
  }
  if (options.seal !== undefined && !(options.seal instanceof Uint8Array)) {
    throw new TypeError(`"seal" expected Uint8Array`);
  }
  if (options.trustList != null && typeof options.trustList.anchorsFor !== "function") {
    throw new TypeError(`"trustList" expected a TrustList or null`);
  }
  for (const name of [
    "timestamps",
    "sealTimestamps",
    "witnessTimestamps",
    "crls",
    "ocspResponses",
  ] as const) {
    checkList(name, options[name], MAX_FILES, (item) => item instanceof Uint8Array);
  }
  for (const name of ["trust", "certificates"] as const) {
    checkList(name, options[name], MAX_FILES, (item) => typeof item === "string");
  }
  checkList(
    "witnesses",
    options.witnesses,
    MAX_FILES,
    (item) => item instanceof Uint8Array || typeof item === "string",
  );
  checkList(
    "headers",
    options.headers,
    MAX_HEADER_DOCUMENTS,
    (item) => item instanceof Uint8Array || typeof item === "string" || isRawHeaders(item),
  );
  if (options.revocationSource !== undefined && !isNamed(options.revocationSource)) {
    throw new TypeError(`"revocationSource" expected a source with a name`);
  }
  checkList("bitcoinSources", options.bitcoinSources, MAX_BITCOIN_SOURCES, isNamed);
  if (options.onLinks !== undefined && typeof options.onLinks !== "function") {
    throw new TypeError(`"onLinks" expected a function`);
  }
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
  const { trust, trustList, certificates, crls, ocspResponses, revocationSource, sealTimestamps, at } =
    options;
  return {
    now,
    work,
    bitcoin: bitcoinOptions(options, now, work),
    ...(trust && { trust }),
    ...(trustList !== undefined && { trustList }),
    ...(certificates && { certificates }),
    ...(crls && { crls }),
    ...(ocspResponses && { ocspResponses }),
    ...(revocationSource && { revocationSource }),
    ...(sealTimestamps && { sealTimestamps }),
    ...(at && { at }),
    ...(options.found && { found: options.found }),
  };
}

export function bitcoinOptions(
  options: VerifyOptions,
  now: Date,
  work: Work,
): VerifyBitcoinOptions & { readonly work: Work } {
  const { headers, bitcoinSources, minBitcoinConfirmations, signal } = options;
  return {
    now,
    work,
    ...(headers && { headers }),
    ...(bitcoinSources && { sources: bitcoinSources }),
    ...(minBitcoinConfirmations !== undefined && { minConfirmations: minBitcoinConfirmations }),
    ...(signal && { signal }),
    ...(options.found && { found: options.found }),
  };
}

export function hashOptions({ onProgress, createHash, signal }: VerifyOptions): HashContentOptions {
  return {
    ...(onProgress && { onProgress }),
    ...(createHash && { createHash }),
    ...(signal && { signal }),
  };
}
