/**
 * Check `bitcoin`: does a block of Bitcoin's main chain commit to the content, by the operations of an OpenTimestamps
 * proof? docs/formats/opentimestamps.md numbers the steps.
 *
 * One valid attestation is enough: each is an independent path from the content to a block, which other attestations
 * cannot invalidate. Headers that lead to a checkpoint are sufficient (`computed`). For a block newer than the last
 * checkpoint so are headers that start there, with enough work on top (`computed`, code `bitcoin_proven_by_work`).
 * Otherwise sources are asked (`relied-on`). Without either, the check is `indeterminate`, and the evidence states the
 * work behind the header.
 */

import {
  CHECKPOINTS,
  displayHash,
  epochOfHeight,
  forgeryCostPowerOfTen,
  type HeaderRuns,
  MIN_RUN_SUCCESSORS,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import {
  type Attested,
  type DetachedTimestamp,
  type HashKind,
  parseDetachedTimestamp,
  replay,
} from "@svc-proof/shared/opentimestamps";
import { unread } from "../fault.js";
import type { EvidenceItem } from "../items.js";
import { outOfWork } from "../report/outcome.js";
import type { Check, Evidence, EvidenceValue, Fault, ProvenByWork, Subject } from "../report/report.js";
import type { BitcoinSource } from "../source/bitcoin.js";
import { isWorkLimit, Work } from "../work/work.js";
import { askBitcoinSource, type SourceVerdict } from "./ask-bitcoin.js";
import type { AttestationVerdict, FoundBlock, StatedBlock } from "./attestation.js";
import { headersAtHand, type MalformedHeaders } from "./headers.js";
import { MessageNumbers, openPromises } from "./timestamp-file.js";

/** Blocks from the attested one to the tip, both included, that Bitcoin users usually wait for. */
export const DEFAULT_MIN_BITCOIN_CONFIRMATIONS = 6;

/** Limit of attestations that the evidence shows, and of calendars; calendars make one or two each. */
const MAX_SHOWN = 64;
/** Limit of heights that a source is asked about. */
const MAX_ASKED = 64;

export interface VerifyBitcoinOptions {
  /** Headers in any of the forms of docs/formats/bitcoin-headers.md. */
  readonly headers?: readonly EvidenceItem[];
  /** Asked about blocks that the headers do not prove. Default: none, and the network is not used. */
  readonly sources?: readonly BitcoinSource[];
  /** Default 6. */
  readonly minConfirmations?: number;
  /** The verifier's clock. Default: that of this machine. */
  readonly now?: Date;
  readonly signal?: AbortSignal;
  /** What all files together are paid from. Default: a budget of their own. */
  readonly work?: Work;
  /** What was found beside the files: it may prove, and fails nothing. Default: nothing. */
  readonly found?: FoundForBitcoin;
}

/** Evidence of Bitcoin that nobody has stated with the input. It is paid for by itself. */
export interface FoundForBitcoin {
  /** Whether there is a timestamp of a digest, without reading it. */
  hasTimestamps(digest: Digest): boolean;
  /** Timestamps of a digest, each replayed once for all verifications. */
  timestampsOf(digest: Digest): Promise<readonly ReplayedTimestamp[]>;
  /** Headers that may lead from blocks of these heights to a checkpoint. */
  headersFor(heights: readonly number[]): Promise<readonly HeaderRuns[]>;
}

/** A timestamp and what its operations lead to. */
export interface ReplayedTimestamp extends DetachedTimestamp {
  readonly attested: readonly Attested[];
}

/** A block of the main chain that holds the content's commitment. */
export interface AttestedBlock {
  readonly height: number;
  /** As people write it. */
  readonly hash: string;
  /** ISO 8601, UTC: by the miner's clock. */
  readonly time: string;
  /** How much later than it says the block may have been made. */
  readonly accuracySeconds: number;
  /** Bits of work of the block and of the given headers after it. */
  readonly workBits: number;
  /** The checkpoint that proves it to be of the main chain; null where something else does. */
  readonly checkpointHeight: number | null;
  /** The work that proves a block newer than the last checkpoint; null where something else does. */
  readonly provenByWork: ProvenByWork | null;
  /** According to the first source that has the block; null if none was asked. */
  readonly confirmations: number | null;
  /** Names of the sources; empty if the result was computed. */
  readonly reliedOn: readonly string[];
}

export interface BitcoinResult {
  readonly check: Check;
  /** The blocks if the check passed, without duplicates, earliest first. */
  readonly blocks: readonly AttestedBlock[];
  /** Header documents that could not be read. */
  readonly malformedHeaders: MalformedHeaders;
  /** Why files cannot be used. */
  readonly faults: ReadonlyMap<EvidenceItem, Fault>;
  /** Whether the files that can be used were read and not checked: one contradicts the content, or there is none. */
  readonly isStopped: boolean;
  /** Files of which no attestation stands, and at least one is contradicted. */
  readonly contradicted: readonly { readonly file: number; readonly code: Check["code"] }[];
  /** Whether the sources were asked. They are not if the headers prove everything. */
  readonly isAsked: boolean;
  /** How many of the heights in question sources were asked about; null if about all of them. */
  readonly unasked: { readonly judged: number; readonly given: number } | null;
}

/** A digest that a file may be about. */
export interface Digest {
  readonly hash: HashKind;
  /** Lower-case hexadecimal. */
  readonly hex: string;
}

/**
 * Verifies what is stated or found of one content, and settles the files and headers.
 *
 * @param digests of the content and of what it is part of; none if timestamps do not use the content's hash.
 * @returns null if those that were merely found are all refuted.
 * @throws the reason of `options.signal` if it aborts; nothing else.
 */
export async function verifyTimestampsOf(
  { algorithm, hash: stated }: Subject["content"],
  digests: readonly Digest[],
  files: readonly EvidenceItem[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const judged = await verifyBitcoin(files, digests, options);
  if (files.length === 0 && judged.check.status === "failed") return null;
  const result = digests.length > 0 ? judged : incomparable(judged, { algorithm, stated });
  settleTimestamps(files, result);
  settleHeaders(result, options);
  return result;
}

/**
 * Verifies OpenTimestamps files.
 *
 * @param files `.ots` files, each about one of `digests`.
 * @throws the reason of `options.signal` if it aborts; nothing else.
 */
export async function verifyBitcoin(
  files: readonly EvidenceItem[],
  digests: readonly Digest[],
  options: VerifyBitcoinOptions = {},
): Promise<BitcoinResult> {
  const { work = new Work({ signal: options.signal }) } = options;
  try {
    return await verifyFiles(files, digests, { ...options, work });
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    return { ...NOTHING, check: outOfWork("bitcoin", error), faults: new Map() };
  }
}

const NOTHING = {
  blocks: [],
  malformedHeaders: new Map(),
  isStopped: false,
  contradicted: [],
  isAsked: false,
  unasked: null,
} as const;

/**
 * Digests of different hashes cannot be compared: without one, what can be read is of other content.
 *
 * @param evidence the digest of the content.
 */
function incomparable(result: BitcoinResult, evidence: Evidence): BitcoinResult {
  if (result.check.code !== "timestamp_of_other_content") return result;
  const code = "file_hash_not_sha256";
  return {
    ...result,
    faults: new Map([...result.faults].filter(([, fault]) => fault.code !== "timestamp_of_other_content")),
    isStopped: false,
    check: { id: "bitcoin", status: "indeterminate", code, basis: null, evidence },
  };
}

/** What the check says of each file. */
function settleTimestamps(
  files: readonly EvidenceItem[],
  { faults, isStopped, check }: Pick<BitcoinResult, "faults" | "isStopped" | "check">,
): void {
  for (const item of files) {
    const fault = faults.get(item);
    if (fault !== undefined) item.settle(fault);
    else if (isStopped) item.notApplicable("depends_on_failed_check");
    else item.checked(check.code);
  }
}

/** What a check that was made says of the headers that were stated. */
export function settleHeaders(
  { isStopped, malformedHeaders }: Pick<BitcoinResult, "isStopped" | "malformedHeaders">,
  { headers = [] }: VerifyBitcoinOptions,
): void {
  for (const item of headers) {
    const fault = malformedHeaders.get(item);
    if (isStopped) item.notApplicable("depends_on_failed_check");
    else if (fault === undefined) item.checked();
    else item.settle(fault);
  }
}

async function verifyFiles(
  files: readonly EvidenceItem[],
  digests: readonly Digest[],
  options: VerifyBitcoinOptions & { readonly work: Work },
): Promise<BitcoinResult> {
  const { work } = options;
  const timestamps: StatedTimestamp[] = [];
  const faults = new Map<EvidenceItem, Fault>();
  for (const [index, item] of files.entries()) {
    await work.pause();
    const read = readTimestamp(item.bytes, index, digests, work);
    if ("file" in read) timestamps.push({ ...read.file, index });
    else faults.set(item, read.fault);
  }
  const found = (
    await Promise.all(digests.map((digest) => options.found?.timestampsOf(digest) ?? []))
  ).flat();
  const all = [...faults.values()];
  const against = all.find(({ status }) => status === "failed");
  const fault = against ?? (timestamps.length + found.length === 0 ? all[0] : undefined);
  if (fault !== undefined) {
    return { ...NOTHING, check: { id: "bitcoin", basis: "computed", ...fault }, faults, isStopped: true };
  }
  return { ...(await verifyTimestamps(timestamps, found, options)), faults };
}

function readTimestamp(
  bytes: Uint8Array,
  index: number,
  digests: readonly Digest[],
  work: Work,
): { readonly file: DetachedTimestamp } | { readonly fault: Fault } {
  let file: DetachedTimestamp;
  try {
    file = parseDetachedTimestamp(bytes, { work });
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    const fault = unread(error);
    return { fault: { ...fault, evidence: { file: index, ...fault.evidence } } };
  }
  const { hash } = file;
  const digest = bytesToHex(file.digest);
  return digests.some((one) => one.hash === hash && one.hex === digest)
    ? { file }
    : {
        fault: {
          status: "failed",
          code: "timestamp_of_other_content",
          evidence: { file: index, hash, digest },
        },
      };
}

/** With its place among the files. */
interface StatedTimestamp extends DetachedTimestamp {
  readonly index: number;
}

/**
 * @param timestamps the stated ones, which may fail.
 * @param found the others.
 */
async function verifyTimestamps(
  timestamps: readonly StatedTimestamp[],
  found: readonly ReplayedTimestamp[],
  options: VerifyBitcoinOptions & { readonly work: Work },
): Promise<Omit<BitcoinResult, "faults">> {
  const { work } = options;
  const { headers = [], sources = [], minConfirmations, now = new Date(), signal } = options;
  const byFile: Attested[][] = [];
  const all = [...timestamps, ...found];
  for (const { timestamp, digest } of timestamps) {
    await work.pause();
    byFile.push(replay(timestamp, digest));
  }
  const ofStated = byFile.flat();
  const attested = [...ofStated, ...found.flatMap((one) => one.attested)];
  const numbers = new MessageNumbers();
  const blocks = blocksOf(attested, numbers);
  const stated = [...blocks.values()];
  const heights = stated.map(({ height }) => height);
  const foundHeaders = (await options.found?.headersFor(heights)) ?? [];
  const atHand = await headersAtHand(headers, heights, now, work, foundHeaders);
  const offline: AttestationVerdict[] = [];
  for (const block of stated) {
    if (offline.length % 256 === 0) await work.pause();
    offline.push(atHand.judge(block));
  }
  const own = new Set(Array.from(blocksOf(ofStated, numbers).values(), ({ height }) => height));
  const { asked: openBlocks, unasked } = askedOf(stated, offline, own);
  const question = { minConfirmations: minConfirmations ?? DEFAULT_MIN_BITCOIN_CONFIRMATIONS, now };
  const answers = await Promise.all(
    openBlocks.length === 0
      ? []
      : sources.map(async (source) => ({
          name: source.name,
          verdicts: await askBitcoinSource(source, openBlocks, question, signal),
        })),
  );
  const places = new Map(openBlocks.map((block, i) => [block, i]));
  const settled = stated.map((block, i): Settled => {
    const at = places.get(block);
    const said =
      at === undefined ? [] : answers.map(({ name, verdicts }) => ({ name, verdict: verdicts[at]! }));
    return { block, said, ...decide(offline[i]!, said) };
  });
  const verdicts = new Map([...blocks.keys()].map((key, i) => [key, settled[i]!.verdict]));
  const isRefuted = (one: Attested) => verdicts.get(blockKey(one, numbers) ?? "")?.kind === "contradicted";
  const pendingOf = (files: readonly DetachedTimestamp[], of: readonly Attested[]) =>
    openPromises(
      files.map(({ timestamp }) => timestamp),
      of,
      numbers,
      isRefuted,
    );
  const pending = pendingOf(all, attested);
  // Whether the check fails is up to what was stated. If nothing was, it is up to the caller.
  const statedKeys = new Set(ofStated.map((one) => blockKey(one, numbers)));
  const keys = [...blocks.keys()];
  const deciding =
    found.length === 0 || timestamps.length === 0
      ? settled
      : settled.filter((_, i) => statedKeys.has(keys[i]!));
  const isPromised = (timestamps.length === 0 ? pending : pendingOf(timestamps, ofStated)).size > 0;
  const evidence = evidenceOf(attested, pending, settled);
  return {
    check: standingCheck(settled, evidence) ?? openCheck(deciding, evidence, isPromised),
    blocks: attestedBlocks(settled),
    malformedHeaders: atHand.malformed,
    isStopped: false,
    contradicted: contradictedFiles(byFile, verdicts, numbers).map(({ file, code }) => ({
      file: timestamps[file]!.index,
      code,
    })),
    isAsked: openBlocks.length > 0,
    unasked: sources.length === 0 ? null : unasked,
  };
}

/**
 * The blocks that sources are asked about: of the heights in question those of stated files before those that were merely found,
 * and of each those that a header with work speaks for, then the others from below. Which they are does not depend on the
 * order of the files.
 *
 * @param own heights of stated files.
 */
function askedOf(
  stated: readonly StatedBlock[],
  offline: readonly AttestationVerdict[],
  own: ReadonlySet<number>,
) {
  const open = stated.filter((_, i) => !offline[i]!.isProven);
  const supported = new Set(stated.filter((_, i) => offline[i]!.block !== null).map(({ height }) => height));
  const heights = [...new Set(open.map(({ height }) => height))].sort(
    (a, b) =>
      Number(own.has(b)) - Number(own.has(a)) || Number(supported.has(b)) - Number(supported.has(a)) || a - b,
  );
  const chosen = new Set(heights.slice(0, MAX_ASKED));
  return {
    asked: open.filter(({ height }) => chosen.has(height)),
    unasked: heights.length > chosen.size ? { judged: chosen.size, given: heights.length } : null,
  };
}

interface Said {
  readonly name: string;
  readonly verdict: SourceVerdict;
}

/** A stated block and its verdict. */
interface Settled {
  readonly block: StatedBlock;
  readonly said: readonly Said[];
  readonly verdict: AttestationVerdict;
  readonly basis: "computed" | "relied-on" | "asserted";
}

/** By `blockKey`, in the order of the files. */
function blocksOf(attested: readonly Attested[], numbers: MessageNumbers): Map<string, StatedBlock> {
  const blocks = new Map<string, StatedBlock>();
  for (const one of attested) {
    const key = blockKey(one, numbers);
    if (key === null || one.attestation.kind !== "bitcoin") continue;
    const { height } = one.attestation;
    if (!blocks.has(key)) blocks.set(key, { height, message: one.message });
  }
  return blocks;
}

/** One attestation that stands speaks for its file; those of other files do not. */
function contradictedFiles(
  byFile: readonly (readonly Attested[])[],
  verdicts: ReadonlyMap<string, AttestationVerdict>,
  numbers: MessageNumbers,
): BitcoinResult["contradicted"] {
  return byFile.flatMap((attested, file) => {
    const own = attested.flatMap((one) => verdicts.get(blockKey(one, numbers) ?? "") ?? []);
    const against = own.find(({ kind }) => kind === "contradicted");
    return against === undefined || own.some(({ kind }) => kind === "stands")
      ? []
      : [{ file, code: against.code }];
  });
}

/** The same for equal blocks; null unless Bitcoin is attested. */
function blockKey(one: Attested, numbers: MessageNumbers): string | null {
  return one.attestation.kind === "bitcoin" ? `${one.attestation.height} ${numbers.of(one)}` : null;
}

function decide(offline: AttestationVerdict, said: readonly Said[]): Pick<Settled, "verdict" | "basis"> {
  const computed = {
    verdict: offline,
    basis: offline.code === "no_bitcoin_header" ? "asserted" : "computed",
  } as const;
  if (said.length === 0) return computed;
  // Headers that lead to a checkpoint are proof, whichever source returned them.
  const proven = said.find(({ verdict }) => verdict.isProven);
  if (proven !== undefined) return { verdict: proven.verdict, basis: "computed" };
  const standing = said.filter(({ verdict }) => verdict.kind === "stands");
  const against = said.filter(({ verdict }) => verdict.kind === "contradicted");
  // Headers at hand speak only where work proves them. A checkpoint is never asked about.
  const isShown = offline.kind === "stands" || standing.length > 0;
  // Whoever showed a block at that height must have shown the same, settled or not.
  const seen = isShown
    ? [
        ...(offline.kind === "stands" ? [offline.block!.header] : []),
        ...standing.map(({ verdict }) => verdict.block!.header),
        ...said.flatMap(({ verdict }) => verdict.seen ?? []),
      ].map(({ hash }) => displayHash(hash))
    : [];
  const isAgainst = against.length > 0 || offline.kind === "contradicted";
  if (new Set(seen).size > 1 || (isShown && isAgainst)) {
    return {
      verdict: { kind: "open", code: "sources_disagree", block: null, isProven: false },
      basis: "relied-on",
    };
  }
  // Sources that agree add their confirmations, and nobody is relied on.
  if (offline.kind !== "open") return computed;
  if (standing[0] !== undefined) {
    const { block } = standing[0].verdict;
    // Headers at hand know more of the work behind it than a source that was asked for one.
    const isSame = offline.block !== null && displayHash(offline.block.header.hash) === seen[0];
    return {
      verdict: { kind: "stands", code: "ok", block: isSame ? offline.block : block, isProven: false },
      basis: "relied-on",
    };
  }
  if (against[0] !== undefined) return { verdict: against[0].verdict, basis: "relied-on" };
  if (offline.code !== "no_bitcoin_header") return computed;
  return { verdict: said[0]!.verdict, basis: "relied-on" };
}

/** Null if no attestation stands. */
function standingCheck(settled: readonly Settled[], evidence: Evidence): Check | null {
  const standing = settled.filter(isStanding);
  // The strongest: a checkpoint, then the work since one, then sources.
  const computed = standing.filter((one) => one.basis === "computed");
  const strongest = computed.find((one) => one.verdict.code === "ok") ?? computed[0] ?? standing[0];
  if (strongest === undefined) return null;
  const { verdict, basis } = strongest;
  return { id: "bitcoin", status: "passed", code: verdict.code, basis, evidence };
}

/** @param isPromised whether a calendar has still to lead the content to a block. */
function openCheck(settled: readonly Settled[], evidence: Evidence, isPromised: boolean): Check {
  const find = (kind: AttestationVerdict["kind"]) => settled.filter(({ verdict }) => verdict.kind === kind);
  // A false attestation costs ten bytes and says nothing about the others: each may still stand.
  const open = find("open");
  // The strongest word first: a header that has the root, then whatever is known of the first.
  const told = open.find(({ verdict }) => verdict.block !== null) ?? open[0];
  if (told !== undefined) {
    return { id: "bitcoin", status: "indeterminate", code: told.verdict.code, basis: told.basis, evidence };
  }
  const [against] = find("contradicted");
  if (against !== undefined && !isPromised) {
    const { verdict, basis } = against;
    return { id: "bitcoin", status: "failed", code: verdict.code, basis, evidence };
  }
  const code = isPromised ? "bitcoin_pending" : "no_bitcoin_attestation";
  return { id: "bitcoin", status: "indeterminate", code, basis: "asserted", evidence };
}

function attestedBlocks(settled: readonly Settled[]): AttestedBlock[] {
  const blocks = new Map<string, AttestedBlock>();
  for (const { block, verdict, basis, said } of settled) {
    if (verdict.kind !== "stands" || verdict.block === null) continue;
    const standing = basis === "computed" ? [] : said.filter((one) => one.verdict.kind === "stands");
    const { header, accuracySeconds, workBits, checkpointHeight } = verdict.block;
    const confirming = standing[0] ?? said.find((one) => one.verdict.kind === "stands");
    const found: AttestedBlock = {
      height: block.height,
      hash: displayHash(header.hash),
      time: new Date(header.time * 1000).toISOString(),
      accuracySeconds,
      workBits,
      checkpointHeight,
      provenByWork: provenByWork(verdict.block),
      confirmations: confirming?.verdict.confirmations ?? null,
      reliedOn: [...new Set(standing.map(({ name }) => name))],
    };
    if (!blocks.has(found.hash)) blocks.set(found.hash, found);
  }
  return [...blocks.values()].sort((a, b) => a.height - b.height);
}

function evidenceOf(
  attested: readonly Attested[],
  pending: ReadonlySet<string>,
  settled: readonly Settled[],
): Evidence {
  const unknown = new Set<string>();
  for (const { attestation } of attested) {
    if (attestation.kind === "litecoin") unknown.add("litecoin");
    else if (attestation.kind === "unknown") unknown.add(bytesToHex(attestation.tag));
  }
  const some = (values: ReadonlySet<string>) => [...values].slice(0, MAX_SHOWN);
  // What stands is always shown.
  const shown = [...settled]
    .sort((a, b) => Number(isStanding(b)) - Number(isStanding(a)))
    .slice(0, MAX_SHOWN);
  return {
    attestations: settled.filter((one) => shown.includes(one)).map(attestationEvidence),
    ...(settled.length > MAX_SHOWN && { attestations_not_shown: settled.length - MAX_SHOWN }),
    ...(pending.size > 0 && { pending: some(pending) }),
    ...(unknown.size > 0 && { other_attestations: some(unknown) }),
  };
}

function isStanding({ verdict }: Settled): boolean {
  return verdict.kind === "stands";
}

function attestationEvidence({ block, verdict, basis, said }: Settled): EvidenceValue {
  const { height, message } = block;
  return {
    stated_height: height,
    answer: verdict.code,
    basis,
    stated_merkle_root: message.length === 32 ? displayHash(message) : null,
    ...(verdict.block !== null && blockEvidence(verdict.block)),
    ...(basis === "computed" && verdict.kind !== "open" ? {} : { missing_headers: missingHeaders(height) }),
    ...(said.length > 0 && {
      sources: said.map(({ name, verdict: answer }) => ({
        name,
        answer: answer.code,
        ...(answer.block !== null && { block_hash: displayHash(answer.block.header.hash) }),
        ...(answer.confirmations !== null && { confirmations: answer.confirmations }),
      })),
    }),
  };
}

/**
 * The difficulty epochs whose headers settle a block: its own or, beyond the last checkpoint, all from there to the one of
 * the last block that must follow it.
 */
function missingHeaders(height: number): { readonly first_epoch: number; readonly last_epoch: number } {
  if (CHECKPOINTS.nextHeight(height) !== null) {
    return { first_epoch: epochOfHeight(height), last_epoch: epochOfHeight(height) };
  }
  return {
    first_epoch: epochOfHeight(CHECKPOINTS.lastHeight + 1),
    last_epoch: epochOfHeight(height + MIN_RUN_SUCCESSORS),
  };
}

function blockEvidence(block: FoundBlock) {
  const { header, workBits, successors, checkpointHeight } = block;
  const byWork = provenByWork(block);
  return {
    block_hash: displayHash(header.hash),
    block_time: new Date(header.time * 1000).toISOString(),
    work_bits: workBits,
    successors,
    checkpoint_height: checkpointHeight,
    ...(byWork !== null && { proven_by_work: { ...byWork } }),
  };
}

function provenByWork({ start, successors, workBits }: FoundBlock): ProvenByWork | null {
  if (start === null) return null;
  return {
    checkpoint_height: start.height,
    checkpoint_time: new Date(start.time * 1000).toISOString(),
    blocks: successors + 1,
    cost_usd_power_of_ten: forgeryCostPowerOfTen(workBits),
  };
}
