/** The headers given by the caller, judged once for all attestations. */

import {
  type BlockHeader,
  CHECKPOINTS,
  EPOCH_BLOCKS,
  HEADER_BYTES,
  type HeaderRun,
  type HeaderRuns,
  type JudgedHeader,
  judgeDocumentsInSteps,
  MAX_HEADERS,
  type PlacedHeader,
  parseEpochFile,
  parseHeaders,
  parseRawHeaders,
  placeEpochFiles,
  workBits,
} from "@svc-proof/shared/bitcoin";
import { FormatError } from "@svc-proof/shared/encoding";
import { MAX_WORK_UNITS } from "@svc-proof/shared/work";
import { randomAccess, UnreadableInputError } from "../content/content.js";
import { unread } from "../fault.js";
import type { EvidenceItem } from "../items.js";
import type { RawHeaders } from "../package/stated-evidence.js";
import type { Fault } from "../report/report.js";
import { isWorkLimit, runStepsPausing, Work } from "../work/work.js";
import {
  type AttestationVerdict,
  bitcoinAccuracySeconds,
  type FoundBlock,
  type StatedBlock,
} from "./attestation.js";

/** Both ends included. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/**
 * Reads the headers that lead from each height to its checkpoint; for heights beyond the last checkpoint, those from
 * there on to the end. At most as many as a document may have, lowest first.
 *
 * @throws FormatError `work_limit_exceeded`; UnreadableInputError if the medium fails; what aborted the signal of `work`.
 */
export async function readRawHeaders(
  { height, file }: RawHeaders,
  heights: readonly number[],
  work: Work,
): Promise<HeaderRun[]> {
  const input = randomAccess(file, work.signal);
  const end = height + Math.floor(input.sizeBytes / HEADER_BYTES) - 1;
  const runs: HeaderRun[] = [];
  let left = MAX_HEADERS;
  for (const { first, last } of neededRanges(heights, end)) {
    // An epoch at a time, so that an abort is noticed.
    for (let at = Math.max(first, height); at <= Math.min(last, end) && left > 0; ) {
      const count = Math.min(EPOCH_BLOCKS, Math.min(last, end) - at + 1, left);
      await work.pause();
      const bytes = await input.read((at - height) * HEADER_BYTES, count * HEADER_BYTES);
      runs.push(...parseRawHeaders(bytes, at, { work }));
      at += count;
      left -= count;
    }
  }
  return runs;
}

/** Ascending, without overlap. */
function neededRanges(heights: readonly number[], end: number): Range[] {
  const ranges: { first: number; last: number }[] = [];
  for (const height of [...heights].sort((a, b) => a - b)) {
    const checkpoint = CHECKPOINTS.nextHeight(height);
    const first = checkpoint === null ? CHECKPOINTS.lastHeight : height;
    const last = checkpoint ?? end;
    const before = ranges.at(-1);
    if (before !== undefined && first <= before.last + 1) before.last = Math.max(before.last, last);
    else ranges.push({ first, last });
  }
  return ranges;
}

/**
 * A document of headers: `svc-bitcoin-headers/1`, lines `HEIGHT HEX160`, or a whole epoch as a binary file. Or a file of
 * raw headers, of which only what is needed is read.
 */
export type HeadersInput = Uint8Array | string | RawHeaders;

export type MalformedHeaders = ReadonlyMap<EvidenceItem, Fault>;

export interface HeadersAtHand {
  /** The verdict of the headers on an attestation. */
  judge(stated: StatedBlock): AttestationVerdict;
  /** Documents that could not be read or have an impossible header. */
  readonly malformed: MalformedHeaders;
}

/**
 * Reads documents of headers. Malformed ones are ignored, and so are those with an impossible header.
 *
 * @param heights of the blocks that will be asked about.
 * @param now the verifier's clock.
 * @param found headers that are read already.
 * @throws FormatError `work_limit_exceeded`; what aborted the signal of `work`.
 */
export async function headersAtHand(
  documents: readonly EvidenceItem[],
  heights: readonly number[],
  now: Date,
  work: Work,
  found: readonly HeaderRuns[] = [],
): Promise<HeadersAtHand> {
  const { read, malformed } = await readDocuments(documents, heights, work);
  const steps = judgeDocumentsInSteps(
    [...read.map(({ runs }) => runs), ...found],
    now.getTime() / 1000,
    // Headers that were merely found take nothing from the budget of the others.
    { work: found.length === 0 ? work : new Work({ signal: work.signal, units: unitsWith(found) }) },
  );
  const { headers, faults } = await runStepsPausing(steps, work);
  for (const [i, code] of faults.entries()) {
    if (code !== null && read[i] !== undefined)
      malformed.set(read[i].item, { status: "failed", code, evidence: {} });
  }
  const bitcoin = byHeight(headers);
  const regtest = byHeight(placedOnRegtest(read.flatMap(({ runs }) => runs)));
  return {
    malformed,
    judge(stated) {
      const verdict = judgeByHeaders(stated, bitcoin.get(stated.height) ?? []);
      const isOfRegtest =
        verdict.code === "no_bitcoin_header" &&
        (regtest.get(stated.height) ?? []).some(({ header }) => hasRoot(header, stated));
      return isOfRegtest ? { ...verdict, code: "header_of_regtest" } : verdict;
    },
  };
}

