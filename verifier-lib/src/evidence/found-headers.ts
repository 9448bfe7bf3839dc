/**
 * Headers of Bitcoin among the pieces that were found. A document is read when a block of its heights is asked about, once: where
 * headers lead from a block to a checkpoint, nothing else could say more, and the other documents stay unread.
 */

import {
  type BlockHeader,
  CHECKPOINTS,
  EPOCH_BLOCKS,
  type HeaderRun,
  type HeaderRuns,
  headerFault,
  judgeDocumentsInSteps,
  parseEpochFile,
  parseHeaders,
  placeEpochFiles,
} from "@svc-proof/shared/bitcoin";
import { bytesToHex } from "@svc-proof/shared/encoding";
import { isEpochFile, judgementUnits } from "../judge/headers.js";
import { runStepsPausing, Work } from "../work/work.js";
import type { FoundPiece } from "./kinds.js";

/** What a document holds: of an epoch file, which does not state its height, the headers alone. */
export type ReadHeaders = { readonly runs: HeaderRuns } | { readonly epoch: readonly BlockHeader[] };

/** @throws FormatError if the bytes are no headers. */
export function readHeaders(bytes: Uint8Array): ReadHeaders {
  return isEpochFile(bytes)
    ? { epoch: parseEpochFile(bytes, { work: new Work() }) }
    : { runs: parseHeaders(bytes, { work: new Work() }) };
}

/** Headers that zones share, and whom they come from. */
export interface HeaderPieces {
  /** The numbers of the pieces that may hold headers from one height to another. */
  within(first: number, last: number): readonly number[];
  heightsOf(piece: number): FoundPiece["heights"];
  /** Null for what cannot be read. */
  read(piece: number): Promise<ReadHeaders | null>;
}

/** The headers from one checkpoint to the next, or all beyond the last one. */
export class HeaderZone {
  readonly #pieces: HeaderPieces;
  readonly #checkpoint: number | null;
  /** Those that lead to the checkpoint, from there down, each with the piece that has it. */
  readonly #proven: { readonly header: BlockHeader; readonly piece: number }[] = [];
  /** Of the pieces that were read: by height and hash. */
  readonly #headers = new Map<
    number,
    Map<string, { readonly header: BlockHeader; readonly piece: number }>
  >();
  readonly #read = new Map<number, Promise<ReadHeaders | null>>();
  readonly #known = new Map<string, BlockHeader>();
  #unread: number[];
  #everything: Promise<readonly HeaderRuns[]> | null = null;
  /** One question after the other: two would read the same pieces. */
  #asked: Promise<unknown> = Promise.resolve();

  /** @param checkpoint the height at its end; null beyond the last one. */
  constructor(checkpoint: number | null, pieces: HeaderPieces) {
    this.#checkpoint = checkpoint;
    this.#pieces = pieces;
    this.#unread = [...pieces.within(this.#first, this.#last)];
  }

  /** @returns documents of headers, and the pieces that hold what they prove. */
  headersFor(
    heights: readonly number[],
  ): Promise<{ readonly documents: readonly HeaderRuns[]; readonly used: readonly number[] }> {
    const answer = this.#asked.then(() => this.#answer(heights));
    this.#asked = answer.catch(() => undefined);
    return answer;
  }

