/**
 * Judges documents of headers together. A document with an impossible header counts for nothing: whoever wrote it did
 * not copy it from a node, and no other header of it may support a verdict.
 */
import { bytesToHex } from "../bytes.js";
import { WorkBudget } from "../work.js";
import {
  type HeaderFault,
  type JudgedHeader,
  type JudgeOptions,
  judgeHeadersInSteps,
  type PlacedHeader,
} from "./judge-headers.js";
import type { HeaderRun } from "./read-headers.js";

/** The runs of one document. */
export type HeaderRuns = readonly HeaderRun[];

/** What `judgeDocuments` found: the headers of all documents, and the fault of each document. */
export interface JudgedDocuments {
  /**
   * The headers of network `bitcoin`, each once, highest first; those of refused documents last, as `impossible` with
   * the fault of their document.
   */
  readonly headers: readonly JudgedHeader[];
  /** For each document the fault of its lowest impossible header; null if it has none. */
  readonly faults: readonly (HeaderFault | null)[];
}

/** Options of `judgeDocuments`. */
export interface JudgeDocumentsOptions extends JudgeOptions {
  /** The budget for judging. Default: a new one. */
  readonly work?: WorkBudget | undefined;
}

/** Indexing, comparing and linking a header takes about 4 µs. */
const UNITS_PER_JUDGEMENT = 16;

/**
 * Judges documents, with pauses between steps because they may be long and hostile.
 *
 * @param now the caller's clock, in seconds. Blocks that are later by more than two hours are impossible.
 * @throws FormatError `work_limit_exceeded`.
 */
export function* judgeDocumentsInSteps(
  documents: readonly HeaderRuns[],
  now: number,
  { checkpoints, work = new WorkBudget() }: JudgeDocumentsOptions = {},
): Generator<void, JudgedDocuments> {
  const placed = documents.map(placedHeaders);
  const faults: (HeaderFault | null)[] = documents.map(() => null);
  for (;;) {
    const standing = placed.filter((_, i) => faults[i] === null).flat();
    work.spend(standing.length * UNITS_PER_JUDGEMENT);
    const judged = yield* judgeHeadersInSteps(standing, now, { checkpoints });
    const impossible = new Map<string, HeaderFault>();
    for (const one of judged) if (one.fault !== null) impossible.set(nameOf(one), one.fault);
    if (impossible.size === 0) return { headers: [...judged, ...refused(placed, faults)], faults };
    for (const [i, headers] of placed.entries()) {
      if (faults[i] !== null) continue;
      let lowest = Number.POSITIVE_INFINITY;
      for (const one of headers) {
        const fault = impossible.get(nameOf(one));
        if (fault === undefined || one.height >= lowest) continue;
        faults[i] = fault;
        lowest = one.height;
      }
    }
  }
}

/** {@link judgeDocumentsInSteps} without pauses. */
export function judgeDocuments(
  documents: readonly HeaderRuns[],
  now: number,
  options: JudgeDocumentsOptions = {},
): JudgedDocuments {
  const steps = judgeDocumentsInSteps(documents, now, options);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

function placedHeaders(runs: HeaderRuns): readonly PlacedHeader[] {
  return runs
    .filter(({ network }) => network === "bitcoin")
    .flatMap(({ height, headers }) => headers.map((header, i) => ({ height: height + i, header })));
}

function refused(
  placed: readonly (readonly PlacedHeader[])[],
  faults: readonly (HeaderFault | null)[],
): JudgedHeader[] {
  return placed.flatMap((headers, i) => {
    const fault = faults[i];
    if (fault == null) return [];
    return headers.map(
      ({ height, header }): JudgedHeader => ({
        height,
        header,
        standing: "impossible",
        fault,
        work: 0n,
        successors: 0,
        checkpointHeight: null,
        start: null,
      }),
    );
  });
}

function nameOf({ height, header }: PlacedHeader): string {
  return `${height} ${bytesToHex(header.hash)}`;
}
