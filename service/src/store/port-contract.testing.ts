/** The port, as a test suite that every engine runs. */
import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Model } from "./model.testing.js";
import { everything, outcomeOf, program, runProgram, type Step } from "./programs.testing.js";
import { DuplicateError, type Readable, type Store, StoreUnavailableError } from "./store.js";
import type { Row } from "./tables.js";

/** Two open stores on one empty database. `dispose` closes both and removes what they left behind. */
export interface OpenedTwice {
  readonly stores: readonly [Store, Store];
  dispose(): Promise<void>;
}

export interface Extent {
  /** Runs of random programs one after the other, and of programs side by side. */
  readonly sequences: number;
  readonly races: number;
}

const newHash = () => Buffer.from(randomUUID().replaceAll("-", "").repeat(2), "hex").toString("hex");
const AT = new Date(Date.UTC(2026, 2, 1));

export function newLease(given: Partial<Row<"leases">> = {}): Row<"leases"> {
  return { name: randomUUID(), holder: null, token: 0, expiresAt: AT, ...given };
}

export function newEntry(account: string, given: Partial<Row<"sealEntries">> = {}): Row<"sealEntries"> {
  return {
    ...{ account, place: randomUUID(), id: randomUUID(), kind: "pack", amount: 1, cause: "test", at: AT },
    ...{ proof: null, refundOf: null, ...given },
  };
}

