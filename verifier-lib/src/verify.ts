/**
 * The protocol: what was given is checked, the input is read, what it states is judged with all that belongs to it, and a report
 * is concluded. Modules that only timestamps, seals and witnesses need are loaded on demand.
 */

import type { HashKind } from "@svc-proof/shared/opentimestamps";
import { conclude, type Judged } from "./conclude.js";
import { type EvidenceItem, type Item, ofKind, withSameContent } from "./items.js";
import { verifyAnchorOffline } from "./judge/anchor.js";
import { type AnchorsResult, type OpenedWitnesses, openWitnesses, verifyAnchors } from "./judge/anchors.js";
import type { HeaderTimestampsResult, WitnessedHeader } from "./judge/header-timestamps.js";
import { compareContent, notCompared, verifyPackedOriginal } from "./judge/proof.js";
import type { SealResults } from "./judge/seal.js";
import type { BitcoinResult, Digest, VerifyBitcoinOptions } from "./judge/timestamp.js";
import {
  type Asked,
  askedOf,
  bitcoinOptions,
  sealOptions,
  type VerifyInput,
  type VerifyOptions,
} from "./options.js";
import { readInput } from "./read-input.js";
import type { Reading } from "./reading.js";
import { skippedCheck, withSkipped } from "./report/outcome.js";
import type { Check, Report, Subject } from "./report/report.js";

/**
 * Verifies a portable proof (`svc-proof/2`), the proof inside an evidence package (ZIP) or a certificate (PDF), an OpenTimestamps file (`.ots`), an RFC 3161 timestamp (`.tsr`), a container of one, or a witness.
 *
 * The result is a report, whatever the input contains. A check that needs another one which did not pass is `skipped`.
 *
 * @param input the proof as bytes, or as text decoded from UTF-8; or the bytes of a package or a timestamp; or a file of
 * any of them, of which a package is read where needed.
 * @throws TypeError or RangeError if an option is wrong; the reason of `options.signal` if it aborts. Never because of the input.
 *
 * @example
 * const report = await verify(proofBytes, {
 *   original: file,
 *   sources: [createRpcEvmSource({ chainId: 1, url: "https://rpc.example" })],
 * });
 * if (report.outcome === "verified") console.log(report.claims);
 */
export async function verify(input: VerifyInput, options: VerifyOptions = {}): Promise<Report> {
  const asked = askedOf(input, options);
  options.signal?.throwIfAborted();
  const { reading, sizeBytes } = await readInput(input, asked);
  // What the input itself is comes first, then what the caller states with it, then what is packed with it.
  const { items: own = [] } = reading;
  const items = [
    ...own.filter(({ origin }) => origin === "input"),
    ...asked.items,
    ...own.filter(({ origin }) => origin === "package"),
  ];
  const judged = await judge(reading, items, asked);
  return conclude({ reading, sizeBytes, asked, items, ...judged });
}

/** @throws the reason of the signal if it aborts; RangeError if a stated text of trusted certificates is not readable. */
async function judge(reading: Reading, items: readonly Item[], asked: Asked): Promise<Judged> {
  const { subject, format, links = [] } = reading;
  if (subject === null) {
    const checks = reading.checks ?? unreadChecks(reading, items);
    settleContents(
      checks.filter(({ id }) => id === "content"),
      items,
    );
    // A witness that does not hold has a block that nobody can name; what cannot be read is told all the same.
    if (reading.checks !== undefined) {
      await judgeBlocks(ofKind(items, "witness_timestamp"), [], bitcoinOptions(asked, items));
    }
    return { ...NOTHING, checks };
  }
  const compared = compareContents(reading, subject, asked);
  if (asked.options.onLinks !== undefined && reading.proof !== undefined) {
    await asked.options.onLinks([format, ...(await compared), ...links]);
    asked.options.signal?.throwIfAborted();
  }
  // Callers verify thousands of proofs in sequence: as little as possible is awaited.
  const [contents, times] = isAlone(reading, items, asked)
    ? [await compared, offline(reading)]
    : await Promise.all([compared, judgeTimes(reading, subject, items, asked)]);
  settleContents(contents, items);
  const { anchors, bitcoin, seals, bound } = times;
  const ofAnchors =
    reading.proof?.anchors.length === 0
      ? [skippedCheck("anchor", "no_anchor")]
      : anchors.map(({ check }) => check);
  return {
    checks: [
      format,
      ...contents,
      ...links,
      ...ofAnchors,
      ...bound.checks,
      ...(bitcoin === null ? [] : [bitcoin.check]),
      ...seals.flatMap(({ check, qualified }) => [check, qualified]),
    ],
    anchors,
    blocks: bound.blocks,
    bitcoin,
    seals,
    unjudged: times.unjudged,
  };
}

const NOTHING: Omit<Judged, "checks"> = { anchors: [], blocks: [], bitcoin: null, seals: [], unjudged: [] };

