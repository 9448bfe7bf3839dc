/**
 * Check `block`: does a block of Bitcoin's main chain commit to the header of an anchor's block? The header holds the
 * transaction, so the content is not younger than that block of Bitcoin, whatever the EVM chain says.
 *
 * The timestamps are OpenTimestamps files whose digest is SHA-256 of the header's RLP: docs/formats/evm-witness.md.
 */

import { bytesToHex, FormatError } from "@svc-proof/shared/encoding";
import { sha256 } from "@svc-proof/shared/hash";
import { parseDetachedTimestamp } from "@svc-proof/shared/opentimestamps";
import { MAX_WORK_UNITS } from "@svc-proof/shared/work";
import { unread } from "../fault.js";
import type { EvidenceItem } from "../items.js";
import { outOfWork } from "../report/outcome.js";
import type { Check, Fault, Notice } from "../report/report.js";
import { isWorkLimit, Work } from "../work/work.js";
import type { AnchorResult } from "./anchor.js";
import type { BitcoinResult, VerifyBitcoinOptions } from "./timestamp.js";
import type { HoldingWitness } from "./witnesses.js";

/** A block of an EVM chain and its time by Bitcoin. */
export interface BoundBlock {
  readonly check: Check;
  readonly anchor: AnchorResult["anchor"];
  readonly number: number;
  readonly hash: string;
  readonly bitcoin: BitcoinResult;
}

export interface HeaderTimestampsResult {
  readonly checks: readonly Check[];
  /** One for each block that has timestamps, in the order of the anchors. */
  readonly blocks: readonly BoundBlock[];
  /** How many blocks with timestamps that were merely found were judged, if not all were. */
  readonly unjudged: readonly Notice[];
}

/** A header that holds a transaction of the content, and how the report names its chain. */
export interface WitnessedHeader {
  readonly anchor: AnchorResult["anchor"];
  readonly witness: HoldingWitness;
}

/** What is found where no header has a timestamp. */
export const NO_BLOCKS: HeaderTimestampsResult = { checks: [], blocks: [], unjudged: [] };

/** What blocks may cost together of which no timestamp was stated: as much as so many verifications. */
const MAX_FOUND_UNITS: number = 16 * MAX_WORK_UNITS;

/**
 * Checks timestamps of headers, and settles them.
 *
 * @param files `.ots` files. One that is about no header at hand is `timestamp_of_other_content`.
 * @param headers of witnesses; one that two of them have counts once.
 * @throws the reason of `options.signal` if it aborts; nothing else.
 */
export async function verifyHeaderTimestamps(
  files: readonly EvidenceItem[],
  headers: readonly WitnessedHeader[],
  options: VerifyBitcoinOptions,
): Promise<HeaderTimestampsResult> {
  if (files.length === 0 && (headers.length === 0 || options.found === undefined)) return NO_BLOCKS;
  const { work = new Work({ signal: options.signal }) } = options;
  try {
    return await verifyFiles(files, headers, { ...options, work });
  } catch (error) {
    if (!isWorkLimit(error)) throw error;
    const check = outOfWork("block", error);
    for (const item of files) item.checked(check.code);
    return { ...NO_BLOCKS, checks: [check] };
  }
}

async function verifyFiles(
  files: readonly EvidenceItem[],
  headers: readonly WitnessedHeader[],
  options: VerifyBitcoinOptions & { readonly work: Work },
): Promise<HeaderTimestampsResult> {
  const { work } = options;
  const read = new Map<EvidenceItem, DigestRead>();
  for (const item of files) {
    await work.pause();
    read.set(item, readDigest(item.bytes, work));
  }
  const blocks: BoundBlock[] = [];
  const known = new Set<string>();
  const ofFound = new Work({ signal: options.signal, units: MAX_FOUND_UNITS });
  let unjudged = 0;
  const { settleHeaders, verifyBitcoin } = await import("./timestamp.js");
  for (const { anchor, witness } of headers) {
    const hex = bytesToHex(sha256(witness.witness.header));
    if (known.has(hex)) continue;
    const own = files.filter((item) => read.get(item)!.digest === hex);
    const digest = [{ hash: "sha256", hex }] as const;
    if (own.length === 0 && options.found?.hasTimestamps(digest[0]) !== true) continue;
    known.add(hex);
    const { number, hash } = witness.transaction.block;
    const isFound = own.length === 0;
    const bitcoin = await verifyBitcoin(own, digest, { ...options, work: isFound ? ofFound : work });
    const isUnjudged = isFound && bitcoin.check.code === "work_limit_exceeded";
    if (isUnjudged) unjudged++;
    if (isUnjudged || (isFound && bitcoin.check.status === "failed")) continue;
    settleHeaders(bitcoin, options);
    const { chain_id, network } = anchor;
    const evidence = {
      chain_id,
      network,
      block_number: number,
      anchored_block_hash: hash,
      ...bitcoin.check.evidence,
    };
    blocks.push({ check: { ...bitcoin.check, id: "block", evidence }, anchor, number, hash, bitcoin });
  }
  for (const [item, { digest, fault }] of read) {
    if (fault !== null) item.settle(fault);
    else if (digest !== null && known.has(digest)) item.checked();
    else item.notApplicable("timestamp_of_other_content");
  }
  const evidence = { of: "block", judged: known.size - unjudged, given: known.size };
  return {
    checks: blocks.map(({ check }) => check),
    blocks,
    unjudged: unjudged > 0 ? [{ code: "not_all_judged", evidence }] : [],
  };
}

interface DigestRead {
  readonly digest: string | null;
  readonly fault: Fault | null;
}

/** The digest of a file, if it is SHA-256. */
function readDigest(file: Uint8Array, work: Work): DigestRead {
  try {
    const { hash, digest } = parseDetachedTimestamp(file, { work });
    return { digest: hash === "sha256" ? bytesToHex(digest) : null, fault: null };
  } catch (error) {
    if (!(error instanceof FormatError) || isWorkLimit(error)) throw error;
    return { digest: null, fault: unread(error) };
  }
}
