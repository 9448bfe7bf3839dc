/** The contract of `StampStore` and its races, as a test suite that every implementation runs. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import { LeaseLostError } from "../store/store.js";
import type { Records } from "./records.js";
import { randomHash } from "./registration.testing.js";
import { STAMP_NONCE_BYTES } from "./stamps.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { Attestation, Lease, Stamp, StampMember } from "./types.js";

type Waiting = NonNullable<Awaited<ReturnType<Records["stamps"]["peek"]>>>;

const DAY = new Date("2026-03-01T12:00:00.000Z");
const LEASE_MS = 600_000;
const PARALLEL = 20;

/** Declares the suite for one implementation. */
export function describeStamps(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`stamps on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let lease: Lease;
    beforeEach(async () => {
      store = opened().stores[0];
      lease = (await store.leases.acquire("attest", "this instance", LEASE_MS))!;
    });

    const takeOver = async (): Promise<Lease> => {
      await store.leases.release(lease);
      return (await store.leases.acquire("attest", "another instance", LEASE_MS))!;
    };
    const requested = async (count: number, on = store): Promise<string[]> => {
      const digests = Array.from({ length: count }, randomHash);
      await on.stamps.request(digests);
      return digests;
    };
    const membersOf = ({ digests }: Waiting): StampMember[] =>
      digests.map((digest) => ({ digest, nonce: new Uint8Array(randomBytes(STAMP_NONCE_BYTES)) }));
    const commit = (waiting: Waiting, by = lease, members = membersOf(waiting)) =>
      store.stamps.commit(by, waiting.setNumber, { root: randomHash(), members, createdAt: DAY });
    const newSet = async (count = 1): Promise<number> => {
      await requested(count);
      const waiting = (await store.stamps.peek(lease, count))!;
      expect(await commit(waiting)).toBe(true);
      return waiting.setNumber;
    };
    const stampOf = async (digest: string, on = store): Promise<Stamp> => {
      const stamp = await on.stamps.find(digest);
      if (stamp === null || stamp === "waiting") throw new Error(`the digest is in no set: ${stamp}`);
      return stamp;
    };
    const due = async (limit = 10, now = DAY) =>
      (await store.stamps.takeDue(lease, now, limit)).map(({ set }) => set.number);
    const replace = (set: number, from: Attestation["state"], to: Partial<Attestation>, by = lease) =>
      store.stamps.replace(by, set, from, attestation(to));

    it("lets digests wait, the longest waiting first, each once", async () => {
      expect(await store.stamps.peek(lease, 10)).toBeNull();
      await store.stamps.request([]);
      expect(await store.stamps.peek(lease, 10)).toBeNull();
      const first = await requested(1);
      const second = await requested(1);
      await store.stamps.request([...second, ...first]);
      const third = await requested(1);
      expect(await store.stamps.peek(lease, 10)).toEqual({
        setNumber: 1,
        digests: [...first, ...second, ...third],
      });
      expect((await store.stamps.peek(lease, 2))?.digests).toEqual([...first, ...second]);
      expect(await store.stamps.find(first[0]!)).toBe("waiting");
      expect(await store.stamps.find(randomHash())).toBeNull();
    });

    it.each(["", "ab", "A".repeat(64), "0x".padEnd(64, "0")])("takes no digest such as %j", async (text) => {
      await expect(store.stamps.request([text])).rejects.toThrow(RangeError);
    });

    it("makes a set, pending and due, and gives each digest its place in it", async () => {
      await requested(3);
      const waiting = (await store.stamps.peek(lease, 10))!;
      const members = membersOf(waiting).reverse();
      const root = randomHash();
      expect(await store.stamps.commit(lease, 1, { root, members, createdAt: DAY })).toBe(true);
      const set = { number: 1, root, createdAt: DAY };
      const pending: Attestation = {
        state: "pending",
        blockHeight: null,
        timestamp: null,
        submittedAt: null,
        tries: 0,
        dueAt: new Date(0),
      };
      for (const [index, { digest }] of members.entries()) {
        const stamp = await stampOf(digest);
        expect(stamp).toMatchObject({ set, index, attestation: pending });
        expect(stamp.members).toEqual(members);
      }
      expect(await store.stamps.takeDue(lease, DAY, 10)).toEqual([{ set, attestation: pending }]);
      expect(await store.stamps.peek(lease, 10)).toBeNull();
    });

    it("counts sets from 1, and leaves for the next what one leaves out", async () => {
      const digests = await requested(3);
      const waiting = (await store.stamps.peek(lease, 2))!;
      expect(await commit(waiting)).toBe(true);
      expect(await store.stamps.peek(lease, 10)).toEqual({ setNumber: 2, digests: digests.slice(2) });
    });

    it("takes a digest that is in a set for requested", async () => {
      const [digest] = await requested(1);
      await commit((await store.stamps.peek(lease, 1))!);
      await store.stamps.request([digest!]);
      expect(await store.stamps.peek(lease, 1)).toBeNull();
      expect((await stampOf(digest!)).set.number).toBe(1);
    });

    it("makes a set of a number once, and changes none that is made", async () => {
      const [digest] = await requested(1);
      const waiting = (await store.stamps.peek(lease, 1))!;
      expect(await commit(waiting)).toBe(true);
      const made = await stampOf(digest!);
      expect(await commit(waiting)).toBe(false);
      expect(await stampOf(digest!)).toEqual(made);
    });

    it("keeps sets of more than a thousand members, in their order", async () => {
      await requested(1_024);
      const waiting = (await store.stamps.peek(lease, 1_024))!;
      const members = membersOf(waiting);
      expect(await commit(waiting, lease, members)).toBe(true);
      const stamp = await stampOf(members[777]!.digest);
      expect(stamp.index).toBe(777);
      expect(stamp.members).toEqual(members);
    });

    it("gives the longest due first, up to a limit, and what is due only", async () => {
      const sets = [await newSet(), await newSet(), await newSet(), await newSet()];
      const dueIn = (ms: number) => ({ dueAt: new Date(DAY.getTime() + ms) });
      await replace(sets[0]!, "pending", dueIn(0));
      await replace(sets[1]!, "pending", dueIn(1));
      await replace(sets[2]!, "pending", { dueAt: null });
      expect(await due()).toEqual([sets[3], sets[0]]);
      expect(await due(1)).toEqual([sets[3]]);
      expect(await due(10, new Date(DAY.getTime() + 1))).toEqual([sets[3], sets[0], sets[1]]);
      expect(await due(10, new Date("9000-01-01T00:00:00.000Z"))).not.toContain(sets[2]);
    });

    it("keeps all of an attestation, and changes none in another state than expected", async () => {
      const [digest] = await requested(1);
      await commit((await store.stamps.peek(lease, 1))!);
      const submitted = attestation({
        state: "submitted",
        timestamp: new Uint8Array(randomBytes(3_000)),
        submittedAt: DAY,
        tries: 7,
      });
      expect(await replace(1, "submitted", submitted)).toBe(false);
      expect(await replace(2, "pending", submitted)).toBe(false);
      expect(await replace(1, "pending", submitted)).toBe(true);
      expect(await replace(1, "pending", submitted)).toBe(false);
      const kept = (await stampOf(digest!)).attestation;
      expect({ ...kept, timestamp: null }).toEqual({ ...submitted, timestamp: null });
      expect(Buffer.from(kept.timestamp!)).toEqual(Buffer.from(submitted.timestamp!));
      const confirmed = { ...submitted, state: "confirmed", blockHeight: 832_608, dueAt: null } as const;
      expect(await replace(1, "submitted", confirmed)).toBe(true);
      expect((await stampOf(digest!)).attestation).toMatchObject({
        state: "confirmed",
        blockHeight: 832_608,
      });
    });

    it("finds the lowest block, from a height on, in which a set is confirmed", async () => {
      expect(await store.stamps.lowestBlock(0)).toBeNull();
      for (const blockHeight of [300, null, 100, 200]) {
        const state = blockHeight === null ? "submitted" : "confirmed";
        await replace(await newSet(), "pending", { state, blockHeight });
      }
      const lowest = (height: number) => store.stamps.lowestBlock(height);
      expect([await lowest(0), await lowest(101), await lowest(300), await lowest(301)]).toEqual([
        100,
        200,
        300,
        null,
      ]);
    });

    it("refuses a set under an earlier lease once a later one has looked", async () => {
      await requested(2);
      const late = (await store.stamps.peek(lease, 2))!;
      const successor = await takeOver();
      const waiting = (await store.stamps.peek(successor, 1))!;
      await expect(commit(late)).rejects.toThrow(LeaseLostError);
      await expect(store.stamps.peek(lease, 1)).rejects.toThrow(LeaseLostError);
      expect(await store.stamps.find(late.digests[1]!)).toBe("waiting");
      expect(await commit(waiting, successor)).toBe(true);
      await expect(commit(late)).rejects.toThrow(LeaseLostError);
      expect((await stampOf(waiting.digests[0]!)).members).toHaveLength(1);
    });

    it("refuses what is written under an earlier lease once a later one took the set over", async () => {
      const set = await newSet();
      expect(await due()).toEqual([set]);
      const successor = await takeOver();
      expect(await store.stamps.takeDue(successor, DAY, 10)).toHaveLength(1);
      await expect(replace(set, "pending", { state: "submitted" })).rejects.toThrow(LeaseLostError);
      await expect(due()).rejects.toThrow(LeaseLostError);
      expect(await replace(set, "pending", { state: "submitted" }, successor)).toBe(true);
    });

    it("takes the same digests from many callers at once, each once", async () => {
      const digests = Array.from({ length: 5 }, randomHash);
      await Promise.all(
        Array.from({ length: PARALLEL }, (_, i) => opened().stores[i % 2]!.stamps.request(digests)),
      );
      const { digests: waiting } = (await store.stamps.peek(lease, 100))!;
      expect([...waiting].sort()).toEqual([...digests].sort());
    });

    it("makes one set of a number for many callers at once", async () => {
      const digests = await requested(3);
      const waiting = (await store.stamps.peek(lease, 3))!;
      const made = await Promise.all(
        Array.from({ length: PARALLEL }, (_, i) =>
          opened().stores[i % 2]!.stamps.commit(lease, waiting.setNumber, {
            root: randomHash(),
            members: membersOf(waiting),
            createdAt: DAY,
          }),
        ),
      );
      expect(made.filter(Boolean)).toHaveLength(1);
      const stamps = await Promise.all(digests.map((digest) => stampOf(digest, opened().stores[1])));
      expect(new Set(stamps.map(({ set }) => set.root)).size).toBe(1);
    });
  });
}

function attestation(changes: Partial<Attestation>): Attestation {
  return {
    state: "pending",
    blockHeight: null,
    timestamp: null,
    submittedAt: null,
    tries: 0,
    dueAt: DAY,
    ...changes,
  };
}
