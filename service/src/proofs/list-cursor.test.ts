import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { encodeListCursor, parseListCursor } from "./list-cursor.js";

const key = Buffer.alloc(32, 7);
const account = "0190a2b4-0000-7000-8000-000000000001";
const other = "0190a2b4-0000-7000-8000-000000000002";

it("gives the proof back, to its account alone and under its key alone", () => {
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

it("takes no cursor with any bit changed", () => {
  const bytes = Buffer.from(encodeListCursor(key, account, other), "base64url");
  for (let bit = 0; bit < 8 * bytes.length; bit++) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3]! ^= 1 << (bit & 7);
    expect(parseListCursor(key, account, changed.toString("base64url"))).toBeNull();
  }
});

it("takes one way of writing only", () => {
  const cursor = encodeListCursor(key, account, other);
  const standard = Buffer.from(cursor, "base64url").toString("base64");
  for (const text of [` ${cursor}`, `${cursor}\n`, `${cursor}=`, `${cursor}AA`, cursor.slice(0, -1), ""]) {
    expect(parseListCursor(key, account, text)).toBeNull();
  }
  if (standard !== cursor) expect(parseListCursor(key, account, standard)).toBeNull();
});

it("takes no text that was made up", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String({ minLength: 44, maxLength: 44 })), (text) => {
      expect(parseListCursor(key, account, text)).toBeNull();
    }),
  );
});
