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
import type { Session } from "./session.js";
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

  write<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (error) {
      if (error instanceof DuplicateError) this.duplicate = error;
      throw error;
    }
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
    return keys.map((key) => this.#statements.get(this.#scope.sql, key));
  }

  async page(order: readonly string[], of: readonly Cell[], page: Page): Promise<readonly AnyRow[]> {
    return this.#statements.page(this.#scope.sql, askedPage(this.#table, order, of, page));
  }

  async insert(...rows: readonly AnyRow[]): Promise<void> {
    this.#scope.write(() => {
      for (const row of rows) this.#statements.insert(this.#scope.sql, row);
    });
  }

  async update(key: AnyKey, expected: AnyRow, change: AnyRow): Promise<boolean> {
    return this.#scope.write(() => this.#statements.update(this.#scope.sql, key, expected, change));
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

/**
 * Runs a rule.
 *
 * @param late rejects when the turn of the event loop ends, which a rule that awaits only rows never sees.
 * @throws what the rule throws, DuplicateError, or what `late` rejects with.
 */
export async function runRule(sql: Session, rule: Rule<unknown>, late: Promise<never>): Promise<unknown> {
  const scope = new Scope(sql);
  try {
    const answer = await Promise.race([rule(changeable((table) => new RuleTable(scope, table))), late]);
    if (scope.duplicate !== null) throw scope.duplicate;
    return answer;
  } catch (error) {
    throw scope.duplicate ?? error;
  } finally {
    scope.isOver = true;
  }
}
