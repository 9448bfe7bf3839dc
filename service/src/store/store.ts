/**
 * The port to all durable state of the service: transactions over tables. An engine knows tables and no rules; the
 * rules are functions on rows (`records/`), written once for every engine.
 *
 * **What rules owe.** SQLite has one writer. MongoDB's transactions read a snapshot, so a change could miss another that
 * it depends on. The engine raises the revision of each row that is updated, and two changes that write the same row
 * never both count. Therefore a rule that depends on rows which it does not write touches the row that stands for them:
 * the account, or the lease. Counters never stand for a dependency: additions to one row do not exclude each other.
 */
import type { Key, Order, Row, TableName } from "./tables.js";

export interface Page<Found = object> {
  /**
   * The row after which the page begins, or values of the columns that follow `of` in the order, or of the first of
   * these. Null for the first page.
   */
  readonly after?: Found | readonly unknown[] | null;
  readonly limit: number;
  readonly isDescending?: boolean;
  /**
   * For long pages of wide rows: an engine may leave out the other cells, which the types of rows do not tell. All when
   * omitted.
   */
  readonly columns?: readonly string[];
}

/** What a query or a rule may read. All of it is one state of the store. */
export interface Reads<T extends TableName> {
  get(key: Key<T>): Promise<Row<T> | null>;
  getMany(keys: readonly Key<T>[]): Promise<readonly (Row<T> | null)[]>;
  /**
   * Rows whose first columns in this order have the values `of`, sorted by the others. Rows in which one of the others
   * is null are left out. The rows of a look-up are sorted by their key.
   *
   * @throws RangeError when the table declares no such order, or `after` names no place in it.
   */
  page(order: Order<T>, of: readonly unknown[], page: Page<Row<T>>): Promise<readonly Row<T>[]>;
}

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

export interface Changes<T extends TableName> extends Reads<T> {
  /**
   * @throws DuplicateError where a key or a unique index has the row already. The change then fails, whatever the rule
   * does with the error: a rule reads first. An engine may find the duplicate after the rule has ended, and runs it once
   * more.
   */
  insert(...rows: readonly Row<T>[]): Promise<void>;
  /** False, and nothing changes, unless the row is there and has the expected values. The key stays. */
  update(key: Key<T>, expected: Partial<Row<T>>, change: Partial<Row<T>>): Promise<boolean>;
  /** Excludes every other change that writes or touches the row. False when it is not there. */
  touch(key: Key<T>): Promise<boolean>;
  /**
   * Adds to a counter. False, and nothing changes, where it would leave the bounds, and where the row is missing, unless
   * the table has nothing but a key and counters: then it begins at 0.
   */
  count(key: Key<T>, column: keyof Row<T> & string, by: number, bounds: Bounds): Promise<boolean>;
  /** Rows that are not there are passed over. */
  remove(...keys: readonly Key<T>[]): Promise<void>;
}

export type Readable = { readonly [T in TableName]: Reads<T> };
export type Changeable = { readonly [T in TableName]: Changes<T> };
export type Query<Answer> = (rows: Readable) => Promise<Answer>;
export type Rule<Answer> = (rows: Changeable) => Promise<Answer>;

/** Counters of rate limits. All instances on the store share them. They need not outlive the store's process. */
export interface RateStore {
  /**
   * Adds to a counter. A window begins with the first addition and ends `windowMs` later, by the clock of the store.
   *
   * @returns the counter after the addition, and its window.
   */
  add(key: string, points: number, windowMs: number): Promise<RateCount>;
  /** Takes back points that were counted in a window. Changes nothing once that window is over. */
  takeBack(key: string, points: number, window: RateCount["window"]): Promise<void>;
}

export interface RateCount {
  readonly total: number;
  readonly endsInMs: number;
  /** Opaque mark of the window, unique among the windows of the counter. */
  readonly window: number;
}

/** What a call needs: a store that answers, or one that also takes durable writes. */
export type StoreNeed = "reads" | "writes";

export interface Store {
  /**
   * @param name `AREA.VERB`, for metrics.
   * @param query may run more than once.
   * @throws StoreUnavailableError
   */
  read<Answer>(name: string, query: Query<Answer>): Promise<Answer>;
  /**
   * A change is all or nothing, serialisable, and durable before it resolves. What the rule throws undoes it, and is
   * thrown.
   *
   * @param rule may run more than once, and together with others: it changes nothing but rows, and awaits nothing but
   * rows.
   * @throws StoreUnavailableError; `isUndecided` where it may have taken effect: asking again finds out.
   * @throws DuplicateError
   */
  change<Answer>(name: string, rule: Rule<Answer>): Promise<Answer>;
  /** Counters of rate limits. They need not outlive the store's process. */
  readonly counters: RateStore;
  /**
   * The store's clock.
   *
   * @throws StoreUnavailableError when it does not answer, or takes no writes.
   */
  ping(need: StoreNeed): Promise<Date>;
  /**
   * What is known of the soundness of its data: null when all of it was found sound, otherwise what is damaged and what to
   * do, in one line. Undefined while nothing is known, and where the database watches over it itself. A damaged store
   * takes no changes; it answers what it can still read.
   */
  readonly damage?: string | null | undefined;
  /** Completes what was asked for. Whatever is asked later is refused. */
  close(): Promise<void>;
}

/** A key or a unique index has the row already. */
export class DuplicateError extends Error {
  override readonly name = "DuplicateError";
}

export const CLOSED = "the store is closed";

/** The store does not answer. Request handlers answer `unavailable`; jobs retry. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";
  /** The proof that may exist, for a registration whose outcome is unknown. Null if none was created. */
  readonly proofId: string | null;
  /** Whether what was asked for may have taken effect: the answer to a commit was lost. */
  readonly isUndecided: boolean;

  constructor(
    message: string,
    { proofId, isUndecided, ...options }: ErrorOptions & { proofId?: string; isUndecided?: boolean } = {},
  ) {
    super(message, options);
    this.proofId = proofId ?? null;
    this.isUndecided = isUndecided ?? false;
  }
}

/**
 * Bounds the time of a question to the store. If the process itself stood still (it was stopped, or its machine slept),
 * timers expire before the answers that arrived meanwhile are read. The time then starts once more, so that such an
 * answer counts, and the driver can replace a connection that it gave up.
 *
 * @throws StoreUnavailableError when the time is up.
 */
export async function inTime<Answer>(timeoutMs: number, ask: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const exceeded = new Promise<never>((_, reject) => {
    const fail = () => reject(new StoreUnavailableError("the store does not answer in time"));
    const dueAtMs = performance.now() + timeoutMs;
    timer = setTimeout(() => {
      // A busy event loop is late by less than a fifth.
      if (performance.now() - dueAtMs < timeoutMs / 5) fail();
      else timer = setTimeout(fail, timeoutMs);
    }, timeoutMs);
  });
  try {
    return await Promise.race([ask(), exceeded]);
  } finally {
    clearTimeout(timer);
  }
}

/** Another instance has taken over the job: nothing was written. */
export class LeaseLostError extends Error {
  override readonly name = "LeaseLostError";
}

/** Another release wrote the database, and this one cannot work on it. The message is one line with the remedy. */
export class OtherReleaseError extends Error {
  override readonly name = "OtherReleaseError";
}