/** Declares the suite for one engine. */
export function describePort(name: string, openTwo: () => Promise<OpenedTwice>, extent: Extent): void {
  describe(`the port on ${name}`, () => {
    let opened: OpenedTwice;
    let store: Store;
    let other: Store;

    beforeEach(async () => {
      opened = await openTwo();
      [store, other] = opened.stores;
    });
    afterEach(() => opened.dispose());

    describePrograms(openTwo, extent);

    it("shows a change to every store once it has resolved, with every type of cell", async () => {
      const lease = newLease({ holder: "müller 📄", token: 2 ** 52 });
      const entry: Row<"auditEntries"> = {
        ...{ account: randomUUID(), place: randomUUID(), id: randomUUID(), at: AT, actor: "service" },
        ...{ actorId: null, actorEmail: null, action: "a", subject: null },
        details: { "a.b": "$c", "": [null, 1.5] },
      };
      const header = { epoch: 7, run: new Uint8Array([0, 255]) };
      const proof: Row<"proofs"> = {
        ...{ account: randomUUID(), id: randomUUID(), certificate: randomUUID(), hash: newHash(), name: "n" },
        ...{ size: null, mimeType: "a/b", receivedAt: AT, isFirst: true, isWeb: false, metadata: null },
      };
      await store.change("test.put", async (rows) => {
        await rows.leases.insert(lease);
        await rows.auditEntries.insert(entry);
        await rows.headers.insert(header);
        await rows.proofs.insert(proof);
      });
      const found = await other.read("test.get", async (rows) => [
        await rows.leases.get([lease.name]),
        await rows.auditEntries.get([entry.account, entry.id]),
        await rows.headers.get([7]),
        await rows.proofs.get([proof.account, proof.id]),
        await rows.proofs.getMany([
          [proof.account, proof.id],
          [proof.id, proof.id],
        ]),
      ]);
      expect(found).toEqual([lease, entry, header, proof, [proof, null]]);
    });

    it("undoes a change whose rule throws, and throws the same", async () => {
      const lease = newLease();
      const fault = new RangeError("no");
      const change = store.change("test.put", async (rows) => {
        await rows.leases.insert(lease);
        throw fault;
      });
      const beside = store.change("test.put", (rows) => rows.leases.insert(newLease({ name: "beside" })));
      await expect(change).rejects.toBe(fault);
      await beside;
      expect(await store.read("test.get", (rows) => rows.leases.get([lease.name]))).toBeNull();
      expect(await store.read("test.get", (rows) => rows.leases.get(["beside"]))).not.toBeNull();
    });

    it("ends a change whose row is there, even if its rule catches the error, and none beside it", async () => {
      const [lease, beside] = [newLease(), newLease()];
      await store.change("test.put", (rows) => rows.leases.insert(lease));
      const again = store.change("test.put", async (rows) => {
        await rows.leases.insert(lease).catch(() => {});
        await rows.leases.insert(newLease({ name: "never" }));
      });
      const results = await Promise.allSettled([
        again,
        store.change("test.put", (rows) => rows.leases.insert(beside)),
        other.change("test.put", (rows) => rows.leases.insert(lease)),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
      for (const result of results)
        if (result.status === "rejected") expect(result.reason).toBeInstanceOf(DuplicateError);
      expect(await store.read("test.get", (rows) => rows.leases.get(["never"]))).toBeNull();
      expect(await store.read("test.get", (rows) => rows.leases.get([beside.name]))).toEqual(beside);
    });

    it("keeps unique indexes, which do not count rows without a value", async () => {
      const account = randomUUID();
      const first = newEntry(account, { refundOf: randomUUID() });
      const insert = (row: Row<"sealEntries">) =>
        store
          .change("test.put", (rows) => rows.sealEntries.insert(row))
          .then(
            () => true,
            (error: unknown) => error instanceof DuplicateError,
          );
      await store.change("test.put", (rows) =>
        rows.sealEntries.insert(first, newEntry(account), newEntry(account)),
      );
      await expect(
        store.change("test.put", (rows) =>
          rows.sealEntries.insert(newEntry(account, { refundOf: first.refundOf })),
        ),
      ).rejects.toThrow(DuplicateError);
      await expect(
        other.change("test.put", (rows) => rows.sealEntries.insert(newEntry(account, { id: first.id }))),
      ).rejects.toThrow(DuplicateError);
      expect(await insert(newEntry(randomUUID(), { id: first.id }))).toBe(true);
      const found = await other.read("test.page", (rows) =>
        rows.sealEntries.page(["account", "refundOf"], [account], { limit: 9 }),
      );
      expect(found).toEqual([first]);
    });

    it("runs a rule again whose row came while it ran, so that it finds it", async () => {
      const name = randomUUID();
      const take = (on: Store) =>
        on.change("test.take", async (rows) => {
          if ((await rows.leases.get([name])) !== null) return "found";
          await rows.leases.insert(newLease({ name }));
          return "made";
        });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => take(opened.stores[i % 2]!)));
      expect(answers.filter((answer) => answer === "made")).toHaveLength(1);
    });

    it("keeps counters within their bounds, exactly, whoever counts", async () => {
      const key = [randomUUID(), 1, "proofs"] as const;
      const count = (by: number) => (_: unknown, i: number) =>
        opened.stores[i % 2]!.change("test.count", (rows) =>
          rows.days.count(key, "proofs", by, { min: 0, max: 25 }),
        );
      const up = await Promise.all(Array.from({ length: 60 }, count(1)));
      expect(up.filter(Boolean)).toHaveLength(25);
      const down = await Promise.all(Array.from({ length: 40 }, count(-1)));
      expect(down.filter(Boolean)).toHaveLength(25);
      const mixed = await Promise.all(
        Array.from({ length: 60 }, (_, i) => count(i % 3 === 0 ? -1 : 1)(_, i)),
      );
      const sum = mixed.reduce((total, isDone, i) => total + (isDone ? (i % 3 === 0 ? -1 : 1) : 0), 0);
      expect((await store.read("test.get", (rows) => rows.days.get(key)))?.proofs).toBe(sum);
    });

    it("counts for rules that end well only", async () => {
      const key = [randomUUID(), "pack"] as const;
      const pay = (isGood: boolean) =>
        store.change("test.pay", async (rows) => {
          const isPaid = await rows.sealBalances.count(key, "seals", 1, { max: 10 });
          if (!isGood) throw new RangeError("no");
          return isPaid;
        });
      const results = await Promise.allSettled(Array.from({ length: 40 }, (_, i) => pay(i % 2 === 0)));
      const paid = results.filter((result) => result.status === "fulfilled" && result.value);
      expect(paid).toHaveLength(10);
      expect((await store.read("test.get", (rows) => rows.sealBalances.get(key)))?.seals).toBe(10);
    });

    it("makes no half row for a counter whose table has other columns", async () => {
      const change = store.change("test.count", (rows) => rows.leases.count(["none"], "token", 1, {}));
      expect(await change).toBe(false);
      expect(await store.read("test.get", (rows) => rows.leases.get(["none"]))).toBeNull();
    });

    it("lets one of those win that update the same expected state", async () => {
      const lease = newLease();
      await store.change("test.put", (rows) => rows.leases.insert(lease));
      const answers = await Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          opened.stores[i % 2]!.change("test.take", (rows) =>
            rows.leases.update([lease.name], { token: 0 }, { token: i + 1, holder: String(i) }),
          ),
        ),
      );
      const winners = answers.flatMap((isTaken, i) => (isTaken ? [i] : []));
      expect(winners).toHaveLength(1);
      const taken = { ...lease, token: winners[0]! + 1, holder: String(winners[0]) };
      expect(await other.read("test.get", (rows) => rows.leases.get([lease.name]))).toEqual(taken);
    });

    it("shows a query one state", async () => {
      const names = ["a", "b"] as const;
      await store.change("test.put", (rows) =>
        rows.leases.insert(...names.map((name) => newLease({ name }))),
      );
      let isDone = false;
      const write = async () => {
        for (let token = 1; token <= 20; token++)
          await store.change("test.raise", async (rows) => {
            for (const name of names) await rows.leases.update([name], {}, { token });
          });
        isDone = true;
      };
      const look = async () => {
        for (let looks = 0; looks < 5 || !isDone; looks++) {
          const tokens = await other.read("test.tokens", async (rows) => {
            const first = await rows.leases.get(["a"]);
            return [first?.token, (await rows.leases.get(["b"]))?.token];
          });
          expect(tokens[0]).toBe(tokens[1]);
        }
      };
      await Promise.all([write(), look()]);
    });

    it("finds nothing under what is no identifier or hash, and stores nothing under it", async () => {
      const found = await store.read("test.get", async (rows) => [
        await rows.accounts.get(["no uuid"]),
        await rows.fingerprints.get(["no hash"]),
        await rows.orders.page(["account", "state", "id"], ["no uuid", "open"], { limit: 1 }),
      ]);
      expect(found).toEqual([null, null, []]);
      const put = store.change("test.put", (rows) =>
        rows.fingerprints.insert({ hash: "no hash", account: randomUUID(), proof: randomUUID() }),
      );
      await expect(put).rejects.toThrow(RangeError);
    });

    it("gives the pages of an index and of a look-up, each after the last row of the former", async () => {
      const proof = randomUUID();
      const tries = Array.from({ length: 7 }, (_, i) => ({
        ...{ object: randomUUID(), account: randomUUID(), reservedBytes: 1, expiresAt: AT },
        ...{ proof: i % 3 === 0 ? proof : randomUUID(), endedAt: null },
      }));
      await store.change("test.put", (rows) => rows.garbage.insert(...tries));
      const pages = (orderOf: readonly ["proof"] | readonly ["expiresAt", "object"], isDescending: boolean) =>
        other.read("test.pages", async (rows) => {
          const found: string[] = [];
          const of = orderOf[0] === "proof" ? [proof] : [];
          for (let after: Row<"garbage"> | null = null; ; ) {
            const [row]: readonly Row<"garbage">[] = await rows.garbage.page(orderOf, of, {
              ...{ after, limit: 1, isDescending },
            });
            if (row === undefined) return found;
            found.push(row.object);
            after = row;
          }
        });
      for (const isDescending of [false, true]) {
        const sorted = (some: typeof tries) => {
          const ids = some.map(({ object }) => object).sort();
          return isDescending ? ids.reverse() : ids;
        };
        expect(await pages(["expiresAt", "object"], isDescending)).toEqual(sorted(tries));
        const ofProof = sorted(tries.filter((row) => row.proof === proof));
        expect(await pages(["proof"], isDescending)).toEqual(ofProof);
      }
    });

    it("refuses a page that follows no order of the table, or begins after no place in it", async () => {
      const page = (ask: (rows: Readable) => Promise<unknown>) => store.read("test.page", ask);
      const asked = [
        page((rows) => rows.leases.page(["token"] as never, [], { limit: 1 })),
        page((rows) => rows.garbage.page(["proof"], [], { limit: 1 })),
        page((rows) => rows.garbage.page(["proof"], [randomUUID()], { after: [], limit: 1 })),
        page((rows) => rows.headers.page(["epoch"], [], { after: [1, 2], limit: 1 })),
      ];
      for (const one of asked) await expect(one).rejects.toThrow(RangeError);
    });

    it("completes what was asked for before it was closed, and refuses what comes later", async () => {
      const lease = newLease();
      const change = store.change("test.put", (rows) => rows.leases.insert(lease));
      await Promise.all([change, store.close()]);
      await expect(store.change("test.put", (rows) => rows.leases.insert(newLease()))).rejects.toThrow(
        StoreUnavailableError,
      );
      await expect(store.read("test.get", (rows) => rows.leases.get(["a"]))).rejects.toThrow(
        StoreUnavailableError,
      );
      await expect(store.ping("reads")).rejects.toThrow(StoreUnavailableError);
      expect(await other.read("test.get", (rows) => rows.leases.get([lease.name]))).toEqual(lease);
    });

    it("answers a ping, and counts for rate limits", async () => {
      expect(await store.ping("reads")).toBeInstanceOf(Date);
      expect(await store.ping("writes")).toBeInstanceOf(Date);
      expect((await store.counters.add("a", 2, 60_000)).total).toBe(2);
      expect((await store.counters.add("a", 1, 60_000)).total).toBe(3);
    });
  });
}

