/** The contract of `TrustSnapshotStore`, as a test suite that every implementation runs. */
import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { randomHash } from "./registration.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";

const AT = new Date("2026-03-01T12:00:00.000Z");
const LATER = new Date("2026-03-02T12:00:00.000Z");
/** More than a snapshot of all lists. */
const SNAPSHOT_BYTES = 3_000_000;

const newSnapshot = (checkedAt = AT, length = 100) => ({
  sha256: randomHash(),
  checkedAt,
  bytes: new Uint8Array(randomBytes(length)),
});

/** Declares the suite for one implementation. */
export function describeTrustSnapshots(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`snapshots of trusted lists on ${name}`, () => {
    const opened = eachOpened(openTwo);

    const here = () => opened().stores[0].trustSnapshots;
    const there = () => opened().stores[1].trustSnapshots;

    it("has none at first", async () => {
      expect(await here().find()).toBeNull();
      expect(await here().read(randomHash())).toBeNull();
      expect(await here().replace(randomHash(), newSnapshot())).toBe(false);
      expect(await here().find()).toBeNull();
    });

    it("keeps one byte for byte, for every instance", async () => {
      const { bytes, ...record } = newSnapshot(AT, SNAPSHOT_BYTES);
      expect(await here().replace(null, { ...record, bytes })).toBe(true);
      expect(await there().find()).toEqual(record);
      const read = await there().read(record.sha256);
      expect(read !== null && Buffer.compare(read, bytes)).toBe(0);
      expect(await there().read(randomHash())).toBeNull();
    });

    it("replaces the one that the caller knows, and no other", async () => {
      const [first, second, third] = [newSnapshot(), newSnapshot(), newSnapshot(LATER)];
      await here().replace(null, first);
      expect(await there().replace(null, second)).toBe(false);
      expect(await there().replace(second.sha256, third)).toBe(false);
      expect(await there().find()).toMatchObject({ sha256: first.sha256 });
      expect(await there().replace(first.sha256, third)).toBe(true);
      expect(await here().find()).toEqual({ sha256: third.sha256, checkedAt: LATER });
      expect(await here().read(first.sha256)).toBeNull();
    });

    it("notes when the same one was found again", async () => {
      const snapshot = newSnapshot();
      await here().replace(null, snapshot);
      expect(await here().replace(snapshot.sha256, { ...snapshot, checkedAt: LATER })).toBe(true);
      expect(await there().find()).toEqual({ sha256: snapshot.sha256, checkedAt: LATER });
    });

    it("takes one of many at once", async () => {
      const stores = [here(), there()];
      const race = async (former: string | null) => {
        const snapshots = Array.from({ length: 10 }, () => newSnapshot());
        const taken = await Promise.all(
          snapshots.map((snapshot, i) => stores[i % 2]!.replace(former, snapshot)),
        );
        expect(taken.filter((isTaken) => isTaken)).toHaveLength(1);
        const { sha256 } = snapshots[taken.indexOf(true)]!;
        expect(await here().find()).toEqual({ sha256, checkedAt: AT });
        return sha256;
      };
      await race(await race(null));
    });
  });
}