/** Judging a header costs 16, twice if documents are refused. */
const UNITS_PER_HEADER = 32;

/** A budget in which so many headers are judged. */
export function judgementUnits(headers: number): number {
  return headers * UNITS_PER_HEADER;
}

function unitsWith(found: readonly HeaderRuns[]): number {
  const count = found.flat().reduce((sum, { headers }) => sum + headers.length, 0);
  return MAX_WORK_UNITS + judgementUnits(count);
}

interface ReadDocument {
  readonly item: EvidenceItem;
  readonly runs: HeaderRuns;
}

/** Headers that nothing leads to: where they belong is not known. */
const UNPLACED: Fault = {
  status: "indeterminate",
  code: "unsupported",
  evidence: { fault: "epoch_unplaced" },
};

async function readDocuments(
  documents: readonly EvidenceItem[],
  heights: readonly number[],
  work: Work,
): Promise<{ readonly read: ReadDocument[]; readonly malformed: Map<EvidenceItem, Fault> }> {
  const read: ReadDocument[] = [];
  const epochs: { readonly item: EvidenceItem; readonly headers: readonly BlockHeader[] }[] = [];
  const malformed = new Map<EvidenceItem, Fault>();
  for (const item of documents) {
    const { content } = item;
    await work.pause();
    try {
      if (isEpochFile(content)) epochs.push({ item, headers: parseEpochFile(content, { work }) });
      else if (typeof content === "string" || content instanceof Uint8Array) {
        read.push({ item, runs: parseHeaders(content, { work }) });
      } else read.push({ item, runs: await readRawHeaders(content, heights, work) });
    } catch (error) {
      if (isWorkLimit(error)) throw error;
      if (error instanceof FormatError) malformed.set(item, unread(error));
      else if (error instanceof UnreadableInputError)
        malformed.set(item, { status: "indeterminate", code: "input_unreadable", evidence: {} });
      else throw error;
    }
  }
  const placed = placeEpochFiles(
    epochs.map(({ headers }) => headers),
    read.flatMap(({ runs }) => runs),
  );
  for (const [i, { item, headers }] of epochs.entries()) {
    const height = placed[i];
    if (height == null) malformed.set(item, UNPLACED);
    else read.push({ item, runs: [{ network: "bitcoin", height, headers }] });
  }
  return { read, malformed };
}

/** No text contains a zero byte, and the first header of an epoch does: the hash of a block ends in zeros. */
export function isEpochFile(document: HeadersInput): document is Uint8Array {
  return document instanceof Uint8Array && document.subarray(0, HEADER_BYTES).includes(0);
}

/** Whether a header has the Merkle root that the attestation leads to. */
export function hasRoot({ merkleRoot }: BlockHeader, { message }: StatedBlock): boolean {
  return message.length === merkleRoot.length && merkleRoot.every((byte, i) => byte === message[i]);
}

/**
 * Only what is proven speaks against an attestation: a block of the main chain with another root, or the root in a block
 * that is beside it. A header with work alone shows that its block was mined, and one without shows nothing.
 */
function judgeByHeaders(stated: StatedBlock, headers: readonly JudgedHeader[]): AttestationVerdict {
  const possible = headers.filter(({ fault }) => fault === null);
  const withRoot = possible.filter(({ header }) => hasRoot(header, stated));
  const main = possible.find(({ standing }) => standing === "main-chain");
  const proven = main ?? possible.find(({ standing }) => standing === "by-work");
  const isBeside = withRoot.some(({ standing }) => standing === "off-chain");
  if (proven !== undefined) {
    const isProven = proven === main;
    if (withRoot.includes(proven)) {
      const code = isProven ? "ok" : "bitcoin_proven_by_work";
      return { kind: "stands", code, block: foundBlock(proven), isProven };
    }
    const isOther = isBeside || (!isProven && withRoot.length > 0);
    const code = isOther ? "bitcoin_block_off_chain" : "bitcoin_root_mismatch";
    return { kind: "contradicted", code, block: null, isProven };
  }
  if (isBeside) return { kind: "contradicted", code: "bitcoin_block_off_chain", block: null, isProven: true };
  const [most] = withRoot.sort((a, b) => (a.work === b.work ? 0 : a.work > b.work ? -1 : 1));
  if (most === undefined) return { kind: "open", code: "no_bitcoin_header", block: null, isProven: false };
  const code = most.start !== null ? "header_run_short" : "header_unproven";
  return { kind: "open", code, block: { ...foundBlock(most), start: null }, isProven: false };
}

function foundBlock(judged: JudgedHeader): FoundBlock {
  const { header, work, successors, checkpointHeight, start } = judged;
  const accuracySeconds = bitcoinAccuracySeconds(judged);
  return { header, accuracySeconds, workBits: workBits(work), successors, checkpointHeight, start };
}

function byHeight<Placed extends PlacedHeader>(headers: readonly Placed[]): ReadonlyMap<number, Placed[]> {
  const groups = new Map<number, Placed[]>();
  for (const one of headers) {
    const group = groups.get(one.height);
    if (group === undefined) groups.set(one.height, [one]);
    else group.push(one);
  }
  return groups;
}

function placedOnRegtest(runs: readonly HeaderRun[]): PlacedHeader[] {
  return runs
    .filter(({ network }) => network === "regtest")
    .flatMap(({ height, headers }) => headers.map((header, i) => ({ height: height + i, header })));
}
