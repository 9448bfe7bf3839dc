/**
 * Judges a set of headers: which of them are on Bitcoin's main chain, and how much work supports the others.
 *
 * Up to the last checkpoint only successors prove membership: if known headers link a header to a later checkpoint, the
 * header is an ancestor of that checkpoint. A link from an earlier checkpoint proves nothing there, because orphaned
 * blocks have one too.
 *
 * Beyond the last checkpoint a header is judged as a light client does (simplified payment verification): headers lead
 * from that checkpoint to it without a gap, keep the rules for targets and times, and at least six more follow.
 */
import { bytesToHex } from "../bytes.js";
import { CHECKPOINTS, type Checkpoints } from "./checkpoints.js";
import {
  type BlockHeader,
  EPOCH_BLOCKS,
  mayFollow,
  meetsTarget,
  nextBits,
  targetOfBits,
  workOfTarget,
} from "./header.js";

/**
 * `main-chain`: proven by a checkpoint. `by-work`: beyond the last checkpoint, proven by the work of a run of headers
 * that starts there. `off-chain`: another block is proven at that height, by a checkpoint. `unproven`: the header has
 * work, but no known header shows whether it is on the main chain. `impossible`: the main chain cannot contain this
 * header.
 */
export type HeaderStanding = "main-chain" | "by-work" | "off-chain" | "unproven" | "impossible";

/** Why a header is impossible. */
export type HeaderFault =
  | "header_target_invalid"
  | "header_target_wrong"
  | "header_target_too_easy"
  | "header_work_missing"
  | "header_time_implausible";

/** The checkpoint from which headers lead to one beyond it. */
export interface RunStart {
  /** Height of that checkpoint. */
  readonly height: number;
  /** Seconds since 1970: time of that checkpoint if its header is known, else of the block after it. */
  readonly time: number;
}

/** A header with what is known of its place in the main chain. */
export interface JudgedHeader {
  /** Of the block, from 0. */
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
  /** Beyond the last checkpoint, if headers lead from it to this one without a gap; else null. */
  readonly start: RunStart | null;
}

/** A header and its claimed height. */
export interface PlacedHeader {
  readonly height: number;
  readonly header: BlockHeader;
}

/** Blocks that must follow one beyond the last checkpoint: with its own, what Bitcoin users usually wait for. */
export const MIN_RUN_SUCCESSORS = 6;

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
/** A block is later than the median of so many before it. Source: Bitcoin Core, `nMedianTimeSpan`. */
export const MEDIAN_BLOCKS = 11;

/** Options of `judgeHeaders`. */
export interface JudgeOptions {
  /** Default: the table that this version ships. */
  readonly checkpoints?: Checkpoints | undefined;
}

/**
 * Judges headers, of which several may have the same height. Time is linear in their number.
 *
 * @param now the caller's clock, in seconds. Beyond the last checkpoint, blocks with a later time are impossible.
 * @returns each header once, highest first.
 */
export function judgeHeaders(
  placed: readonly PlacedHeader[],
  now: number,
  options: JudgeOptions = {},
): JudgedHeader[] {
  const steps = judgeHeadersInSteps(placed, now, options);
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
  { checkpoints = CHECKPOINTS }: JudgeOptions = {},
): Generator<void, JudgedHeader[]> {
  const levels = yield* levelsOf(placed, checkpoints, now);
  yield* followLastCheckpoint(levels, checkpoints);
  const judged = yield* judgeDownwards(levels, checkpoints);
  standByWork(levels, checkpoints);
  return judged;
}

/** A header while it is judged. */
interface Node extends JudgedHeader {
  standing: HeaderStanding;
  fault: HeaderFault | null;
  work: bigint;
  successors: number;
  checkpointHeight: number | null;
  start: RunStart | null;
  /** The header before it, known where `start` is. */
  parent: Node | null;
  /** Time of the first block of its epoch, known where `start` is. */
  epochTime: number;
  /** The first header of the best run of successors. */
  best: Node | null;
  /** Another run of successors has the same work. */
  isTied: boolean;
}

/** The headers of one height by their hash, in lower-case hexadecimal. */
type Level = Map<string, Node>;
type Levels = ReadonlyMap<number, Level>;

const NO_HEADERS: Level = new Map();

