/**
 * Two changes that each depend on a row which only the other writes. Snapshots alone let both count: five cases of the
 * service, with what closes each, and made to happen without it.
 */
import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { newLease, type OpenedTwice } from "./port-contract.testing.js";
import type { Changeable, Readable, Store } from "./store.js";
import type { Row } from "./tables.js";

const AT = new Date(Date.UTC(2026, 2, 1));
const account = randomUUID();
const newHash = () => randomUUID().replaceAll("-", "").repeat(2);

/** Called by a rule between what it reads and what it writes. */
type Pause = () => Promise<void>;

interface Case {
  readonly name: string;
  prepare(rows: Changeable): Promise<void>;
  /** @param isClosed whether the rule does what closes the case. */
  left(rows: Changeable, pause: Pause, isClosed: boolean): Promise<void>;
  right(rows: Changeable, pause: Pause, isClosed: boolean): Promise<void>;
  /** A change of its own, which begins when the other two have ended. */
  afterwards?(rows: Changeable): Promise<void>;
  isHarmed(rows: Readable): Promise<boolean>;
}

const standing: Row<"accounts"> = {
  ...{ id: account, plan: "pro", createdAt: AT, label: null, displayName: null, showsDisplayName: false },
  ...{ disabledAt: null, deletedAt: null, eraseDueAt: null, deletionEntry: null },
};
const newKey = (): Row<"apiKeys"> => ({
  ...{ secret: newHash(), id: randomUUID(), account, name: "", createdAt: AT },
  ...{ revokedAt: null, lastUsedAt: null },
});
const newOwner = (): Row<"people"> => ({
  ...{ id: randomUUID(), account, email: randomUUID(), role: "owner", language: "en", createdAt: AT },
  ...{ lastSignInAt: null, enrolledBy: null },
});
const newOriginal = (): Row<"originals"> => ({
  ...{ proof: randomUUID(), account, object: randomUUID(), sizeBytes: 1, fileName: "f", mimeType: "a/b" },
  ...{ storedAt: AT, custodyKey: "k", wrappedKey: new Uint8Array(4) },
});
const newProof = (): Row<"proofs"> => ({
  ...{ account, id: randomUUID(), certificate: randomUUID(), hash: newHash(), name: "a name", size: null },
  ...{ mimeType: "a/b", receivedAt: AT, isFirst: true, isWeb: false, metadata: null },
});

const keysOf = (rows: Readable) =>
  rows.apiKeys.page(["account", "createdAt", "secret"], [account], { limit: 9 });
const ownersOf = (rows: Readable) =>
  rows.people.page(["account", "createdAt", "id"], [account], { limit: 9 });
const originalsOf = (rows: Readable) =>
  rows.originals.page(["account", "object", "proof"], [account], { limit: 9 });
const proofsOf = (rows: Readable) => rows.proofs.page(["account", "id"], [account], { limit: 9 });
const portionsOf = (rows: Readable) => rows.portions.page(["batch", "first"], [1], { limit: 9 });
const isDeleted = async (rows: Readable) => (await rows.accounts.get([account]))?.deletedAt !== null;
const erase = async (rows: Changeable) => {
  for (const { id } of await proofsOf(rows)) await rows.proofs.update([account, id], {}, { name: "deleted" });
};

async function createSixth(rows: Changeable, pause: Pause, isClosed: boolean): Promise<void> {
  const isFull = (await keysOf(rows)).length >= 5;
  await pause();
  if (isClosed) await rows.accounts.touch([account]);
  if (!isFull) await rows.apiKeys.insert(newKey());
}

/** One of the owners leaves, unless they are the last. */
const leave =
  (which: 0 | 1) =>
  async (rows: Changeable, pause: Pause, isClosed: boolean): Promise<void> => {
    const owners = await ownersOf(rows);
    await pause();
    if (isClosed) await rows.accounts.touch([account]);
    if (owners.length > 1) await rows.people.remove([owners[which]!.id]);
  };

async function portionOf(rows: Changeable): Promise<Row<"portions">> {
  const firstLeaf = (await portionsOf(rows)).length;
  const id = randomUUID();
  return { batch: 1, first: id, last: id, firstLeaf, proofs: new Uint8Array(16) };
}