/** What would have been checked if the input could be read. */
function unreadChecks({ type, format }: Reading, items: readonly Item[]): readonly Check[] {
  if (type === "evm-witness") return withSkipped(format, type, {});
  const bitcoin = Math.min(1, ofKind(items, "timestamp").length);
  const seals = withSameContent(ofKind(items, "seal"));
  // A container that cannot be read has a seal, too.
  const unseen = type === "asic-s" && seals.flat().every(({ origin }) => origin === "caller") ? 1 : 0;
  const isOfSeal = type === "asic-s" || type === "rfc3161";
  const seal = isOfSeal ? seals.length + unseen : Math.min(1, seals.length);
  return withSkipped(format, type, { bitcoin, seal });
}

/** What was given first, then what is in the package. */
async function compareContents(
  { type, original = null }: Reading,
  { content: stated }: Subject,
  { content, hashing }: Asked,
): Promise<readonly Check[]> {
  const packed = original === null ? [] : [verifyPackedOriginal(original, stated)];
  if (content === undefined && packed.length > 0) return packed;
  const { algorithm, hash } = stated;
  // A timestamp of another hash is about nothing that has a fingerprint.
  const given =
    type === "opentimestamps" && algorithm !== "SHA-256"
      ? notCompared({ algorithm, stated: hash })
      : await compareContent(content, stated, hashing);
  return [given, ...packed];
}

function settleContents(contents: readonly Check[], items: readonly Item[]): void {
  for (const item of items) {
    if (item.kind !== "original" && item.kind !== "content_hash") continue;
    item.settle(item.origin === "package" ? contents.at(-1)! : contents[0]!);
  }
}

/** What the time sources say. */
type Times = Omit<Judged, "checks" | "blocks"> & { readonly bound: HeaderTimestampsResult };

const NO_BLOCKS: HeaderTimestampsResult = { checks: [], blocks: [], unjudged: [] };
const NO_SEALS: SealResults = { seals: [], unjudged: [] };

/** Whether nobody needs to be asked and nothing to be loaded. */
function isAlone({ proof }: Reading, items: readonly Item[], { options }: Asked): boolean {
  return (
    proof !== undefined &&
    options.sources === undefined &&
    options.found === undefined &&
    !items.some(({ kind }) => GIVES_TIME.has(kind))
  );
}

const GIVES_TIME: ReadonlySet<Item["kind"]> = new Set<Item["kind"]>([
  "timestamp",
  "seal",
  "witness",
  "witness_timestamp",
]);

function offline({ proof }: Reading): Times {
  const { blocks: _, ...nothing } = NOTHING;
  return { ...nothing, anchors: proof!.anchors.map(verifyAnchorOffline), bound: NO_BLOCKS };
}

/** In sequence, except for the sources of EVM chains: the budget must be spent in the same order on every machine. */
async function judgeTimes(
  reading: Reading,
  subject: Subject,
  items: readonly Item[],
  asked: Asked,
): Promise<Times> {
  const { proof, witness } = reading;
  const ofBitcoin = bitcoinOptions(asked, items);
  const opened =
    proof === undefined
      ? null
      : await openWitnesses(proof, ofKind(items, "witness"), asked.options.found, asked.work);
  const judgeContent = async () => {
    // A witness is about a transaction, which holds the root of a batch: nobody stamps or seals that.
    if (witness !== undefined) return { bitcoin: null, sealed: NO_SEALS };
    const bitcoin = await judgeTimestamps(reading, subject, ofKind(items, "timestamp"), ofBitcoin);
    return { bitcoin, sealed: await judgeSeals(subject, items, asked) };
  };
  const [ofChains, { bitcoin, sealed }] = await Promise.all([
    judgeAnchors(reading, opened, asked),
    judgeContent(),
  ]);
  const isAnchored = proof !== undefined || witness !== undefined;
  const files = isAnchored ? ofKind(items, "witness_timestamp") : [];
  const bound = await judgeBlocks(files, ofChains.headers, ofBitcoin);
  const times = { anchors: ofChains.anchors, bound, bitcoin, seals: sealed.seals };
  settleOthers(items, times, asked);
  return { ...times, unjudged: [...ofChains.unjudged, ...bound.unjudged, ...sealed.unjudged] };
}

const NO_ANCHORS: AnchorsResult = { anchors: [], headers: [], unjudged: [] };

async function judgeAnchors(
  { proof, witness }: Reading,
  opened: OpenedWitnesses | null,
  { options, now }: Asked,
): Promise<AnchorsResult> {
  const { sources = [], minConfirmations, signal } = options;
  const asked = {
    sources,
    now,
    ...(minConfirmations !== undefined && { minConfirmations }),
    ...(signal && { signal }),
  };
  if (opened !== null) return verifyAnchors(proof!, opened, asked);
  if (witness === undefined) return NO_ANCHORS;
  const { verifyWitness } = await import("./judge/witness-file.js");
  const result = await verifyWitness(witness, asked);
  const headers = result.witness === null ? [] : [{ anchor: result.anchor, witness: result.witness }];
  return { anchors: [result], headers, unjudged: [] };
}