function* levelsOf(
  placed: readonly PlacedHeader[],
  checkpoints: Checkpoints,
  now: number,
): Generator<void, Levels> {
  const levels = new Map<number, Level>();
  const targets = new Targets();
  for (const [i, { height, header }] of placed.entries()) {
    if (i % HEADERS_PER_STEP === 0) yield;
    let level = levels.get(height);
    if (level === undefined) {
      level = new Map();
      levels.set(height, level);
    }
    const hash = bytesToHex(header.hash);
    if (level.has(hash)) continue;
    const { target, work } = targets.of(header.bits);
    const fault = faultOf(height, header, target, checkpoints, now);
    level.set(hash, {
      height,
      header,
      standing: fault === null ? "unproven" : "impossible",
      fault,
      work: fault === null ? work : 0n,
      successors: 0,
      checkpointHeight: null,
      start: null,
      parent: null,
      epochTime: 0,
      best: null,
      isTied: false,
    });
  }
  return levels;
}

/** Targets by their compact form: those of a whole epoch are one. */
class Targets {
  #bits: number | null = null;
  #last: { readonly target: bigint | null; readonly work: bigint } = { target: null, work: 0n };

  of(bits: number): { readonly target: bigint | null; readonly work: bigint } {
    if (bits !== this.#bits) {
      const target = targetOfBits(bits);
      this.#last = { target, work: target === null ? 0n : workOfTarget(target) };
      this.#bits = bits;
    }
    return this.#last;
  }
}

/**
 * Marks the headers that lead on from the last checkpoint. Hashes pin the ancestors of each, so one that breaks a rule
 * that depends on its ancestors is impossible.
 */
function* followLastCheckpoint(levels: Levels, checkpoints: Checkpoints): Generator<void, void> {
  const { lastHeight } = checkpoints;
  let before: Level = new Map();
  for (const [hash, node] of levels.get(lastHeight) ?? NO_HEADERS) {
    if (node.fault === null && checkpoints.has(lastHeight, node.header.hash) === true) before.set(hash, node);
  }
  let count = 0;
  for (let height = lastHeight + 1; ; height++) {
    const here: Level = new Map();
    for (const [hash, node] of levels.get(height) ?? NO_HEADERS) {
      if (++count % HEADERS_PER_STEP === 0) yield;
      if (node.fault !== null) continue;
      const { header } = node;
      const parent = before.get(bytesToHex(header.previousHash)) ?? null;
      const isFirst = height === lastHeight + 1 && checkpoints.has(lastHeight, header.previousHash) === true;
      if (parent === null && !isFirst) continue;
      node.parent = parent;
      node.fault = faultAfter(node, parent);
      if (node.fault !== null) {
        node.standing = "impossible";
        node.work = 0n;
        continue;
      }
      // Only the first may have no parent, and it begins an epoch.
      node.epochTime = height % EPOCH_BLOCKS === 0 ? header.time : parent!.epochTime;
      node.start = parent?.start ?? { height: lastHeight, time: (parent ?? node).header.time };
      here.set(hash, node);
    }
    if (here.size === 0) return;
    before = here;
  }
}

/** A broken rule that depends on the headers before. */
function faultAfter({ height, header }: Node, parent: Node | null): HeaderFault | null {
  // The target of the epoch after the last checkpoint is in the table.
  if (parent !== null && parent.start !== null) {
    const bits =
      height % EPOCH_BLOCKS === 0
        ? nextBits(parent.header.bits, parent.epochTime, parent.header.time)
        : parent.header.bits;
    if (header.bits !== bits) return "header_target_wrong";
  }
  return header.time > leastMedianTime(parent) ? null : "header_time_implausible";
}

/**
 * A lower bound of the median time of the eleven blocks before. It is the median itself if all are known; otherwise the
 * unknown ones, of before the checkpoint, are taken to be the earliest.
 */
function leastMedianTime(parent: Node | null): number {
  const times: number[] = [];
  for (let node = parent; node !== null && times.length < MEDIAN_BLOCKS; node = node.parent) {
    times.push(node.header.time);
  }
  times.sort((a, b) => a - b);
  const unknown = MEDIAN_BLOCKS - times.length;
  return times[(MEDIAN_BLOCKS - 1) / 2 - unknown] ?? 0;
}

/**
 * Why the main chain cannot contain this header at this height, as far as the header alone shows it, without a clock; null
 * if it can.
 */
export function headerFault({ height, header }: PlacedHeader): HeaderFault | null {
  return faultOf(height, header, targetOfBits(header.bits), CHECKPOINTS, Number.POSITIVE_INFINITY);
}

/**
 * Times of the headers that follow, in their order: seconds since 1970. Of the best run of known successors those that are
 * proven, by a checkpoint or by work.
 */
export function provenTimesAfter(judged: JudgedHeader, most: number): readonly number[] {
  const times: number[] = [];
  let node = (judged as Node).best;
  while (node !== null && times.length < most) {
    if (node.standing !== "main-chain" && node.standing !== "by-work") break;
    times.push(node.header.time);
    node = node.best;
  }
  return times;
}

