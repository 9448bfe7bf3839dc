import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "../bytes.js";
import { encodeDetachedTimestamp, encodeTimestamp, graft, mergeTimestamps } from "./encode.js";
import { BITCOIN_1, timestamps } from "./example.testing.js";
import { parseTimestamp } from "./parse.js";
import {
  type Attestation,
  MAX_HEIGHT,
  MAX_TIMESTAMP_BYTES,
  MAX_URI_BYTES,
  type Operation,
  type Timestamp,
} from "./timestamp.js";
import { replay } from "./walk.js";

describe("encode", () => {
  const of = (attestation: Attestation): Timestamp => ({ branches: [{ attestation }] });
  const along = (operation: Operation): Timestamp => ({ branches: [{ operation, next: BITCOIN_1 }] });

  test.each<[string, Timestamp]>([
    ["no branch", { branches: [] }],
    ["no branch after an operation", { branches: [{ operation: { kind: "sha1" }, next: { branches: [] } }] }],
    ["an empty argument", along({ kind: "append", argument: new Uint8Array() })],
    ["an argument that is too long", along({ kind: "prepend", argument: new Uint8Array(4097) })],
    ["a negative height", of({ kind: "bitcoin", height: -1 })],
    ["half a height", of({ kind: "litecoin", height: 0.5 })],
    ["a height that is too large", of({ kind: "bitcoin", height: 2 ** 31 })],
    ["a URI with a query", of({ kind: "pending", uri: "https://calendar.example/?x" })],
    ["a URI with a multi-byte character", of({ kind: "pending", uri: "é\u0161" })],
    ["a URI that is too long", of({ kind: "pending", uri: "a".repeat(1001) })],
    ["a tag that is too short", of({ kind: "unknown", tag: new Uint8Array(7), payload: new Uint8Array() })],
    [
      "a payload that is too long",
      of({ kind: "unknown", tag: new Uint8Array(8), payload: new Uint8Array(8193) }),
    ],
    [
      "a known tag as an unknown one",
      of({ kind: "unknown", tag: Buffer.from("0588960d73d71901", "hex"), payload: Uint8Array.of(1) }),
    ],
  ])("%s is a mistake of the caller", (_, timestamp) => {
    expect(() => encodeTimestamp(timestamp)).toThrow(RangeError);
  });

  test.each<[string, Timestamp]>([
    ["the longest URI", of({ kind: "pending", uri: "a".repeat(MAX_URI_BYTES) })],
    ["the smallest height", of({ kind: "bitcoin", height: 0 })],
    ["the largest height of one byte", of({ kind: "bitcoin", height: 0x7f })],
    ["the smallest height of two bytes", of({ kind: "bitcoin", height: 0x80 })],
    ["the largest height of two bytes", of({ kind: "bitcoin", height: 0x3fff })],
    ["the smallest height of three bytes", of({ kind: "bitcoin", height: 0x4000 })],
    ["the largest height", of({ kind: "litecoin", height: MAX_HEIGHT })],
  ])("%s is encoded and read again", (_, timestamp) => {
    expect(parseTimestamp(encodeTimestamp(timestamp), 32)).toEqual(timestamp);
  });

  test("a digest whose length does not match its hash is a mistake of the caller", () => {
    const digest = new Uint8Array(20);
    expect(() => encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: BITCOIN_1 })).toThrow(
      RangeError,
    );
    expect(encodeDetachedTimestamp({ hash: "sha1", digest, timestamp: BITCOIN_1 })).toHaveLength(64);
  });

  describe("more bytes than the parser accepts", () => {
    const promise = (uri: string) => ({ attestation: { kind: "pending", uri } }) as const;
    const promises = (count: number, last: number): Timestamp => ({
      branches: [...Array(count).fill(promise("a".repeat(980))), promise("b".repeat(last))],
    });
    // Ten bytes of the tag and the kind, two bytes each for the lengths of the payload and of the URI, the URI, and a fork.
    const COUNT = 131;
    const start = COUNT * (9 + 2 + 2 + 980 + 1);
    // The last URI has a length of two bytes, too, and no fork.
    const rest = (before: number) => MAX_TIMESTAMP_BYTES - start - (9 + 2 + 2) - before;

    test("are a mistake of the caller", () => {
      expect(encodeTimestamp(promises(COUNT, rest(0)))).toHaveLength(MAX_TIMESTAMP_BYTES);
      expect(() => encodeTimestamp(promises(COUNT, rest(0) + 1))).toThrow(RangeError);
    });

    test("are one in a file, too", () => {
      // 31 bytes of magic, the version, the tag of a hash, and a digest of 20.
      const fileOf = (last: number) =>
        encodeDetachedTimestamp({
          hash: "sha1",
          digest: new Uint8Array(20),
          timestamp: promises(COUNT, last),
        });
      expect(fileOf(rest(53))).toHaveLength(MAX_TIMESTAMP_BYTES);
      expect(() => fileOf(rest(53) + 1)).toThrow(RangeError);
    });

    test("are not encoded to their end", () => {
      let looks = 0;
      const branches = Array.from({ length: 10_000 }, () => promise("a".repeat(1000)));
      const answer: Timestamp = {
        get branches() {
          looks++;
          return branches.slice(0, 100);
        },
      };
      // A calendar's answer at every node of a file: a gigabyte if encoded to the end.
      const everywhere = { branches: Array(10_000).fill({ operation: { kind: "reverse" }, next: answer }) };
      expect(() => encodeTimestamp(everywhere)).toThrow(RangeError);
      expect(looks).toBeLessThan(3);
    });
  });
});

