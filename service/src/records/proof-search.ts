/**
 * The search of proofs: docs/decisions/04-store.md. It walks an account's proofs from the newest to the oldest,
 * in slices, and looks at each. A call looks at a bounded number and says where to go on.
 */
import type { Page, Readable, Store } from "../store/store.js";
import type { Row } from "../store/tables.js";
import { unfinishedBatches } from "./anchors.js";
import { HIGHEST_ID, LOWEST_ID, lowestIdAt, MAX_AHEAD_MS, timeOfId } from "./ordered-id.js";
import { checkOwn, proofRecords } from "./proof-record.js";
import type { BatchState, FoundProofs, ProofQuery, ProofRecord } from "./types.js";

/** Proofs that a call looks at. */
const MAX_LOOKS = 20_000;
const MAX_SLICE = 1_000;
const FIRST_SLICE = 50;
/** Of a slice that is longer, only what conditions look at is read. */
const MAX_WHOLE = 200;
/** What a question costs beside its rows, in looks. */
const QUESTION_LOOKS = 25;

/** Identifiers from the first up to, but not including, the end. */
interface Range {
  readonly first: string;
  readonly end: string;
}

const ALL: Range = { first: LOWEST_ID, end: HIGHEST_ID };

/**
 * A page of those of an account's proofs that a search finds, in the order of `list`.
 *
 * It looks at a bounded number of proofs, so a page may have fewer than `limit`, even none, and still be followed by
 * others: `next` is where to go on, null at the end.
 *
 * @param before as for `list`, or a former `next`.
 * @throws RangeError as `list`.
 */
export async function search(
  store: Store,
  accountId: string,
  query: ProofQuery,
  limit: number,
  before: string | null,
): Promise<FoundProofs> {
  const ranges = await store.read("proofs.searchRanges", async (rows) => {
    if (before !== null) await checkOwn(rows, accountId, before);
    return rangesOf(rows, query);
  });
  const proofs: ProofRecord[] = [];
  let next = before;
  let looks = 0;
  for (let size = Math.max(limit + 1, FIRST_SLICE); looks < MAX_LOOKS; size = Math.min(2 * size, MAX_SLICE)) {
    const left = ranges.filter(({ first }) => next === null || first < next);
    if (left.length === 0) return { proofs, next: null };
    const slice = { ranges: left, after: next, size, wanted: limit + 1 - proofs.length };
    const { looked, found } = await store.read("proofs.search", (rows) =>
      look(store, rows, accountId, query, slice),
    );
    proofs.push(...found);
    // One more than a page shows that there are more.
    if (proofs.length > limit) return { proofs: proofs.slice(0, limit), next: proofs[limit - 1]!.id };
    if (looked.length < size) return { proofs, next: null };
    next = looked.at(-1)!;
    looks += looked.length + QUESTION_LOOKS;
  }
  return { proofs, next };
}

const LOOKED = ["id", "name", "receivedAt", "isWeb"] as const;
type Looked = Pick<Row<"proofs">, (typeof LOOKED)[number]>;

interface Slice {
  /** Highest first; at least one. */
  readonly ranges: readonly Range[];
  /** Looked at before; null at first. */
  readonly after: string | null;
  readonly size: number;
  /** How many records are enough. */
  readonly wanted: number;
}

/** Looks at the next proofs below a place: they may be below the range, too, and so tell which is the next. */
async function look(store: Store, rows: Readable, account: string, query: ProofQuery, slice: Slice) {
  const { ranges, after, size, wanted } = slice;
  const { end } = ranges[0]!;
  const below = after !== null && after < end ? after : end;
  const isNarrow = query.hash === null && size > MAX_WHOLE;
  const page = { after: [below], limit: size, isDescending: true, ...(isNarrow && { columns: LOOKED }) };
  const proofs =
    query.hash === null
      ? await rows.proofs.page(["account", "id"], [account], page)
      : await proofsOf(rows, account, query.hash, page);
  const isInRange = (id: string) => ranges.some(({ first, end }) => first <= id && id < end);
  const holds = condition(query);
  const met = proofs.filter((proof) => isInRange(proof.id) && holds(proof));
  const { state } = query;
  const candidates = state === null ? met.slice(0, wanted) : met;
  const whole = isNarrow ? await rows.proofs.getMany(candidates.map(({ id }) => [account, id])) : candidates;
  const records = await proofRecords(store, rows, whole as readonly Row<"proofs">[]);
  const found = records.filter(({ batch }) => state === null || (batch?.state ?? "queued") === state);
  return { looked: proofs.map(({ id }) => id), found: found.slice(0, wanted) };
}

/** Proofs that are counted at most. */
export const MAX_COUNTED = 10_000;

export interface DayCounts {
  /** Proofs by the UTC day of their receipt, `YYYY-MM-DD`. Days without any are left out. */
  readonly days: ReadonlyMap<string, number>;
  /** The day in which the count stopped: only later days have all their proofs. Null if all were counted. */
  readonly stoppedIn: string | null;
}

