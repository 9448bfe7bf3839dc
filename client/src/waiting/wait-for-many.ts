import { ApiError } from "../errors/errors.js";
import type { Proof, ProofPage } from "../wire/resources.js";
import { checkWaitedState, hasReached } from "./has-reached.js";
import { Looks } from "./looks.js";
import { DEFAULT_INTERVAL_MS } from "./wait-for.js";
import type { WaitedState, WaitManyOptions } from "./waited-state.js";

export interface ProofReader {
  get(id: string): Promise<Proof>;
  page(cursor: string | null): Promise<ProofPage>;
}

/** So few are read one by one. */
const FEW = 4;
/** Pages in a row that may bring nothing before the rest is read one by one: so many, or a tenth of what that would take. */
const EMPTY_PAGES = 8;
const EMPTY_PAGES_PER_PROOF = 0.1;

/**
 * Waits for many proofs: a sweep through the pages of the list, newest first, as long as it finds what is waited for; what it
 * does not find is read by itself. Then a pause, and again.
 */
export async function* waitForMany(
  reader: ProofReader,
  ids: Iterable<string>,
  state: WaitedState,
  options: WaitManyOptions,
): AsyncGenerator<Proof, void, void> {
  checkWaitedState(state);
  const {
    signal,
    timeoutMs = Number.POSITIVE_INFINITY,
    intervalMs = DEFAULT_INTERVAL_MS,
    onProgress,
    onMissing,
  } = options;
  const waiting = new Set(ids);
  const looks = new Looks(intervalMs, timeoutMs);
  let reached = 0;
  /** Takes a look at a proof. @returns whether it has reached the state. */
  const take = (proof: Proof): boolean => {
    if (!hasReached(proof, state)) return false;
    waiting.delete(proof.id);
    reached++;
    return true;
  };
  const orMissing = (error: unknown): null => {
    if (onMissing !== undefined && error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  };
  while (waiting.size > 0) {
    const before = reached;
    const unseen = new Set(waiting);
    for await (const proofs of pagesWith(reader, unseen)) {
      for (const proof of proofs) if (take(proof)) yield proof;
      onProgress?.({ reached, waiting: waiting.size });
    }
    for (const id of unseen) {
      const proof = await reader.get(id).catch(orMissing);
      if (proof === null) {
        waiting.delete(id);
        onMissing?.(id);
      } else if (take(proof)) yield proof;
      onProgress?.({ reached, waiting: waiting.size });
    }
    if (waiting.size === 0) return;
    if (reached > before) looks.moved();
    await looks.pause(() => [...waiting], signal);
  }
}

/** The proofs that are looked for, page by page; takes what it finds out of `unseen`. */
async function* pagesWith(reader: ProofReader, unseen: Set<string>): AsyncGenerator<readonly Proof[]> {
  let cursor: string | null = null;
  const maxEmpty = Math.max(EMPTY_PAGES, unseen.size * EMPTY_PAGES_PER_PROOF);
  for (let empty = 0; unseen.size > FEW && empty < maxEmpty; ) {
    const page: ProofPage = await reader.page(cursor);
    const found = page.data.filter(({ id }) => unseen.delete(id));
    empty = found.length === 0 ? empty + 1 : 0;
    if (found.length > 0) yield found;
    cursor = page.next_cursor;
    if (cursor === null) return;
  }
}
