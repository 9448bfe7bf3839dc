/**
 * Judges a set of headers: which of them are on Bitcoin's main chain, and how much work supports the others.
 *
 * Only successors prove membership: if known headers link a header to a later checkpoint, the header is an
 * ancestor of that checkpoint. A link from an earlier checkpoint proves nothing, because orphaned blocks have
 * one too.
 */
import { bytesToHex } from "../encoding/hex.js";
import type { BlockHeader } from "./block-header.js";
import { isCheckpoint, maxTargetAt } from "./checkpoints.js";
import { EPOCH_BLOCKS, mayFollow } from "./retarget.js";
import { meetsTarget, targetOfBits, workOfTarget } from "./target.js";

/**
 * `main-chain`: proven by a checkpoint. `off-chain`: another block is proven at that height. `unproven`: the
 * header has work, but no known header shows whether it is on the main chain. `impossible`: the main chain
 * cannot contain this header.
 */
export type HeaderStanding = "main-chain" | "off-chain" | "unproven" | "impossible";

/** Why a header is impossible. */
export type HeaderFault =
  | "header_target_invalid"
  | "header_target_too_easy"
  | "header_work_missing"
  | "header_time_implausible";

export interface JudgedHeader {
  readonly height: number;
  readonly header: BlockHeader;
  readonly standing: HeaderStanding;
  readonly fault: HeaderFault | null;
  /** Expected number of hashes for this header and its best run of known successors. */
  readonly work: bigint;
  /** Number of successors in that run. */
  readonly successors: number;
  /** Height of the checkpoint that proves the header. */
  readonly checkpointHeight: number | null;
}

/** A header and its claimed height. */
export interface PlacedHeader {
  readonly height: number;
  readonly header: BlockHeader;
}

/** Time of Bitcoin's first block. */
const GENESIS_TIME = 1_231_006_505;
const BLOCK_SECONDS = 600;
/**
 * How far a block's time may deviate from one block every ten minutes: 200 days plus 8 % of the chain's age.
 * Up to height 832,608 it was at most 248 days early or 139 days late, and within 5 % since the third year.
 */
const DRIFT_SECONDS: number = 200 * 86_400;
const DRIFT_SHARE = 0.08;
/** A block may be two hours ahead of a node's clock. Source: Bitcoin Core, `MAX_FUTURE_BLOCK_TIME`. */
export const MAX_AHEAD_SECONDS = 7200;

/**
 * Judges headers, of which several may have the same height. Time is linear in their number.
 *
 * @param now the caller's clock, in seconds. Blocks with a later time are impossible.
 */
export function judgeHeaders(placed: readonly PlacedHeader[], now: number): JudgedHeader[] {
  const steps = judgeHeadersInSteps(placed, now);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** Headers between two pauses. A step takes a few milliseconds. */
const HEADERS_PER_STEP = 512;

/** The same as {@link judgeHeaders}, for callers that pause between steps because the input may be long and hostile. */
export function* judgeHeadersInSteps(
  placed: readonly PlacedHeader[],
  now: number,
): Generator<void, JudgedHeader[]> {
  const byHeight = new Map<number, Map<string, BlockHeader>>();
  for (const [i, { height, header }] of placed.entries()) {
    if (i % HEADERS_PER_STEP === 0) yield;
    const same = byHeight.get(height) ?? new Map<string, BlockHeader>();
    byHeight.set(height, same);
    const hash = bytesToHex(header.hash);
    if (!same.has(hash)) same.set(hash, header);
  }
  const judged: JudgedHeader[] = [];
  let above: readonly JudgedHeader[] = [];
  for (const height of [...byHeight.keys()].sort((a, b) => b - a)) {
    const successors = yield* byPreviousHash(above[0]?.height === height + 1 ? above : []);
    const here: JudgedHeader[] = [];
    for (const [hash, header] of byHeight.get(height)!) {
      if ((judged.length + here.length) % HEADERS_PER_STEP === 0) yield;
      here.push(judge(height, header, successors.get(hash) ?? [], now));
    }
    const settled = here.some(({ standing }) => standing === "main-chain")
      ? here.map(
          (one): JudgedHeader => (one.standing === "unproven" ? { ...one, standing: "off-chain" } : one),
        )
      : here;
    for (const one of settled) judged.push(one);
    above = settled;
  }
  return judged;
}

/**
 * Indexes the possible headers by their predecessor's hash. Searching all of them for each would take
 * quadratic time.
 */
function* byPreviousHash(
  judged: readonly JudgedHeader[],
): Generator<void, ReadonlyMap<string, readonly JudgedHeader[]>> {
  const groups = new Map<string, JudgedHeader[]>();
  for (const [i, one] of judged.entries()) {
    if (i % HEADERS_PER_STEP === HEADERS_PER_STEP - 1) yield;
    if (one.standing === "impossible") continue;
    const hash = bytesToHex(one.header.previousHash);
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [one]);
    else group.push(one);
  }
  return groups;
}

/** @param successors headers of the next height that name this one as predecessor. */
function judge(
  height: number,
  header: BlockHeader,
  successors: readonly JudgedHeader[],
  now: number,
): JudgedHeader {
  const target = targetOfBits(header.bits);
  const fault = faultOf(height, header, target, now);
  if (fault !== null || target === null) {
    return { height, header, standing: "impossible", fault, work: 0n, successors: 0, checkpointHeight: null };
  }
  const known = isCheckpoint(height, header.hash);
  let best: JudgedHeader | null = null;
  for (const next of successors) {
    if (!hasAllowedTarget(next, header)) continue;
    const isBetter =
      best === null ||
      (next.standing === "main-chain" && best.standing !== "main-chain") ||
      (next.standing === best.standing && next.work > best.work);
    if (isBetter) best = next;
  }
  const isAncestor = best?.standing === "main-chain";
  const standing =
    known === null ? (isAncestor ? "main-chain" : "unproven") : known ? "main-chain" : "off-chain";
  return {
    height,
    header,
    standing,
    fault: null,
    work: workOfTarget(target) + (best?.work ?? 0n),
    successors: best === null ? 0 : best.successors + 1,
    checkpointHeight: known === true ? height : isAncestor ? best!.checkpointHeight : null,
  };
}

/** Whether the consensus rules allow the target of a successor. */
function hasAllowedTarget({ height, header }: JudgedHeader, before: BlockHeader): boolean {
  return height % EPOCH_BLOCKS === 0 ? mayFollow(before.bits, header.bits) : header.bits === before.bits;
}

function faultOf(
  height: number,
  { hash, time }: BlockHeader,
  target: bigint | null,
  now: number,
): HeaderFault | null {
  if (target === null) return "header_target_invalid";
  if (target > maxTargetAt(height)) return "header_target_too_easy";
  if (!meetsTarget(hash, target)) return "header_work_missing";
  const age = height * BLOCK_SECONDS;
  const drift = Math.abs(time - GENESIS_TIME - age);
  const isPlausible = drift <= DRIFT_SECONDS + DRIFT_SHARE * age && time <= now + MAX_AHEAD_SECONDS;
  return isPlausible ? null : "header_time_implausible";
}