function describePrograms(openTwo: () => Promise<OpenedTwice>, { sequences, races }: Extent): void {
  const programs = fc.array(program, { minLength: 5, maxLength: 25 });

  it("answers random programs as the model does", async () => {
    await fc.assert(
      fc.asyncProperty(programs, async (steps) => {
        const { stores, dispose } = await openTwo();
        try {
          const model = new Model();
          for (const [i, one] of steps.entries()) {
            const expected = await outcomeOf(model.change((rows) => runProgram(one, rows)));
            const change = stores[i % 2]!.change("test.program", (rows) => runProgram(one, rows));
            expect(await outcomeOf(change)).toBe(expected);
          }
          expect(await stores[0].read("test.all", (rows) => everything(rows as never))).toBe(
            await model.change(everything),
          );
        } finally {
          await dispose();
        }
      }),
      { numRuns: sequences },
    );
  });

  const rivals = fc.tuple(
    fc.array(program, { maxLength: 6 }),
    fc.array(program, { minLength: 2, maxLength: 4 }),
  );
  it("answers random programs that run side by side as some order of them does", async () => {
    await fc.assert(
      fc.asyncProperty(rivals, async ([prelude, side]) => {
        const { stores, dispose } = await openTwo();
        try {
          const model = new Model();
          for (const one of prelude) {
            await outcomeOf(model.change((rows) => runProgram(one, rows)));
            await outcomeOf(stores[0].change("test.program", (rows) => runProgram(one, rows)));
          }
          const runs = side.map((one) => stores[0].change("test.program", (rows) => runProgram(one, rows)));
          const outcomes = await Promise.all(runs.map(outcomeOf));
          const state = await stores[1].read("test.all", (rows) => everything(rows as never));
          expect(await isSomeOrder(model, side, outcomes, state)).toBe(true);
        } finally {
          await dispose();
        }
      }),
      { numRuns: races },
    );
  });
}

/** Whether the model comes to these outcomes and this state in some order of the programs. */
async function isSomeOrder(
  model: Model,
  programs: readonly (readonly Step[])[],
  outcomes: readonly string[],
  state: string,
): Promise<boolean> {
  if (programs.length === 0) return (await model.copy().change(everything)) === state;
  for (const [i, steps] of programs.entries()) {
    const next = model.copy();
    if ((await outcomeOf(next.change((rows) => runProgram(steps, rows)))) !== outcomes[i]) continue;
    const without = <Item>(items: readonly Item[]) => items.filter((_, at) => at !== i);
    if (await isSomeOrder(next, without(programs), without(outcomes), state)) return true;
  }
  return false;
}