async function judgeBlocks(
  files: readonly EvidenceItem[],
  headers: readonly WitnessedHeader[],
  options: VerifyBitcoinOptions,
): Promise<HeaderTimestampsResult> {
  if (files.length === 0 && (headers.length === 0 || options.found === undefined)) return NO_BLOCKS;
  const { verifyHeaderTimestamps } = await import("./judge/header-timestamps.js");
  return verifyHeaderTimestamps(files, headers, options);
}

async function judgeTimestamps(
  reading: Reading,
  { content }: Subject,
  timestamps: readonly EvidenceItem[],
  options: VerifyBitcoinOptions,
): Promise<BitcoinResult | null> {
  const digests = digestsOf(reading, content);
  const isFound = digests.some((digest) => options.found?.hasTimestamps(digest) === true);
  if (timestamps.length === 0 && !isFound) return null;
  const { verifyTimestampsOf } = await import("./judge/timestamp.js");
  return verifyTimestampsOf(content, digests, timestamps, options);
}

async function judgeSeals(subject: Subject, items: readonly Item[], asked: Asked): Promise<SealResults> {
  const seals = withSameContent(ofKind(items, "seal"));
  if (seals.length === 0 && asked.options.found?.hasSealsOf(subject.content) !== true) return NO_SEALS;
  const { verifySealsOf } = await import("./judge/seal.js");
  return verifySealsOf(subject.content, seals, sealOptions(asked, items));
}

/** Hashes that OpenTimestamps files use. */
const STAMPED: Readonly<Partial<Record<Subject["content"]["algorithm"], HashKind>>> = {
  "SHA-1": "sha1",
  "RIPEMD-160": "ripemd160",
  "SHA-256": "sha256",
  "Keccak-256": "keccak256",
};

/** What timestamps may be about; nothing if they do not use the hash of the content. */
function digestsOf({ proof }: Reading, content: Subject["content"]): readonly Digest[] {
  const hash = STAMPED[content.algorithm];
  if (hash === undefined) return [];
  return [content.hash, ...(proof === undefined ? [] : [proof.merkle.root])].map((hex) => ({ hash, hex }));
}

/** What is no evidence: how seals were judged, and who was asked. */
function settleOthers(
  items: readonly Item[],
  { anchors, bound, bitcoin, seals }: Omit<Times, "unjudged">,
  { options }: Asked,
): void {
  const ofBitcoin = [...(bitcoin === null ? [] : [bitcoin]), ...bound.blocks.map((block) => block.bitcoin)];
  const isBitcoinAsked =
    ofBitcoin.some(({ isAsked }) => isAsked) || seals.some(({ existence }) => existence?.isAsked === true);
  const isBitcoinSettled =
    bitcoin?.check.status === "passed" || bound.blocks.some(({ check }) => check.status === "passed");
  const chains = new Set(
    anchors
      .filter(({ check }) => check.evidence["sources"] !== undefined)
      .map(({ anchor }) => anchor.chain_id),
  );
  const sources = items.filter(({ kind }) => kind === "evm_source");
  for (const [i, { chainId }] of (options.sources ?? []).entries()) {
    if (chains.has(chainId)) sources[i]!.checked();
  }
  for (const item of items) {
    if (item.kind === "trust_list" || item.kind === "at") {
      if (seals.length > 0) item.checked();
    } else if (item.kind === "revocation_source") {
      if (seals.some(({ isRevocationAsked }) => isRevocationAsked)) item.checked();
    } else if (item.kind === "bitcoin_source") {
      if (isBitcoinAsked) item.checked();
      else if (isBitcoinSettled) item.notApplicable("not_needed");
    }
  }
}

/**
 * Loads the parts of the verifier that are otherwise loaded when a proof first needs them. A program that runs for long calls
 * it at its start: an `import()` that fails once, for example because no more files can be opened, fails until the process
 * ends.
 *
 * @throws what `import()` throws. The process should end then.
 */
export async function loadVerifier(): Promise<void> {
  await Promise.all([
    import("./judge/ask-evm.js"),
    import("./judge/witness-file.js"),
    import("./judge/witnesses.js"),
    import("./judge/header-timestamps.js"),
    import("./judge/container.js"),
    import("./judge/timestamp-file.js"),
    import("./judge/timestamp.js"),
    import("./content/hash-of.js"),
    import("./package/open-container.js"),
    import("./package/open-package.js"),
    import("./package/open-certificate.js"),
    import("./judge/seal-material.js"),
    import("./judge/seal.js"),
  ]);
}
