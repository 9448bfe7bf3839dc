/** Two instances of the jobs on one store: one works, the other waits and takes over. */

import type { EvmSource } from "@svc-proof/verifier-lib/source";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { runAnchorRound } from "../../service/src/anchoring/anchor-round.js";
import { buildBatch } from "../../service/src/batches/build-batch.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { RoundLog } from "../../service/src/log.js";
import type { Lease } from "../../service/src/records/types.js";
import { LeaseLostError } from "../../service/src/store/store.js";
import { CONFIRMATIONS, chainWith, until, World } from "./anchoring-world.js";

const LONG_MS = 600_000;

describe("two instances", () => {
  let anvil: Anvil;
  let world: World;
  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
  });
  afterAll(() => anvil.end());
  beforeEach(async () => {
    world = await World.create(anvil);
  });
  afterEach(() => world.end());

  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());
  const standsBy = (lines: number) =>
    until("it stands by", async () => world.logged(/standing by/).length === lines);

  it("leave the chain to the one that holds the leases; the other takes over as soon as that one stops", async () => {
    const seen: string[] = [];
    await world.startJobs({ holder: "first", leaseMs: LONG_MS });
    const first = world.jobs!;
    await world.register(2);
    await world.mineUntil("it works", async () => (await world.batches()).length > 0);
    await world.startJobs({
      holder: "second",
      leaseMs: LONG_MS,
      chain: watchedChain(world.openChain(), seen),
    });
    await standsBy(2);
    await world.register(3);
    await confirmEverything();
    expect(seen, "calls of the one that stands by to the chain").toEqual([]);
    expect(world.logged(/standing by/), "each job reports it once").toHaveLength(2);

    await first.stop();
    await world.register(3);
    await confirmEverything();
    expect(seen).toContain("broadcast");
    expect(world.logged(/from now on/).map(({ fields }) => fields)).toEqual(
      expect.arrayContaining([{ job: "batch" }, { job: "anchor" }]),
    );
    await world.checkFinished();
  });

  it("take over from one that died, after its lease and not before", async () => {
    await world.register(1);
    const leaseMs = 1_000;
    const askedAtMs = performance.now();
    expect(await world.store.leases.acquire("anchor", "dead", leaseMs)).not.toBeNull();
    await world.startJobs({ holder: "second", leaseMs: LONG_MS });
    await until("an anchor is sent", async () => (await world.pooled()) === 1);
    expect(performance.now() - askedAtMs).toBeGreaterThanOrEqual(leaseMs);
    await confirmEverything();
    await world.checkFinished();
  });

  it("store and send nothing for one that was paused during a round for longer than its lease", async () => {
    const { batches, leases } = world.store;
    await world.register(1);
    const chain = world.openChain();
    const seal = { batchIntervalMs: 0, batchMaxLeaves: 1, chainIds: [chain.chainId] };
    await buildBatch(batches, { ...seal, lease: await world.lease("batch") });

    const pause = gate();
    const seen: string[] = [];
    const sign: Chain["sign"] = async (anchor) => {
      pause.reached();
      await pause.opened;
      return chain.sign(anchor);
    };
    const pausing = watchedChain(chainWith(chain, { sign }), seen);
    const pausedLease = (await leases.acquire("anchor", "paused", 1))!;
    const paused = runAnchorRound(batches, pausing, new RoundLog(world.jobLog), {
      lease: pausedLease,
      confirmations: CONFIRMATIONS,
      bumpAfterMs: LONG_MS,
    });
    const refused = expect(paused).rejects.toThrow(LeaseLostError);
    await pause.wasReached;

    await world.startJobs({ holder: "second", leaseMs: LONG_MS });
    await until("an anchor is sent", async () => (await world.pooled()) === 1);
    pause.open();
    await refused;
    expect(seen).toContain("sign");
    expect(seen).not.toContain("broadcast");
    const [batch] = await world.batches();
    expect(await batches.attempts(batch!.id)).toHaveLength(1);
    await confirmEverything();
    await world.checkFinished();
  });

  it("end a run whose lease can no longer be prolonged, whatever it waits for, so that the other can begin", async () => {
    await world.register(1);
    const { store } = world;
    const cut = gate();
    let isCutOff = false;
    const acquire: typeof store.leases.acquire = async (...lease) => {
      if (isCutOff && lease[0] === "anchor") await cut.opened;
      return store.leases.acquire(...lease);
    };
    // From the middle of a round on, neither the chain nor the store answers.
    const silent = chainWith(world.openChain(), {
      estimateFees: () => {
        isCutOff = true;
        return new Promise(() => {});
      },
    });
    const leases = { acquire, release: (lease: Lease) => store.leases.release(lease) };
    await world.startJobs({ holder: "first", leaseMs: 300, chain: silent, store: { ...store, leases } });
    const first = world.jobs!;
    const lapsed = await until("the lease lapses", async () => world.logged(/the lease lapsed/)[0]);
    expect(lapsed.fields).toMatchObject({
      job: "anchor",
      reason: expect.stringMatching(/ended in the middle of a run/),
    });
    expect(world.logged(/standing by/), "nobody else does the job").toEqual([]);
    await world.startJobs({ holder: "second", leaseMs: LONG_MS });
    await until("an anchor is sent", async () => (await world.pooled()) === 1);
    cut.open();
    await first.stop();
    await confirmEverything();
    await world.checkFinished();
  });
});

/** The same chain; the names of all calls are recorded. */
function watchedChain(chain: Chain, seen: string[]): Chain {
  const watch = <Target extends object>(target: Target): Target =>
    new Proxy(target, {
      get: (object, name) => {
        const value: unknown = Reflect.get(object, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          seen.push(String(name));
          return value.apply(object, args);
        };
      },
    });
  const source: EvmSource = watch(chain.source);
  return watch(chainWith(chain, { source }));
}

function gate(): {
  opened: Promise<void>;
  open: () => void;
  wasReached: Promise<void>;
  reached: () => void;
} {
  let open = () => {};
  let reached = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wasReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  return { opened, open, wasReached, reached };
}
