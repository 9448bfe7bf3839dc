/** What the port means, in the shortest way: rows in lists, one change after the other. Engines are compared with it. */
import { type Changeable, DuplicateError, type Page } from "./store.js";
import { TABLES, type TableName, type TableRule } from "./tables.js";

type Row = Record<string, unknown>;
type State = Map<string, Row[]>;

const text = (value: unknown) => JSON.stringify(value);
const same = (a: unknown, b: unknown) => text(a) === text(b);
/** Sorts the values of the tests: nulls, integers, times, and texts of ASCII. */
const before = (a: unknown, b: unknown): number => {
  if (same(a, b)) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return (a as string) < (b as string) ? -1 : 1;
};
const beforeAll = (a: readonly unknown[], b: readonly unknown[]) =>
  a.map((value, i) => before(value, b[i])).find((order) => order !== 0) ?? 0;

class ModelTable {
  readonly #rule: TableRule;
  readonly #rows: Row[];
  readonly #refuse: (error: DuplicateError) => never;

  constructor(rule: TableRule, rows: Row[], refuse: (error: DuplicateError) => never) {
    this.#rule = rule;
    this.#rows = rows;
    this.#refuse = refuse;
  }

  #at(key: readonly unknown[]): number {
    return this.#rows.findIndex((row) => this.#rule.key.every((column, i) => same(row[column], key[i])));
  }

  async get(key: readonly unknown[]): Promise<Row | null> {
    return this.#rows[this.#at(key)] ?? null;
  }

  async getMany(keys: readonly (readonly unknown[])[]): Promise<(Row | null)[]> {
    return Promise.all(keys.map((key) => this.get(key)));
  }

  async page(asked: readonly string[], of: readonly unknown[], page: Page): Promise<Row[]> {
    const isLookup = this.#rule.lookup?.some((one) => same(one, asked)) ?? false;
    const key = this.#rule.key.filter((column) => isLookup && !asked.includes(column));
    const order = [...asked, ...key];
    const rest = order.slice(of.length);
    const sign = page.isDescending ? -1 : 1;
    const cells = (row: Row) => rest.map((column) => row[column]);
    return this.#rows
      .filter((row) => of.every((value, i) => same(row[order[i]!], value)) && !cells(row).includes(null))
      .filter(
        (row) => page.after == null || sign * beforeAll(page.after as readonly unknown[], cells(row)) < 0,
      )
      .sort((a, b) => sign * beforeAll(cells(a), cells(b)))
      .slice(0, page.limit);
  }

  #checkUnique(row: Row, except: Row | null): void {
    for (const columns of this.#rule.unique ?? []) {
      if (columns.some((column) => row[column] === null)) continue;
      const taken = this.#rows.some(
        (other) => other !== except && columns.every((c) => same(other[c], row[c])),
      );
      if (taken) this.#refuse(new DuplicateError("unique"));
    }
  }

  async insert(...rows: readonly Row[]): Promise<void> {
    for (const row of rows) {
      if (this.#at(this.#rule.key.map((column) => row[column])) >= 0) this.#refuse(new DuplicateError("key"));
      this.#checkUnique(row, null);
      this.#rows.push(row);
    }
  }

  async update(key: readonly unknown[], expected: Row, change: Row): Promise<boolean> {
    const at = this.#at(key);
    const row = this.#rows[at];
    if (row === undefined || !Object.entries(expected).every(([c, value]) => same(row[c], value)))
      return false;
    const next = { ...row, ...change };
    this.#checkUnique(next, row);
    this.#rows[at] = next;
    return true;
  }

  touch(key: readonly unknown[]): Promise<boolean> {
    return this.update(key, {}, {});
  }

  async count(
    key: readonly unknown[],
    column: string,
    by: number,
    { min, max }: { min?: number; max?: number },
  ) {
    const names = Object.keys(this.#rule.columns);
    const counters = names.filter((name) => !this.#rule.key.includes(name));
    const at = this.#at(key);
    if (at < 0 && !counters.every((name) => this.#rule.columns[name] === "int")) return false;
    const zeros = Object.fromEntries(
      names.map((n) => [n, counters.includes(n) ? 0 : key[this.#rule.key.indexOf(n)]]),
    );
    const row = this.#rows[at] ?? zeros;
    const value = (row[column] as number) + by;
    if (value < (min ?? -Infinity) || value > (max ?? Infinity)) return false;
    this.#rows[at < 0 ? this.#rows.length : at] = { ...row, [column]: value };
    return true;
  }

  async remove(...keys: readonly (readonly unknown[])[]): Promise<void> {
    for (const key of keys) if (this.#at(key) >= 0) this.#rows.splice(this.#at(key), 1);
  }
}

export class Model {
  #state: State;

  constructor(state: State = new Map()) {
    this.#state = state;
  }

  copy(): Model {
    return new Model(new Map([...this.#state].map(([name, rows]) => [name, [...rows]])));
  }

  /** Changes the model if the rule ends well. */
  async change<Answer>(rule: (rows: Changeable) => Promise<Answer>): Promise<Answer> {
    const { state, rows, refused } = this.copy().#rows();
    const answer = await rule(rows);
    if (refused.length > 0) throw refused[0];
    this.#state = state;
    return answer;
  }

  #rows() {
    const refused: DuplicateError[] = [];
    const refuse = (error: DuplicateError): never => {
      refused.push(error);
      throw error;
    };
    const tables = Object.entries(TABLES).map(([name, rule]) => {
      const rows = this.#state.get(name) ?? [];
      this.#state.set(name, rows);
      return [name, new ModelTable(rule, rows, refuse)] as const;
    });
    return { state: this.#state, rows: Object.fromEntries(tables) as unknown as Changeable, refused };
  }
}

export type AnyTables = Readonly<Record<TableName, ModelTable>>;