describe("merge", () => {
  const message = new Uint8Array(32).fill(5);

  /** What a timestamp attests, regardless of order and repetition. */
  function attestedBy(timestamp: Timestamp): Set<string> {
    return new Set(
      replay(timestamp, message).map(({ attestation, message: attested }) =>
        [bytesToHex(encodeTimestamp({ branches: [{ attestation }] })), bytesToHex(attested)].join(" "),
      ),
    );
  }
  const replayable = timestamps.filter((timestamp) => {
    try {
      attestedBy(timestamp);
      return true;
    } catch {
      return false;
    }
  });

  describe("merging", () => {
    test("attests what either one attests, and nothing else", () => {
      fc.assert(
        fc.property(replayable, replayable, (one, other) => {
          const merged = mergeTimestamps(one, other);
          expect(attestedBy(merged)).toEqual(new Set([...attestedBy(one), ...attestedBy(other)]));
          expect(attestedBy(mergeTimestamps(other, one))).toEqual(attestedBy(merged));
          // Repeated content is merged, so a second merge adds nothing.
          expect(mergeTimestamps(merged, other)).toEqual(merged);
          expect(mergeTimestamps(merged, one)).toEqual(merged);
        }),
      );
    });

    test("keeps the order of the first and appends to it", () => {
      const one = parseTimestamp(
        Buffer.from("fff20006869a0d73d71b450107080006869a0d73d71b450107", "hex"),
        32,
      );
      const other = parseTimestamp(
        Buffer.from("ff080006869a0d73d71b450108030006869a0d73d71b450107", "hex"),
        32,
      );
      const { branches } = mergeTimestamps(one, other);
      expect(branches.map((branch) => ("next" in branch ? branch.operation.kind : ""))).toEqual([
        "reverse",
        "sha256",
        "ripemd160",
      ]);
      expect(branches[1]).toMatchObject({
        next: {
          branches: [
            { attestation: { kind: "litecoin", height: 7 } },
            { attestation: { kind: "litecoin", height: 8 } },
          ],
        },
      });
    });

    test("ten thousand repeats of a branch take linear time, not quadratic", () => {
      let looks = 0;
      const branches = Array.from({ length: 10_000 }, (_, height) => ({
        operation: { kind: "sha256" as const },
        get next() {
          looks++;
          return { branches: [{ attestation: { kind: "bitcoin" as const, height } }] };
        },
      }));
      const merged = mergeTimestamps({ branches }, BITCOIN_1);
      expect(merged.branches).toHaveLength(2);
      expect(merged.branches[0]).toMatchObject({ next: { branches: { length: 10_000 } } });
      expect(looks).toBeLessThanOrEqual(2 * branches.length);
    });
  });

  describe("grafting", () => {
    test("adds only at the pending node", () => {
      const bytes = Buffer.from("fff001aa0083dfe30d2ef90c8e020161f001bb0083dfe30d2ef90c8e020162", "hex");
      const timestamp = parseTimestamp(bytes, 32);
      const [first, second] = replay(timestamp, message);
      const completed = graft(timestamp, new Map([[second!.node, BITCOIN_1]]));
      expect(
        replay(completed, message).map(({ attestation, message: at }) => [attestation, at.at(-1)]),
      ).toEqual([
        [{ kind: "pending", uri: "a" }, 0xaa],
        [{ kind: "pending", uri: "b" }, 0xbb],
        [{ kind: "bitcoin", height: 1 }, 0xbb],
      ]);
      expect(graft(timestamp, new Map())).toEqual(timestamp);
      expect(graft(timestamp, new Map([[timestamp, BITCOIN_1]])).branches.at(-1)).toEqual(
        BITCOIN_1.branches[0],
      );
      expect(first!.node.branches).toHaveLength(1);
    });
  });
});
