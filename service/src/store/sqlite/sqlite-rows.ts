/** The rows that one rule or query sees. Its answers are there at once, so that a group stays one transaction. */
import {
  ALL_TABLES,
  type AnyKey,
  type AnyRow,
  askedPage,
  type Cell,
  changeable,
  type Table,
} from "../rows.js";
import { type Bounds, DuplicateError, type Page, type Rule } from "../store.js";
import type { Session } from "./connection.js";
import { SqliteTable } from "./sqlite-table.js";

const STATEMENTS: ReadonlyMap<Table, SqliteTable> = new Map(
  ALL_TABLES.map((table) => [table, new SqliteTable(table)]),
);

/** One run of a rule. */
class Scope {
  readonly #sql: Session;
  /** A rule that awaited something else may still ask when its transaction has ended. */
  isOver = false;
  /** An insertion that found its row ends the change, even if the rule catches the error. */
  duplicate: DuplicateError | null = null;

  constructor(sql: Session) {
    this.#sql = sql;
  }

  get sql(): Session {
    if (this.isOver) throw new TypeError("a rule has ended and asks for rows");
    return this.#sql;
  }

  /** What a write has thrown. */
  failed(error: unknown): unknown {
    if (error instanceof DuplicateError) this.duplicate = error;
    return error;
  }
}

class RuleTable {
  readonly #scope: Scope;
  readonly #table: Table;
  readonly #statements: SqliteTable;

  constructor(scope: Scope, table: Table) {
    this.#scope = scope;
    this.#table = table;
    this.#statements = STATEMENTS.get(table)!;
  }

  async get(key: AnyKey): Promise<AnyRow | null> {
    return this.#statements.get(this.#scope.sql, key);
  }

  async getMany(keys: readonly AnyKey[]): Promise<readonly (AnyRow | null)[]> {
    return this.#statements.getMany(this.#scope.sql, keys);
  }

  async page(order: readonly string[], of: readonly Cell[], page: Page): Promise<readonly AnyRow[]> {
    return this.#statements.page(this.#scope.sql, askedPage(this.#table, order, of, page));
  }

  async insert(...rows: readonly AnyRow[]): Promise<void> {
    try {
      for (const row of rows) this.#statements.insert(this.#scope.sql, row);
    } catch (error) {
      throw this.#scope.failed(error);
    }
  }

  async update(key: AnyKey, expected: AnyRow, change: AnyRow): Promise<boolean> {
    try {
      return this.#statements.update(this.#scope.sql, key, expected, change);
    } catch (error) {
      throw this.#scope.failed(error);
    }
  }

  /** There is one writer. */
  async touch(key: AnyKey): Promise<boolean> {
    return this.#statements.update(this.#scope.sql, key, {}, {});
  }

  async count(key: AnyKey, column: string, by: number, bounds: Bounds): Promise<boolean> {
    return this.#statements.count(this.#scope.sql, key, column, by, bounds);
  }

  async remove(...keys: readonly AnyKey[]): Promise<void> {
    for (const key of keys) this.#statements.remove(this.#scope.sql, key);
  }
}

/** Fails what awaits something other than rows, which is still under way when the turn of the event loop ends. */
export class Turn {
  #fail: ((error: unknown) => void) | null = null;
  readonly #end = setImmediate(() => this.#fail?.(new TypeError("a rule awaits something other than rows")));

  /** One after the other. */
  within<Answer>(work: Promise<Answer>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      work.then(resolve, reject);
    });
  }

  end(): void {
    clearImmediate(this.#end);
  }
}

/**
 * Runs a rule.
 *
 * @throws what the rule throws, DuplicateError, or TypeError when it is not done within the turn.
 */
export async function runRule(sql: Session, rule: Rule<unknown>, turn: Turn): Promise<unknown> {
  const scope = new Scope(sql);
  try {
    const answer = await turn.within(rule(changeable((table) => new RuleTable(scope, table))));
    if (scope.duplicate !== null) throw scope.duplicate;
    return answer;
  } catch (error) {
    throw scope.duplicate ?? error;
  } finally {
    scope.isOver = true;
  }
}