  get #first(): number {
    return this.#checkpoint === null ? CHECKPOINTS.lastHeight : this.#checkpoint - EPOCH_BLOCKS + 1;
  }

  get #last(): number {
    return this.#checkpoint ?? Number.POSITIVE_INFINITY;
  }

  async #answer(heights: readonly number[]) {
    const lowest = Math.min(...heights);
    const end = this.#checkpoint;
    if (end !== null && (await this.#prove(end, lowest))) {
      const chain = this.#proven.slice(0, end - lowest + 1);
      const headers = chain.map(({ header }) => header).reverse();
      const used = [...new Set(chain.map(({ piece }) => piece))];
      return { documents: [[{ network: "bitcoin" as const, height: lowest, headers }]], used };
    }
    this.#everything ??= this.#readEverything();
    const documents = await this.#everything;
    const asked = new Set(heights);
    const used = this.#pieces
      .within(lowest, Math.max(...heights))
      .filter((piece) =>
        this.#pieces.heightsOf(piece).some(([from, to]) => [...asked].some((at) => from <= at && at <= to)),
      );
    return { documents, used };
  }

  /** Whether headers lead from a height to the checkpoint. Reads what may show that, and no more. */
  async #prove(end: number, height: number): Promise<boolean> {
    while (end - this.#proven.length >= height) {
      const need = end - this.#proven.length;
      const after = this.#proven.at(-1)?.header;
      const next = [...(this.#headers.get(need)?.values() ?? [])].find(({ header }) =>
        after === undefined
          ? CHECKPOINTS.has(need, header.hash) === true
          : bytesToHex(header.hash) === bytesToHex(after.previousHash),
      );
      if (next !== undefined) this.#proven.push(next);
      else if (!(await this.#readOneOf(need))) return false;
    }
    return true;
  }

  /** Reads the piece that leads furthest down of those that may have a height. */
  async #readOneOf(height: number): Promise<boolean> {
    const startOf = (piece: number) =>
      this.#pieces.heightsOf(piece).find(([from, to]) => from <= height && height <= to)?.[0] ?? height + 1;
    let best: number | null = null;
    let start = height;
    for (const piece of this.#unread) {
      const from = startOf(piece);
      if (from > height || (best !== null && from >= start)) continue;
      best = piece;
      start = from;
    }
    if (best === null) return false;
    this.#unread = this.#unread.filter((piece) => piece !== best);
    const read = await this.#readPiece(best);
    if (read === null) return true;
    const runs: HeaderRuns =
      "runs" in read ? read.runs : [{ network: "bitcoin", height: start, headers: read.epoch }];
    for (const run of runs) if (run.network === "bitcoin") this.#keep(run, best);
    return true;
  }

  #keep(run: HeaderRun, piece: number): void {
    for (const { height, headers } of partOf(run, this.#first, this.#last)) {
      const header = headers[0]!;
      const at = this.#headers.get(height) ?? new Map();
      const key = bytesToHex(header.hash);
      if (!at.has(key)) at.set(key, { header, piece });
      this.#headers.set(height, at);
    }
  }

  /** A header that many documents repeat is kept once. */
  #readPiece(piece: number): Promise<ReadHeaders | null> {
    const shared = (header: BlockHeader) => {
      const key = bytesToHex(header.hash);
      const one = this.#known.get(key) ?? header;
      this.#known.set(key, one);
      return one;
    };
    const reading =
      this.#read.get(piece) ??
      this.#pieces.read(piece).then((read) => {
        if (read === null) return null;
        return "epoch" in read
          ? { epoch: read.epoch.map(shared) }
          : { runs: read.runs.map((run) => ({ ...run, headers: run.headers.map(shared) })) };
      });
    this.#read.set(piece, reading);
    return reading;
  }

  async #readEverything(): Promise<readonly HeaderRuns[]> {
    const documents: HeaderRuns[] = [];
    const epochs: (readonly BlockHeader[])[] = [];
    for (const piece of this.#pieces.within(this.#first, this.#last)) {
      const read = await this.#readPiece(piece);
      if (read === null) continue;
      if ("epoch" in read) epochs.push(read.epoch);
      else documents.push(read.runs);
    }
    const heights = placeEpochFiles(epochs, documents.flat());
    for (const [i, headers] of epochs.entries()) {
      const height = heights[i];
      if (height != null) documents.push([{ network: "bitcoin", height, headers }]);
    }
    const within = (runs: HeaderRuns) => runs.map((run) => partOf(run, this.#first, this.#last));
    // Up to the last checkpoint each header is judged by itself. Beyond it, a document with an impossible one counts for nothing.
    return withoutUnlinked(
      this.#checkpoint === null
        ? documents.map((runs) => within(runs).flatMap((part) => [...part]))
        : [distinct(documents.flatMap(within))],
    );
  }
}

/** Those headers of a run that the main chain can contain, as far as they show themselves. */
function* partOf(
  { network, height, headers }: HeaderRun,
  first: number,
  last: number,
): Generator<HeaderRun, void, void> {
  for (let at = Math.max(height, first); at < height + headers.length && at <= last; at++) {
    const header = headers[at - height]!;
    if (network === "bitcoin" && headerFault({ height: at, header }) !== null) continue;
    yield { network, height: at, headers: [header] };
  }
}

/** Headers of a zone that nothing links to a checkpoint, and that may complete those that were stated. */
const MAX_UNLINKED: number = 2 * EPOCH_BLOCKS;

/**
 * Without the headers that no checkpoint leads to, if there are more of them than two epochs hold: every timestamp would pay
 * for them again. Anyone can write a true header at a thousand heights.
 *
 * @param documents of one header each run.
 */
async function withoutUnlinked(documents: readonly HeaderRuns[]): Promise<readonly HeaderRuns[]> {
  const count = documents.reduce((sum, runs) => sum + runs.length, 0);
  if (count <= MAX_UNLINKED) return documents;
  const work = new Work({ units: judgementUnits(count) });
  const steps = judgeDocumentsInSteps(documents, Number.POSITIVE_INFINITY, { work });
  const { headers } = await runStepsPausing(steps, work);
  const isLinked = new Set<string>();
  for (const { height, header, standing, start } of headers) {
    if (standing === "main-chain" || start !== null) isLinked.add(`${height} ${bytesToHex(header.hash)}`);
  }
  if (count - isLinked.size <= MAX_UNLINKED) return documents;
  return documents.map((runs) =>
    runs.filter(({ height, headers: [header] }) => isLinked.has(`${height} ${bytesToHex(header!.hash)}`)),
  );
}

function distinct(parts: readonly Iterable<HeaderRun>[]): HeaderRun[] {
  const known = new Map<string, HeaderRun>();
  for (const part of parts) {
    for (const run of part) {
      const key = `${run.network} ${run.height} ${bytesToHex(run.headers[0]!.hash)}`;
      if (!known.has(key)) known.set(key, run);
    }
  }
  return [...known.values()];
}
