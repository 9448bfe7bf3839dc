import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeListCursor, parseListCursor } from "./routes.js";

const key = Buffer.alloc(32, 7);
const account = "0190a2b4-0000-7000-8000-000000000001";
const other = "0190a2b4-0000-7000-8000-000000000002";

it("returns the proof only to its account and under its key", () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      const cursor = encodeListCursor(key, account, id);
      expect(cursor).toMatch(/^[A-Za-z0-9_-]{44}$/);
      expect(parseListCursor(key, account, cursor)).toBe(id);
      expect(parseListCursor(key, other, cursor)).toBeNull();
      expect(parseListCursor(randomBytes(32), account, cursor)).toBeNull();
    }),
  );
});

it("refuses a cursor with any changed bit", () => {
  const bytes = Buffer.from(encodeListCursor(key, account, other), "base64url");
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(parseListCursor(key, account, changed.toString("base64url"))).toBeNull();
  }
});

it("accepts only one spelling", () => {
  const cursor = encodeListCursor(key, account, other);
  const standard = Buffer.from(cursor, "base64url").toString("base64");
  for (const text of [` ${cursor}`, `${cursor}\n`, `${cursor}=`, `${cursor}AA`, cursor.slice(0, -1), ""]) {
    expect(parseListCursor(key, account, text)).toBeNull();
  }
  if (standard !== cursor) expect(parseListCursor(key, account, standard)).toBeNull();
});

it("refuses invented text", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 44, maxLength: 44 })), (text) => {
      expect(parseListCursor(key, account, text)).toBeNull();
    }),
  );
});
