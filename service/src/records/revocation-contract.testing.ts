/** The contract of `RevocationStore`, as a test suite that every implementation runs. */
import { randomBytes } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { eachOpened } from "../store/each-opened.testing.js";
import type { Records } from "./records.js";
import { randomHash } from "./registration.testing.js";
import type { OpenedTwice } from "./store-races.testing.js";
import type { KeptAnswer, RevocationChain } from "./types.js";

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1) + minutes * 60_000);
const FAR = at(1_000_000);
const bytes = (size: number) => new Uint8Array(randomBytes(size));

/** Declares the suite for one implementation. */
export function describeRevocation(name: string, openTwo: () => Promise<OpenedTwice>): void {
  describe(`revocation data on ${name}`, () => {
    const opened = eachOpened(openTwo);
    let store: Records;
    let other: Records;
    let chain: RevocationChain;
    beforeEach(async () => {
      [store, other] = opened().stores;
      chain = { id: randomHash(), certificates: [bytes(700), bytes(1), bytes(65_536)] };
    });

    const due = async (now: Date, on = store) =>
      (await on.revocation.due(now, 10)).map(({ chain: { id }, wantedSince, tries }) => [
        id,
        wantedSince,
        tries,
      ]);
    const answer = (
      position: number,
      kind: KeptAnswer["kind"] = "ocsp",
      content = bytes(50),
    ): KeptAnswer => ({
      kind,
      position,
      bytes: content,
    });

    it("is due once a wanted time has come, with the certificates of its first request", async () => {
      expect(await store.revocation.due(FAR, 10)).toEqual([]);
      await store.revocation.request(chain, []);
      expect(await store.revocation.due(FAR, 10)).toEqual([]);
      await store.revocation.request(chain, [at(10), at(5), at(5)]);
      await other.revocation.request({ id: chain.id, certificates: [] }, [at(5)]);
      expect(await due(at(4.99))).toEqual([]);
      expect(await other.revocation.due(at(5), 10)).toEqual([{ chain, wantedSince: at(5), tries: 0 }]);
    });

    it("gives the longest due first, and no more than asked for", async () => {
      const ids = Array.from({ length: 3 }, randomHash);
      for (const [i, id] of ids.entries())
        await store.revocation.request({ id, certificates: [] }, [at(9 - i)]);
      expect((await store.revocation.due(FAR, 2)).map((one) => one.chain.id)).toEqual([ids[2], ids[1]]);
      expect((await store.revocation.due(at(8), 9)).map((one) => one.chain.id)).toEqual([ids[2], ids[1]]);
    });

    it("wants nothing more up to the time of a fetch that is settled", async () => {
      await store.revocation.request(chain, [at(1), at(2), at(3)]);
      await store.revocation.keep(chain.id, at(2), [answer(0)], null);
      expect(await due(FAR)).toEqual([[chain.id, at(3), 0]]);
      await store.revocation.keep(chain.id, at(4), [], null);
      expect(await due(FAR)).toEqual([]);
      // A seal of later may want an earlier time: its genTime.
      await store.revocation.request(chain, [at(2)]);
      expect(await due(FAR)).toEqual([[chain.id, at(2), 0]]);
    });

    it("tries again when it is told, and counts", async () => {
      await store.revocation.request(chain, [at(1)]);
      await store.revocation.keep(chain.id, at(2), [], at(5));
      await store.revocation.request(chain, [at(3)]);
      expect(await due(at(4))).toEqual([]);
      expect(await due(at(5), other)).toEqual([[chain.id, at(1), 1]]);
      await store.revocation.keep(chain.id, at(6), [answer(0)], at(7));
      expect(await due(at(7))).toEqual([[chain.id, at(1), 2]]);
      await store.revocation.keep(chain.id, at(8), [answer(0)], null);
      await store.revocation.request(chain, [at(9)]);
      expect(await due(at(9))).toEqual([[chain.id, at(9), 0]]);
    });

    it("finds the first answer about each certificate since a time, byte for byte", async () => {
      expect(await store.revocation.answersSince(chain.id, at(0))).toEqual([]);
      await store.revocation.request(chain, [at(1)]);
      const list = bytes(1_500_000);
      const [early, late] = [answer(0), answer(0)];
      await store.revocation.keep(chain.id, at(10), [early, answer(1, "crl", list)], at(11));
      await store.revocation.keep(chain.id, at(20), [late, answer(7, "crl", list)], null);
      const since = async (time: Date, on = store) =>
        (await on.revocation.answersSince(chain.id, time)).map(({ fetchedAt, position, kind }) => [
          position,
          kind,
          fetchedAt,
        ]);
      expect(await since(at(0))).toEqual([
        [0, "ocsp", at(10)],
        [1, "crl", at(10)],
        [7, "crl", at(20)],
      ]);
      expect(await since(at(10), other)).toHaveLength(3);
      expect(await since(new Date(at(10).getTime() + 1))).toEqual([
        [0, "ocsp", at(20)],
        [7, "crl", at(20)],
      ]);
      expect(await since(at(21))).toEqual([]);
      const [signer, issuer] = await store.revocation.answersSince(chain.id, at(0));
      expect(signer?.bytes).toEqual(early.bytes);
      expect(Buffer.compare(issuer!.bytes, list)).toBe(0);
      expect(await store.revocation.answersSince(randomHash(), at(0))).toEqual([]);
    });

    it("changes nothing when a fetch is kept twice, by two at once", async () => {
      await store.revocation.request(chain, [at(1), at(9)]);
      const answers = [answer(0), answer(1, "crl")];
      await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          opened().stores[i % 2]!.revocation.keep(chain.id, at(2), answers, null),
        ),
      );
      const kept = await store.revocation.answersSince(chain.id, at(0));
      expect(kept).toEqual(answers.map((one) => ({ ...one, fetchedAt: at(2) })));
      expect(await due(FAR)).toEqual([[chain.id, at(9), 0]]);
    });

    it("loses no time that is wanted while a fetch is kept", async () => {
      await store.revocation.request(chain, [at(1)]);
      const later = Array.from({ length: 20 }, (_, i) => at(100 + i));
      await Promise.all([
        ...later.map((time, i) => opened().stores[i % 2]!.revocation.request(chain, [time])),
        ...[0, 1].map((i) => opened().stores[i]!.revocation.keep(chain.id, at(2 + i), [answer(0)], null)),
      ]);
      for (const time of later) {
        expect(await due(FAR)).toEqual([[chain.id, time, 0]]);
        await store.revocation.keep(chain.id, time, [], null);
      }
      expect(await due(FAR)).toEqual([]);
    });

    it("refuses a chain that was never requested, and what is no digest", async () => {
      await expect(store.revocation.keep(randomHash(), at(1), [], null)).rejects.toThrow(RangeError);
      await expect(store.revocation.request({ id: "ab", certificates: [] }, [])).rejects.toThrow(RangeError);
    });
  });
}