/** How many proofs an account has of each day since a moment. It counts the newest `MAX_COUNTED` at most. */
export async function countDays(store: Store, accountId: string, since: Date): Promise<DayCounts> {
  const days = new Map<string, number>();
  const lowest = lowestIdAt(since.getTime());
  const newest = { isDescending: true, columns: ["id", "receivedAt"] };
  let after: readonly string[] = [HIGHEST_ID];
  for (let looks = 0; looks < MAX_COUNTED; looks += MAX_SLICE) {
    const page = { ...newest, after, limit: MAX_SLICE };
    const found = await store.read("proofs.countDays", (rows) =>
      rows.proofs.page(["account", "id"], [accountId], page),
    );
    for (const { id, receivedAt } of found) {
      if (id < lowest) return { days, stoppedIn: null };
      if (receivedAt < since) continue;
      const day = receivedAt.toISOString().slice(0, 10);
      days.set(day, (days.get(day) ?? 0) + 1);
    }
    if (found.length < MAX_SLICE) return { days, stoppedIn: null };
    after = [found.at(-1)!.id];
  }
  const [next] = await store.read("proofs.countDays", (rows) =>
    rows.proofs.page(["account", "id"], [accountId], { ...newest, after, limit: 1 }),
  );
  if (next === undefined || next.id < lowest) return { days, stoppedIn: null };
  const stoppedIn = [...days.keys()].sort()[0] ?? null;
  if (stoppedIn !== null) days.delete(stoppedIn);
  return { days, stoppedIn };
}

/** A page of an account's proofs of the same bytes, highest first. */
async function proofsOf(rows: Readable, account: string, hash: string, page: Page & { after: string[] }) {
  const [first, later] = await Promise.all([
    rows.fingerprints.get([hash]),
    rows.laterProofs.page(["account", "hash", "proof"], [account, hash], page),
  ]);
  const ids = later.map(({ proof }) => proof);
  if (first?.account === account && first.proof < page.after[0]!) ids.push(first.proof);
  const highest = ids.sort().reverse().slice(0, page.limit);
  const found = await rows.proofs.getMany(highest.map((id) => [account, id]));
  return found.filter((proof) => proof !== null);
}

/** The form in which names are compared: canonically equivalent texts are equal, and upper and lower case. */
export function foldName(name: string): string {
  // Upper case, because it tells neither ß from ss nor the two forms of the small sigma apart.
  return name.normalize("NFC").toUpperCase().normalize("NFC");
}

function condition({ text, from, until, origin }: ProofQuery): (proof: Looked) => boolean {
  const part = text === null ? null : foldName(text);
  return ({ name, receivedAt, isWeb }) =>
    (from === null || receivedAt >= from) &&
    (until === null || receivedAt < until) &&
    (origin === null || (origin === "web") === isWeb) &&
    (part === null || foldName(name).includes(part));
}

/** Where proofs can be that meet the conditions: highest first, apart from each other. */
async function rangesOf(rows: Readable, { from, until, state }: ProofQuery): Promise<readonly Range[]> {
  const first = from === null ? LOWEST_ID : lowestIdAt(from.getTime());
  const end = until === null ? HIGHEST_ID : lowestIdAt(until.getTime() + MAX_AHEAD_MS);
  const ranges = state === null || state === "confirmed" ? [ALL] : await rangesOfState(rows, state);
  return joined(ranges)
    .map((range) => ({ first: [range.first, first].sort()[1]!, end: [range.end, end].sort()[0]! }))
    .filter((range) => range.first < range.end);
}

async function rangesOfState(rows: Readable, state: "queued" | BatchState): Promise<readonly Range[]> {
  if (state === "queued") {
    const [queued, last] = await Promise.all([
      rows.queue.page(["proof"], [], { limit: 1 }),
      rows.batches.page(["number"], [], { limit: 1, isDescending: true }),
    ]);
    const building = last.filter((batch) => batch.state === "building");
    const firsts = [...queued.map(({ proof }) => proof), ...building.map((batch) => batch.first)];
    return firsts.map((first) => ({ first, end: HIGHEST_ID }));
  }
  const unfinished = await unfinishedBatches(rows);
  const numbers = unfinished.filter((batch) => batch.state === state).map(({ number }) => number);
  const batches = await rows.batches.getMany(numbers.map((number) => [number]));
  return batches.map((batch) => ({ first: batch!.first, end: lowestIdAt(timeOfId(batch!.last) + 1) }));
}

/** Ranges that overlap or touch become one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const joined: Range[] = [];
  for (const { first, end } of [...ranges].sort((a, b) => (a.end < b.end ? 1 : -1))) {
    const above = joined.at(-1);
    if (above === undefined || end < above.first) joined.push({ first, end });
    else if (first < above.first) joined[joined.length - 1] = { first, end: above.end };
  }
  return joined;
}
