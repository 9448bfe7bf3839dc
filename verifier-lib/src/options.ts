/** The options of `verify`, and how they are passed to each check. */
import {
  CONTENT_HASH,
  type ContentSource,
  type HashContentOptions,
  isBlob,
  isContentSource,
  isRandomAccess,
  type RandomAccess,
  type StreamingSha256,
} from "./content/content.js";
import type { FoundEvidence } from "./evidence/index.js";
import { EvidenceItem, Item, ofKind } from "./items.js";
import type { HeadersInput } from "./judge/headers.js";
import type { Content } from "./judge/proof.js";
import type { VerifySealOptions } from "./judge/seal.js";
import type { VerifyBitcoinOptions } from "./judge/timestamp.js";
import {
  type EvidenceKind,
  isContentOf,
  MAX_STATED,
  type StatedEvidence,
} from "./package/stated-evidence.js";
import type { Check, InputKind } from "./report/report.js";
import type { BitcoinSource } from "./source/bitcoin.js";
import type { EvmSource } from "./source/evm.js";
import type { RevocationSource } from "./source/revocation.js";
import type { TrustList } from "./trust/qualify.js";
import { Work } from "./work/work.js";

/** What can be verified: bytes, text decoded from UTF-8, or a file that is read in parts. */
export type VerifyInput = Uint8Array | string | Blob | RandomAccess;

/**
 * Options of `verify`: what belongs to the input, whom to ask and whom to trust. Without `sources` and
 * `bitcoinSources` nothing uses the network.
 */