const CASES: readonly Case[] = [
  {
    name: "a sixth key",
    prepare: (rows) => rows.apiKeys.insert(newKey(), newKey(), newKey(), newKey()),
    left: createSixth,
    right: createSixth,
    isHarmed: async (rows) => (await keysOf(rows)).length > 5,
  },
  {
    name: "both owners gone",
    prepare: (rows) => rows.people.insert(newOwner(), newOwner()),
    left: leave(0),
    right: leave(1),
    isHarmed: async (rows) => (await ownersOf(rows)).length === 0,
  },
  {
    name: "a deposit that survives the deletion",
    prepare: (rows) => rows.originals.insert(newOriginal()),
    left: async (rows, pause, isClosed) => {
      const isRefused = await isDeleted(rows);
      await pause();
      if (isClosed) await rows.accounts.touch([account]);
      if (!isRefused) await rows.originals.insert(newOriginal());
    },
    right: async (rows, pause) => {
      const found = await originalsOf(rows);
      await pause();
      await rows.originals.remove(...found.map(({ proof }) => [proof] as const));
      await rows.accounts.update([account], {}, { deletedAt: AT });
    },
    isHarmed: async (rows) => (await isDeleted(rows)) && (await originalsOf(rows)).length > 0,
  },
  {
    // Registrations do not touch the account: the erasure begins when none can be on its way any more.
    name: "a registration after the erasure",
    prepare: (rows) => rows.proofs.insert(newProof()),
    left: async (rows, pause) => {
      const isRefused = await isDeleted(rows);
      await pause();
      if (!isRefused) await rows.proofs.insert(newProof());
    },
    right: async (rows, pause, isClosed) => {
      if (!isClosed) await erase(rows);
      await rows.accounts.get([account]);
      await pause();
      await rows.accounts.update([account], {}, { deletedAt: AT });
    },
    afterwards: erase,
    isHarmed: async (rows) =>
      (await isDeleted(rows)) && (await proofsOf(rows)).some(({ name }) => name !== "deleted"),
  },
  {
    name: "a portion under a lease that another has",
    prepare: (rows) => rows.leases.insert(newLease({ name: "batch", holder: "left", token: 1 })),
    left: async (rows, pause, isClosed) => {
      const isOwn = (await rows.leases.get(["batch"]))?.token === 1;
      const portion = await portionOf(rows);
      await pause();
      const isKept = isClosed ? await rows.leases.update(["batch"], { token: 1 }, { expiresAt: AT }) : isOwn;
      if (isKept) await rows.portions.insert(portion);
    },
    right: async (rows, pause) => {
      const portion = await portionOf(rows);
      await pause();
      await rows.leases.update(["batch"], {}, { holder: "right", token: 2 });
      await rows.portions.insert(portion);
    },
    isHarmed: async (rows) => (await portionsOf(rows)).filter(({ firstLeaf }) => firstLeaf === 0).length > 1,
  },
];

/** Two that wait for each other, once. */
function meeting(): Pause {
  let arrived = 0;
  let open = () => {};
  const both = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    if (++arrived >= 2) open();
    return both;
  };
}

/** @param isSideBySide whether the engine runs two rules at a time, so that they can meet. */
export function describeWriteSkew(
  name: string,
  openTwo: () => Promise<OpenedTwice>,
  { isSideBySide }: { readonly isSideBySide: boolean },
): void {
  describe(`changes that depend on what others write, on ${name}`, () => {
    let opened: OpenedTwice;
    beforeEach(async () => {
      opened = await openTwo();
    });
    afterEach(() => opened.dispose());

    const isHarmed = async (one: Case, [left, right]: readonly [Store, Store], isClosed: boolean) => {
      await left.change("test.prepare", async (rows) => {
        await rows.accounts.insert(standing);
        await one.prepare(rows);
      });
      const pause = isSideBySide ? meeting() : async () => {};
      await Promise.all([
        left.change("test.left", (rows) => one.left(rows, pause, isClosed)),
        right.change("test.right", (rows) => one.right(rows, pause, isClosed)),
      ]);
      const { afterwards } = one;
      if (isClosed && afterwards !== undefined) await right.change("test.afterwards", afterwards);
      return left.read("test.look", (rows) => one.isHarmed(rows));
    };

    it.each(CASES)("$name: never in two transactions", async (one) => {
      expect(await isHarmed(one, opened.stores, true)).toBe(false);
    });

    it.each(CASES)("$name: never in one group, whatever closes it between transactions", async (one) => {
      const [store] = opened.stores;
      expect(await isHarmed(one, [store, store], false)).toBe(false);
    });

    it.runIf(isSideBySide).each(CASES)(
      "$name: happens in two transactions that close nothing",
      async (one) => {
        expect(await isHarmed(one, opened.stores, false)).toBe(true);
      },
    );
  });
}