/** Finds the best successors of each header, and the standing that later checkpoints give. */
function* judgeDownwards(levels: Levels, checkpoints: Checkpoints): Generator<void, JudgedHeader[]> {
  const judged: Node[] = [];
  let above: readonly Node[] = [];
  for (const height of [...levels.keys()].sort((a, b) => b - a)) {
    const successors = yield* byPreviousHash(above[0]?.height === height + 1 ? above : []);
    const here: Node[] = [];
    for (const [hash, node] of levels.get(height)!) {
      if ((judged.length + here.length) % HEADERS_PER_STEP === 0) yield;
      if (node.fault === null) judge(node, successors.get(hash) ?? [], checkpoints);
      here.push(node);
    }
    const isSettled = here.some(({ standing }) => standing === "main-chain");
    for (const node of here) {
      if (isSettled && node.standing === "unproven") node.standing = "off-chain";
      judged.push(node);
    }
    above = here;
  }
  return judged;
}

/**
 * Indexes the possible headers by their predecessor's hash. Searching all of them for each would take
 * quadratic time.
 */
function* byPreviousHash(nodes: readonly Node[]): Generator<void, ReadonlyMap<string, readonly Node[]>> {
  const groups = new Map<string, Node[]>();
  for (const [i, node] of nodes.entries()) {
    if (i % HEADERS_PER_STEP === HEADERS_PER_STEP - 1) yield;
    if (node.standing === "impossible") continue;
    const hash = bytesToHex(node.header.previousHash);
    const group = groups.get(hash);
    if (group === undefined) groups.set(hash, [node]);
    else group.push(node);
  }
  return groups;
}

/** @param successors headers of the next height that name this one as predecessor. */
function judge(node: Node, successors: readonly Node[], checkpoints: Checkpoints): void {
  const { height, header } = node;
  let best: Node | null = null;
  for (const next of successors) {
    if (!hasAllowedTarget(next, header)) continue;
    const isMain = next.standing === "main-chain";
    const isBestMain = best?.standing === "main-chain";
    if (best === null || (isMain && !isBestMain) || (isMain === isBestMain && next.work > best.work)) {
      best = next;
      node.isTied = false;
    } else if (next.work === best.work) node.isTied = true;
  }
  const known = checkpoints.has(height, header.hash);
  const isAncestor = known === null && best?.standing === "main-chain";
  // The table says which block the first of the next epoch follows.
  const isBeside = known === false || checkpoints.has(height - 1, header.previousHash) === false;
  if (known === true || isAncestor) node.standing = "main-chain";
  else if (isBeside) node.standing = "off-chain";
  node.work += best?.work ?? 0n;
  node.successors = best === null ? 0 : best.successors + 1;
  node.checkpointHeight = known === true ? height : isAncestor ? best!.checkpointHeight : null;
  node.best = best;
}

/** Whether the consensus rules allow the target of a successor. */
function hasAllowedTarget({ height, header }: Node, before: BlockHeader): boolean {
  return height % EPOCH_BLOCKS === 0 ? mayFollow(before.bits, header.bits) : header.bits === before.bits;
}

/** Follows the run with most work from the last checkpoint on. Where two have the same work, it proves neither. */
function standByWork(levels: Levels, { lastHeight }: Checkpoints): void {
  let best: Node | null = null;
  let isTied = false;
  for (const node of (levels.get(lastHeight + 1) ?? NO_HEADERS).values()) {
    if (node.start === null || (best !== null && node.work < best.work)) continue;
    isTied = best?.work === node.work;
    best = node;
  }
  if (isTied) return;
  for (let node = best; node !== null && node.successors >= MIN_RUN_SUCCESSORS; node = node.best) {
    node.standing = "by-work";
    if (node.isTied) return;
  }
}

function faultOf(
  height: number,
  { hash, time, bits }: BlockHeader,
  target: bigint | null,
  checkpoints: Checkpoints,
  now: number,
): HeaderFault | null {
  if (target === null) return "header_target_invalid";
  const known = checkpoints.bitsAt(height);
  if (known !== null && bits !== known) return "header_target_wrong";
  if (known === null && target > checkpoints.maxTargetAt(height)) return "header_target_too_easy";
  if (!meetsTarget(hash, target)) return "header_work_missing";
  const age = height * BLOCK_SECONDS;
  const drift = Math.abs(time - GENESIS_TIME - age);
  if (drift > DRIFT_SECONDS + DRIFT_SHARE * age) return "header_time_implausible";
  // Blocks up to the last checkpoint are of the past, whatever the clock of this machine says.
  const isAhead = height > checkpoints.lastHeight && time > now + MAX_AHEAD_SECONDS;
  return isAhead ? "header_time_implausible" : null;
}
