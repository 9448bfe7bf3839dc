import { describe, expect, it } from "vitest";
import { encodeDetachedTimestamp } from "./encode-timestamp.js";
import { parseDetachedTimestamp } from "./parse-timestamp.js";
import { replay } from "./replay.js";
import { singleWay } from "./single-way.js";
import type { Timestamp } from "./timestamp.js";

const digest = new Uint8Array(32).fill(7);
const ending = (height: number): Timestamp => ({
  branches: [
    { attestation: { kind: "pending", uri: "https://a.example" } },
    {
      operation: { kind: "append", argument: Uint8Array.of(height) },
      next: { branches: [{ operation: { kind: "sha256" }, next: blockAt(height) }] },
    },
  ],
});
const blockAt = (height: number): Timestamp => ({
  branches: [
    { attestation: { kind: "pending", uri: "https://b.example" } },
    { attestation: { kind: "bitcoin", height } },
    { attestation: { kind: "bitcoin", height: height + 1 } },
  ],
});
const tree: Timestamp = {
  branches: [
    { operation: { kind: "sha256" }, next: ending(1) },
    { operation: { kind: "prepend", argument: Uint8Array.of(9) }, next: ending(3) },
  ],
};

describe("a single way", () => {
  it("leads to the attestation with the message that it has in the whole, and to no other", () => {
    const all = replay(tree, digest);
    expect(all).toHaveLength(8);
    for (const attested of all) {
      const [only, ...others] = replay(singleWay(tree, attested), digest);
      expect(others).toEqual([]);
      const { attestation, message, depth } = attested;
      expect(only).toMatchObject({ attestation, message, depth });
    }
  });

  it("leaves no byte of a file that may be changed: each change leads elsewhere or is malformed", () => {
    const attested = replay(tree, digest).find(
      ({ attestation }) => attestation.kind === "bitcoin" && attestation.height === 3,
    )!;
    const file = encodeDetachedTimestamp({ hash: "sha256", digest, timestamp: singleWay(tree, attested) });
    for (let at = 0; at < file.length; at++) {
      for (let value = 0; value < 256; value++) {
        if (value === file[at]) continue;
        const changed = Uint8Array.from(file);
        changed[at] = value;
        expect(claimOf(changed), `${at}: ${value}`).not.toEqual(claimOf(file));
      }
    }
  });

  it("refuses an attestation of another tree", () => {
    expect(() => singleWay(tree, replay(ending(5), digest)[0]!)).toThrow(RangeError);
  });
});

/** What a file of one attestation says: which digest leads to which root of which block. */
function claimOf(bytes: Uint8Array): unknown {
  try {
    const { hash, digest: ofFile, timestamp } = parseDetachedTimestamp(bytes);
    return replay(timestamp, ofFile).map(({ attestation, message }) => [
      hash,
      [...ofFile],
      attestation,
      [...message],
    ]);
  } catch {
    return null;
  }
}
