/**
 * The search of `ProofStore.search`, for any store: docs/decisions/058-search-of-proofs.md.
 *
 * It walks an account's proofs from the newest to the oldest, in slices, and looks at each. Fingerprints and dates choose
 * the index that is walked, a state the positions. A call looks at a bounded number and says where to go on.
 */
import type { BatchState, FoundProofs, ProofOrigin, ProofQuery, ProofRecord } from "./types.js";

/** Proofs that a call looks at: about 30 ms of processor time with SQLite, in turns of 1.5 ms (measured). */
const MAX_LOOKS = 20_000;
const MAX_SLICE = 1_000;
const FIRST_SLICE = 100;
/** What a query costs beside its rows, in looks. */
const QUERY_LOOKS = 25;

/** What a search looks at of a proof. */
export interface Candidate {
  readonly id: string;
  /** Position in the order of receipt. */
  readonly seq: number;
  readonly name: string;
  readonly receivedAt: Date;
  readonly origin: ProofOrigin;
}

/** Positions, both included. */
export interface Span {
  readonly first: number;
  readonly last: number;
}

export type Place = Pick<Candidate, "seq" | "receivedAt">;

/** What is walked: proofs with a fingerprint, of a time, or at positions. Candidates come in the order of `seq`, or of `receivedAt` and then `seq`; highest first. */
export type Walk =
  | { readonly by: "hash"; readonly hash: string }
  | { readonly by: "receivedAt"; readonly from: Date | null; readonly until: Date | null }
  | { readonly by: "seq"; readonly span: Span };

/** The proofs of one account in one store. */
export interface SearchedProofs {
  /** @throws RangeError when the account has no such proof. */
  placeOf(id: string): Promise<Place>;
  /** The next proofs of a walk after a place. Fewer than `limit` only at the end. */
  look(walk: Walk, after: Place | null, limit: number): Promise<readonly Candidate[]>;
  /** Position of the last proof in a batch; 0 if there is none. */
  batchedThrough(): Promise<number>;
  /** The batches no anchor of which is confirmed, in any order. */
  unsettledBatches(): Promise<readonly (Span & { readonly state: BatchState })[]>;
  /** The records of candidates, in their order. */
  records(candidates: readonly Candidate[]): Promise<readonly ProofRecord[]>;
}

export async function searchProofs(
  proofs: SearchedProofs,
  query: ProofQuery,
  limit: number,
  before: string | null,
): Promise<FoundProofs> {
  let after: Place | null = before === null ? null : await proofs.placeOf(before);
  let next = before;
  const spans = query.state === null ? null : await spansOf(proofs, query.state);
  const isFound = condition(query, spans);
  const found: Candidate[] = [];
  let looks = 0;
  for (const walk of walksOf(query, spans)) {
    for (let slice = Math.max(limit + 1, FIRST_SLICE); ; slice *= 2) {
      if (looks >= MAX_LOOKS) return answer(proofs, query, found, next);
      const size = Math.min(slice, MAX_SLICE);
      const candidates = await proofs.look(walk, after, size);
      for (const candidate of candidates) {
        if (!isFound(candidate)) continue;
        // One more than a page shows that there are more.
        if (found.length === limit) return answer(proofs, query, found, found.at(-1)!.id);
        found.push(candidate);
      }
      looks += candidates.length + QUERY_LOOKS;
      after = candidates.at(-1) ?? after;
      next = candidates.at(-1)?.id ?? next;
      if (candidates.length < size) break;
    }
  }
  return answer(proofs, query, found, null);
}

/** The form in which names are compared: canonically equivalent texts are equal, and upper and lower case. */
export function foldName(name: string): string {
  // Upper case, because it tells neither ß from ss nor the two forms of the small sigma apart.
  return name.normalize("NFC").toUpperCase().normalize("NFC");
}

async function answer(
  proofs: SearchedProofs,
  { state }: ProofQuery,
  found: readonly Candidate[],
  next: string | null,
): Promise<FoundProofs> {
  const records = await proofs.records(found);
  // A batch may have moved on since its state was read.
  const current = records.filter(({ batch }) => state === null || (batch?.state ?? "queued") === state);
  return { proofs: current, next };
}

function condition(
  { text, from, until, origin }: ProofQuery,
  spans: readonly Span[] | null,
): (candidate: Candidate) => boolean {
  const part = text === null ? null : foldName(text);
  return (candidate) =>
    (from === null || candidate.receivedAt >= from) &&
    (until === null || candidate.receivedAt < until) &&
    (origin === null || candidate.origin === origin) &&
    (spans === null || isWithin(spans, candidate.seq)) &&
    (part === null || foldName(candidate.name).includes(part));
}

function walksOf({ hash, from, until }: ProofQuery, spans: readonly Span[] | null): readonly Walk[] {
  if (hash !== null) return [{ by: "hash", hash }];
  if (from !== null || until !== null) return [{ by: "receivedAt", from, until }];
  return (spans ?? [{ first: 1, last: Number.MAX_SAFE_INTEGER }]).map((span) => ({ by: "seq", span }));
}

/** The positions of the proofs in a state, highest first. Consecutive batches make one span. */
async function spansOf(proofs: SearchedProofs, state: BatchState | "queued"): Promise<readonly Span[]> {
  // In this order: a batch that is made in between is then unsettled, and not taken for a confirmed one.
  const through = await proofs.batchedThrough();
  if (state === "queued") return [{ first: through + 1, last: Number.MAX_SAFE_INTEGER }];
  const unsettled = await proofs.unsettledBatches();
  if (state !== "confirmed") return joined(unsettled.filter((batch) => batch.state === state));
  const spans: Span[] = [];
  let last = through;
  for (const span of joined(unsettled)) {
    if (span.last < last) spans.push({ first: span.last + 1, last });
    last = span.first - 1;
  }
  if (last > 0) spans.push({ first: 1, last });
  return spans;
}

function joined(spans: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const { first, last } of [...spans].sort((a, b) => b.first - a.first)) {
    const above = joined.at(-1);
    if (above?.first === last + 1) joined[joined.length - 1] = { first, last: above.last };
    else joined.push({ first, last });
  }
  return joined;
}

/** @param spans highest first. */
function isWithin(spans: readonly Span[], seq: number): boolean {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.first <= seq) high = middle;
    else low = middle + 1;
  }
  return (spans[low]?.last ?? 0) >= seq;
}
