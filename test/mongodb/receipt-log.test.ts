/** The order of receipt at the ends of its pages: positions, and what may be emptied. */
import { randomBytes, randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import {
  binaryToHex,
  binaryToUuid,
  hexToBinary,
  ownUuidToBinary,
} from "../../service/src/store/mongodb/documents/binary.js";
import type { QueuePageDocument } from "../../service/src/store/mongodb/documents/documents.js";
import type { QueueEntry } from "../../service/src/store/mongodb/registration/queue-entry.js";
import { ReceiptLog } from "../../service/src/store/mongodb/registration/receipt-log.js";
import { type OpenedAccess, openAccess } from "./open-access.js";

const GROUP = 200;
/** Pages take appends until they hold 1,024 entries: two full ones of 1,200, and one that has begun. */
const GROUPS = 14;

const serverUrl = inject("mongodbUrl");

describe.skipIf(serverUrl === null)("the order of receipt", () => {
  let opened: OpenedAccess;
  let logs: readonly [ReceiptLog, ReceiptLog];
  /** By position. */
  let expected: Map<number, { proofId: string; hash: string }>;

  beforeEach(async () => {
    opened = await openAccess(serverUrl!);
    logs = [new ReceiptLog(opened.access), new ReceiptLog(opened.access)];
    expected = new Map();
    for (let group = 0; group < GROUPS; group += 2) await Promise.all(logs.map(append));
  });
  afterEach(() => opened.dispose());

  const append = async (log: ReceiptLog): Promise<void> => {
    const entries = Array.from({ length: GROUP }, newEntry);
    const first = await log.append(entries);
    for (const [i, { id, hash }] of entries.entries()) {
      expect(expected.has(first + i)).toBe(false);
      expected.set(first + i, { proofId: binaryToUuid(id), hash: binaryToHex(hash) });
    }
  };
  const pages = (): Promise<QueuePageDocument[]> =>
    opened.access.collections.queuePages.find().sort({ _id: 1 }).toArray();
  const filledPages = async (): Promise<number[]> =>
    (await pages()).filter(({ entries }) => entries.length > 0).map(({ _id }) => _id);

  it("gives each entry one position, without gaps, from page to page and from process to process", async () => {
    expect([...expected.keys()].sort((a, b) => a - b)).toEqual(
      Array.from({ length: GROUP * GROUPS }, (_, i) => i + 1),
    );
    expect((await pages()).map(({ first, count }) => [first, count])).toEqual([
      [1, 1_200],
      [1_201, 1_200],
      [2_401, 400],
    ]);
    for (const log of logs) {
      expect(await log.end()).toBe(GROUP * GROUPS + 1);
      for (const [from, to] of [
        [1, 2_800],
        [1_200, 1_201],
        [1_150, 2_450],
        [2_400, 2_400],
      ] as const) {
        const read = await log.read(from, to);
        expect(read).toEqual(Array.from({ length: to - from + 1 }, (_, i) => expected.get(from + i)));
      }
    }
  });

  it("empties a page once its last entry is no longer needed, and no sooner", async () => {
    const [log] = logs;
    await log.clear(1_199);
    expect(await filledPages()).toEqual([1, 2, 3]);
    expect(await log.read(1, 1_200)).toHaveLength(1_200);
    await log.clear(1_200);
    expect(await filledPages()).toEqual([2, 3]);
    expect(await log.read(1_200, 1_201)).toEqual([]);
    expect(await log.read(1_201, 2_400)).toHaveLength(1_200);
  });

  it("empties every page left behind, and keeps the one that is being filled", async () => {
    const [log, other] = logs;
    await log.clear(2_800);
    expect(await filledPages()).toEqual([3]);
    expect((await pages()).map(({ first, count }) => [first, count])).toHaveLength(3);
    await append(other);
    expect(await other.read(2_401, 3_000)).toEqual(
      Array.from({ length: 600 }, (_, i) => expected.get(2_401 + i)),
    );
  });
});

function newEntry(): QueueEntry {
  return {
    id: ownUuidToBinary(randomUUID()),
    hash: hexToBinary(randomBytes(32).toString("hex")),
    receivedAt: new Date("2026-03-01T12:00:00.000Z"),
  };
}