export interface VerifyOptions extends FormerLists {
  /** Name of the input's file, for the report. It is not checked. */
  readonly inputName?: string;
  /** Name of the original's file, for the report. It is not checked. */
  readonly originalName?: string;
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
  /**
   * What is stated to belong to the input, in any order: at most 16 pieces of a kind, of headers 64, and one seal. It may prove
   * the input and fail it. A trusted certificate that cannot be read is left out, and a notice names it.
   */
  readonly evidence?: readonly StatedEvidence[];
  /** Sources for EVM chains. Default: none, and the network is not used. */
  readonly sources?: readonly EvmSource[];
  /**
   * Blocks required from the anchor's block to the head, both included. Default: the chain's own rule
   * (`evmFinality`), which is the `finalized` block, or 12 blocks for chains without finality and unknown chains.
   */
  readonly minConfirmations?: number;
  /** Sources for Bitcoin blocks that the headers do not prove. */
  readonly bitcoinSources?: readonly BitcoinSource[];
  /** Blocks required from an attested block to Bitcoin's tip, both included. Default: 6. */
  readonly minBitcoinConfirmations?: number;
  /**
   * The EU trusted lists by which seals are judged (`openTrustList` of the entry `./trust`). Default: the snapshot that ships
   * with the verifier. Null: none; seals then need stated evidence of the kind `trust`, and whether they are qualified is not checked.
   */
  readonly trustList?: TrustList | null;
  /**
   * Asked for revocation data of a seal, in addition to what is stated or found. Default: none, and the network is not
   * used. The addresses stand in the certificates: whoever made these chose them.
   */
  readonly revocationSource?: RevocationSource;
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

/** The lists that `evidence` replaces. They are read for one version more. */
interface FormerLists {
  /** @deprecated Use `name` of each piece of `evidence`, and `originalName`. */
  readonly givenNames?: Readonly<Partial<Record<InputKind, readonly string[]>>>;
  /** @deprecated Use `evidence`. */
  readonly timestamps?: readonly Uint8Array[];
  /** @deprecated Use `evidence`. */
  readonly headers?: readonly HeadersInput[];
  /** @deprecated Use `evidence`. */
  readonly seal?: Uint8Array;
  /** @deprecated Use `evidence`. */
  readonly trust?: readonly string[];
  /** @deprecated Use `evidence`. */
  readonly certificates?: readonly string[];
  /** @deprecated Use `evidence`. */
  readonly crls?: readonly Uint8Array[];
  /** @deprecated Use `evidence`. */
  readonly ocspResponses?: readonly Uint8Array[];
  /** @deprecated Use `evidence`. */
  readonly sealTimestamps?: readonly Uint8Array[];
  /** @deprecated Use `evidence`. */
  readonly witnesses?: readonly (Uint8Array | string)[];
  /** @deprecated Use `evidence`. */
  readonly witnessTimestamps?: readonly Uint8Array[];
}

/** In the order of a report. */
const FORMER_KINDS = {
  timestamps: "timestamp",
  headers: "headers",
  trust: "trust",
  certificates: "certificates",
  crls: "crl",
  ocspResponses: "ocsp_response",
  sealTimestamps: "seal_timestamp",
  witnesses: "witness",
  witnessTimestamps: "witness_timestamp",
} as const satisfies Partial<Record<keyof FormerLists, EvidenceKind>>;

type FormerList = keyof typeof FORMER_KINDS;

const FORMER_LISTS = Object.keys(FORMER_KINDS) as readonly FormerList[];

/** All that is stated with the input, by the option `evidence` or a former list, as one list. */
function statedEvidence(options: VerifyOptions): readonly StatedEvidence[] {
  const named = (kind: EvidenceKind, contents: readonly StatedEvidence["content"][] = []) =>
    contents.map((content, at) => {
      const name = options.givenNames?.[kind]?.[at];
      return { kind, content, ...(name !== undefined && { name }) };
    });
  return [
    ...FORMER_LISTS.flatMap((list) => named(FORMER_KINDS[list], options[list])),
    ...named("seal", options.seal === undefined ? [] : [options.seal]),
    ...(options.evidence ?? []),
  ];
}

/** @throws TypeError or RangeError if a piece is wrong, or if there are too many of a kind. */
function checkEvidence(options: VerifyOptions): void {
  checkList("evidence", options.evidence, Number.POSITIVE_INFINITY, isStatedEvidence);
  for (const { kind, content } of options.evidence ?? []) {
    if (!isContentOf(kind, content)) throw new TypeError(`"evidence" got other content than that of ${kind}`);
  }
  const counts = new Map<EvidenceKind, number>();
  for (const { kind } of statedEvidence(options)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  for (const [kind, count] of counts) {
    const max = MAX_STATED[kind];
    if (count > max) throw new RangeError(`"evidence" expected at most ${max} of ${kind}, got ${count}`);
  }
}

function isStatedEvidence(item: unknown): boolean {
  if (typeof item !== "object" || item === null) return false;
  const { kind, name } = item as Partial<StatedEvidence>;
  const isKnown = typeof kind === "string" && Object.hasOwn(MAX_STATED, kind);
  return isKnown && (name === undefined || typeof name === "string");
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
  for (const name of ["inputName", "originalName"] as const) {
    if (options[name] !== undefined && typeof options[name] !== "string") {
      throw new TypeError(`"${name}" expected a string`);
    }
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
  for (const list of FORMER_LISTS) {
    const kind = FORMER_KINDS[list];
    const isBytes = kind !== "trust" && kind !== "certificates";
    const isItem = (item: unknown) => isContentOf(kind, item) && (isBytes || typeof item === "string");
    checkList(list, options[list], MAX_STATED[kind], isItem);
  }
  checkEvidence(options);
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

/** What is asked of one verification: whom to ask, whom to trust, and all that was given, as one list. */
export interface Asked {
  readonly options: VerifyOptions;
  /** What to compare with; undefined if nothing was given. */
  readonly content: Content | undefined;
  /** How it is hashed. */
  readonly hashing: HashContentOptions;
  /** What the caller gave. */
  readonly items: readonly Item[];
  /** The verifier's clock. */
  readonly now: Date;
  /** The budget of the verification. */
  readonly work: Work;
}

/** @throws TypeError or RangeError if an option has a wrong type or value. */
export function askedOf(input: VerifyInput, options: VerifyOptions): Asked {
  const content = checkOptions(input, options);
  const { now = new Date(), signal } = options;
  const hashing = hashOptions(options);
  return { options, content, hashing, items: itemsOf(options), now, work: new Work({ signal }) };
}

function hashOptions({ onProgress, createHash, signal }: VerifyOptions): HashContentOptions {
  return {
    ...(onProgress && { onProgress }),
    ...(createHash && { createHash }),
    ...(signal && { signal }),
  };
}

function itemsOf(options: VerifyOptions): readonly Item[] {
  const { original, contentHash, trustList, at, sources = [], bitcoinSources = [] } = options;
  const { originalName = options.givenNames?.original?.[0], revocationSource } = options;
  const isOriginal =
    original !== undefined || (contentHash !== undefined && options.isOriginalHashed === true);
  const given = <Kind extends InputKind>(isGiven: boolean, kind: Kind, name?: string) =>
    isGiven ? [new Item(kind, "caller", name ?? options.givenNames?.[kind]?.[0])] : [];
  return [
    ...given(isOriginal, "original", originalName),
    ...given(contentHash !== undefined && !isOriginal, "content_hash"),
    ...statedEvidence(options).map((piece) => new EvidenceItem(piece, "caller")),
    ...given(trustList != null, "trust_list"),
    ...given(at !== undefined, "at"),
    ...sources.map(({ name }) => new Item("evm_source", "caller", name)),
    ...bitcoinSources.map(({ name }) => new Item("bitcoin_source", "caller", name)),
    ...given(revocationSource !== undefined, "revocation_source", revocationSource?.name),
  ];
}

/** @param items all that was given and is in the input. */
export function sealOptions(asked: Asked, items: readonly Item[]): VerifySealOptions {
  const { now, work, options } = asked;
  const { trustList, revocationSource, at, found } = options;
  return {
    now,
    work,
    items: items.filter((item) => item instanceof EvidenceItem),
    bitcoin: bitcoinOptions(asked, items),
    ...(trustList !== undefined && { trustList }),
    ...(revocationSource && { revocationSource }),
    ...(at && { at }),
    ...(found && { found }),
  };
}

/** @param items all that was given and is in the input. */
export function bitcoinOptions(
  { now, work, options }: Asked,
  items: readonly Item[],
): VerifyBitcoinOptions & { readonly work: Work } {
  const { bitcoinSources, minBitcoinConfirmations, signal, found } = options;
  return {
    now,
    work,
    headers: ofKind(items, "headers"),
    ...(bitcoinSources && { sources: bitcoinSources }),
    ...(minBitcoinConfirmations !== undefined && { minConfirmations: minBitcoinConfirmations }),
    ...(signal && { signal }),
    ...(found && { found }),
  };
}
