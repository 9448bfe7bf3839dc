/**
 * A connection that knows the numbers of identifiers that many rows have, such as an account's: a row, and each of its
 * indexes, holds one to three bytes instead of sixteen. A number stays what it is for as long as the file is there.
 */

import { hexToUuid, ownUuidToBytes, uuidToBytes } from "../uuid-bytes.js";
import { Connection } from "./connection.js";

/** Bounds the memory, to some 20 MB. */
const MAX_KNOWN = 100_000;

/** Makes the table of numbers. */
export const REFS_SCHEMA = "CREATE TABLE refs (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE) STRICT;";

export class Session extends Connection {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();

  /** Null when no row has the identifier. */
  findNumber(id: string): number | null {
    const known = this.#numbers.get(id);
    if (known !== undefined) return known;
    const bytes = uuidToBytes(id);
    const row = bytes && this.get<{ number: number }>("SELECT number FROM refs WHERE id = ?", bytes);
    return row ? this.#keep(row.number, id) : null;
  }

  /** @throws RangeError when it is no identifier. */
  numberOf(id: string): number {
    const known = this.findNumber(id);
    if (known !== null) return known;
    this.run("INSERT INTO refs (id) VALUES (?)", ownUuidToBytes(id));
    return this.findNumber(id)!;
  }

  idOf(number: number): string {
    const known = this.#ids.get(number);
    if (known !== undefined) return known;
    const row = this.get<{ id: string }>("SELECT lower(hex(id)) AS id FROM refs WHERE number = ?", number);
    const id = hexToUuid(row!.id);
    this.#keep(number, id);
    return id;
  }

  /** To be called when something was rolled back: a number that was made is free again. */
  forgetNumbers(): void {
    this.#numbers.clear();
    this.#ids.clear();
  }

  #keep(number: number, id: string): number {
    if (this.#ids.size >= MAX_KNOWN) this.forgetNumbers();
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
    return number;
  }
}
