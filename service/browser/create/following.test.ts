import { expect, test } from "vitest";
import type { ProofStanding } from "../../src/dashboard/create.js";
import { creationWorld, found, idle } from "./creation.testing.js";
import { Following, MailWish, type Posted } from "./following.js";

/** A list of proofs, a service that answers what it is told, and a clock that stands until `pass`. */
async function world(count: number) {
  const creation = await creationWorld().open();
  void creation.add(Array.from({ length: count }, (_, i) => found(`${i}.txt`, `${i}`)));
  await idle(creation);
  const standings = new Map<string, Omit<ProofStanding, "id">>();
  const asked: string[][] = [];
  const pauses: number[] = [];
  const state = { isHidden: false, isBusy: false, answer: null as Posted | null, refused: 0 };
  let next: (() => void) | null = null;
  const parts = {
    items: () => creation.items,
    isBusy: () => state.isBusy,
    post: async (_: string, body: unknown): Promise<Posted> => {
      const { proofs } = body as { proofs: string[] };
      asked.push(proofs);
      if (state.answer !== null) return state.answer;
      const queued = { state: "queued", bitcoin: "pending", batch: null } as const;
      return { body: { proofs: proofs.map((id) => ({ id, ...(standings.get(id) ?? queued) })) } };
    },
    isHidden: () => state.isHidden,
    later: (run: () => void, ms: number) => {
      pauses.push(ms);
      next = run;
      return () => {
        next = null;
      };
    },
    onChange: () => undefined,
    onRefused: () => {
      state.refused++;
    },
  };
  const pass = async () => {
    const run = next;
    next = null;
    run?.();
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
    return run !== null;
  };
  const ids = creation.items.map(({ proof }) => proof!.id);
  return { creation, parts, standings, asked, pauses, state, pass, ids };
}

test("one proof of a batch speaks for the others, and nothing is asked once all are done", async () => {
  const { parts, standings, asked, pass, ids } = await world(3);
  const following = new Following("/states", parts);
  following.notice();
  following.notice();
  await pass();
  expect(asked).toEqual([ids]);
  for (const id of ids) standings.set(id, { state: "batched", bitcoin: "pending", batch: "a" });
  await pass();
  for (const id of ids) standings.set(id, { state: "confirmed", bitcoin: "submitted", batch: "a" });
  expect(following.isConfirmed).toBe(false);
  await pass();
  expect(asked[2]).toHaveLength(1);
  expect(ids.map((id) => following.standingOf(id).state)).toEqual(Array(3).fill("confirmed"));
  expect(following.isConfirmed).toBe(true);
  for (const id of ids) standings.set(id, { state: "confirmed", bitcoin: "confirmed", batch: "a" });
  await pass();
  expect(await pass()).toBe(false);
  following.wake();
  expect(await pass()).toBe(false);
});

test("asks seldom while nothing changes, gives up in the end, and begins anew when somebody looks", async () => {
  const { parts, asked, pauses, state, pass } = await world(1);
  const following = new Following("/states", parts);
  following.wake();
  while (await pass());
  expect(Math.max(...pauses)).toBe(60_000);
  expect(asked.length).toBeLessThan(1_000);
  expect(pauses.reduce((sum, ms) => sum + ms)).toBeGreaterThan(10 * 3_600_000);
  state.answer = "lost";
  following.wake();
  expect(pauses.at(-1)).toBe(0);
  await pass();
  expect(pauses.at(-1)).toBeGreaterThanOrEqual(2_000);
});

test("asks nothing while nobody looks, and stops where nobody is signed in", async () => {
  const { parts, asked, state, pass } = await world(1);
  const following = new Following("/states", parts);
  state.isHidden = true;
  following.notice();
  expect(await pass()).toBe(false);
  state.isHidden = false;
  state.answer = "refused";
  following.wake();
  await pass();
  expect([asked.length, state.refused]).toEqual([1, 1]);
  expect(await pass()).toBe(false);
});

test("asks for at most 100 proofs at once, of many batches in turn", async () => {
  const { parts, standings, asked, pass, ids } = await world(250);
  const following = new Following("/states", parts);
  following.wake();
  for (const [i, id] of ids.entries())
    standings.set(id, { state: "batched", bitcoin: "pending", batch: `${i}` });
  for (let round = 0; round < 30; round++) await pass();
  expect(Math.max(...asked.map((proofs) => proofs.length))).toBe(100);
  for (const [i, id] of ids.entries())
    standings.set(id, { state: "confirmed", bitcoin: "confirmed", batch: `${i}` });
  while (!following.isConfirmed) expect(await pass()).toBe(true);
});

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test("a wish for a mail names each proof once, says which were the last, and is taken back", async () => {
  const { parts, state, pass, ids } = await world(3);
  const sent: object[] = [];
  const submission = { token: "token", isOpen: false };
  const wish = new MailWish("/mail", submission, {
    ...parts,
    post: async (_, body) => {
      sent.push(body as object);
      return state.answer ?? { body: { noted: true, open: true } };
    },
  });
  await wish.tell();
  expect(sent).toEqual([]);
  state.isBusy = true;
  wish.wish(true);
  await settled();
  await wish.tell();
  expect(sent).toEqual([{ token: "token", proofs: ids, whole: false, stop: false }]);
  expect(wish.isNoted).toBe(false);
  state.isBusy = false;
  state.answer = "lost";
  await wish.tell();
  // The list changes often meanwhile: nothing is sent before the pause is over.
  await wish.tell();
  expect(sent).toHaveLength(2);
  expect(wish.isNoted).toBe(false);
  state.answer = null;
  await pass();
  expect(sent.at(-1)).toEqual({ token: "token", proofs: [], whole: true, stop: false });
  expect(wish.isNoted).toBe(true);
  await wish.tell();
  expect(sent).toHaveLength(3);
  wish.wish(false);
  await settled();
  expect(sent.at(-1)).toEqual({ token: "token", proofs: [], whole: false, stop: true });
  await wish.tell();
  expect(sent).toHaveLength(4);
});

test("a wish that stands after a reload is shown and taken back, and nothing is noted where no mail is to come", async () => {
  const { parts, ids } = await world(1);
  const sent: object[] = [];
  const submission = { token: "token", isOpen: true };
  const wish = new MailWish("/mail", submission, {
    ...parts,
    post: async (_, body) => {
      sent.push(body as object);
      return { body: { noted: true, open: false } };
    },
  });
  expect([wish.isWished, wish.isNoted]).toEqual([true, false]);
  wish.wish(false);
  await settled();
  expect(sent).toEqual([{ token: "token", proofs: [], whole: false, stop: true }]);
  wish.wish(true);
  await settled();
  expect(sent.at(-1)).toEqual({ token: "token", proofs: ids, whole: true, stop: false });
  expect([wish.isWished, wish.isNoted]).toEqual([true, false]);
  wish.wish(false);
  await settled();
  expect(sent).toHaveLength(2);
});

test("a wish that stands is noted after a reload, also for a list that is empty by then", async () => {
  const { parts, state } = await world(0);
  const wish = new MailWish("/mail", { token: "token", isOpen: true }, parts);
  await wish.tell();
  expect(wish.isNoted).toBe(true);
  state.isBusy = true;
  expect(wish.isNoted).toBe(false);
});
