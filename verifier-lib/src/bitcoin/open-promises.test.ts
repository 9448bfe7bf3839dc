import { replay, type Timestamp } from "@svc-proof/shared/opentimestamps";
import { describe, expect, test } from "vitest";
import { MessageNumbers, openPromises } from "./open-promises.js";

type Branch = Timestamp["branches"][number];
const DIGEST = new Uint8Array(32).fill(5);

const pending = (uri: string): Branch => ({ attestation: { kind: "pending", uri } });
const BLOCK: Branch = { attestation: { kind: "bitcoin", height: 7 } };
const LITECOIN: Branch = { attestation: { kind: "litecoin", height: 7 } };
const after = (byte: number, ...branches: Branch[]): Branch => ({
  operation: { kind: "append", argument: Uint8Array.of(byte) },
  next: { branches },
});

/** Of files about one digest. */
function openOf(...files: readonly Branch[][]): string[] {
  const timestamps = files.map((branches): Timestamp => ({ branches }));
  const attested = timestamps.flatMap((timestamp) => [...replay(timestamp, DIGEST)]);
  return [...openPromises(timestamps, attested, new MessageNumbers())];
}

describe("a promise is kept", () => {
  test.each<[string, Branch[]]>([
    ["beside a block", [pending("a"), BLOCK]],
    ["before what leads to a block", [pending("a"), after(1, BLOCK)]],
    ["behind what leads to a block", [after(1, BLOCK), pending("a")]],
    ["before what leads there by two steps", [pending("a"), after(1, after(2, BLOCK))]],
    ["beside one branch of two that leads there", [pending("a"), after(1, BLOCK), after(2, LITECOIN)]],
    ["beside the other branch of two", [pending("a"), after(1, LITECOIN), after(2, BLOCK)]],
    ["on the way as well as at its start", [pending("a"), after(1, pending("b"), after(2, BLOCK))]],
  ])("%s", (_, branches) => {
    expect(openOf(branches)).toEqual([]);
  });

  test("wherever a file shows it of the same message", () => {
    expect(openOf([pending("a")], [after(1, BLOCK)], [pending("b"), BLOCK])).toEqual([]);
    expect(openOf([after(1, pending("a"))], [after(1, pending("b"), after(2, BLOCK))])).toEqual([]);
  });
});

describe("a promise is open", () => {
  test.each<[string, Branch[], string[]]>([
    ["alone", [pending("a")], ["a"]],
    ["beside a block of another chain", [pending("a"), LITECOIN], ["a"]],
    ["beside a way that ends in another promise", [pending("a"), after(1, pending("b"))], ["a", "b"]],
    ["behind the way, where it leads no further", [after(1, pending("a")), after(2, BLOCK)], ["a"]],
    ["once for each calendar, in their order", [pending("b"), pending("a"), pending("b")], ["b", "a"]],
  ])("%s", (_, branches, uris) => {
    expect(openOf(branches)).toEqual(uris);
  });

  test("where no file that leads on shows it", () => {
    expect(openOf([pending("a")], [BLOCK])).toEqual(["a"]);
  });

  test("of another message than the one that a file leads on from", () => {
    expect(openOf([after(1, pending("a"))], [after(2, pending("b"), BLOCK)])).toEqual(["a"]);
  });
});
