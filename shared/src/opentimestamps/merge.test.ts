import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToHex } from "../bytes.js";
import { encodeTimestamp } from "./encode.js";
import { BITCOIN_1, timestamps } from "./example.testing.js";
import { graft, mergeTimestamps } from "./merge.js";
import { parseTimestamp } from "./parse.js";
import type { Timestamp } from "./timestamp.js";
import { replay } from "./walk.js";

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
    const one = parseTimestamp(Buffer.from("fff20006869a0d73d71b450107080006869a0d73d71b450107", "hex"), 32);
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
