/**
 * The process dies at every single step of building and anchoring, one run for each: before the
 * k-th call to the store or the chain, and so after the previous call took effect. CI takes one in
 * so many, others for each event meanwhile.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Anvil } from "../../sandbox/src/anvil.js";
import { runAnchorRound } from "../../service/src/anchoring/anchor-round.js";
import { buildBatch } from "../../service/src/batches/build-batch.js";
import type { Chain } from "../../service/src/clients/chain.js";
import { RoundLog } from "../../service/src/log.js";
import type { BatchStore, LeaseStore } from "../../service/src/records/records.js";
import type { Lease } from "../../service/src/records/types.js";
import { STRIDE } from "../../shared/src/testing/extent.testing.js";
import { chainWith, HOLDER, World } from "./anchoring-world.js";
import { Fuse } from "./fuse.js";

/** One process from its start to the end of all work, or to its crash. */
async function liveOnce(
  world: World,
  chain: Chain,
  { batches, leases }: { readonly batches: BatchStore; readonly leases: LeaseStore },
): Promise<void> {
  const acquire = async (job: string): Promise<Lease> => {
    const lease = await leases.acquire(job, HOLDER, 600_000);
    if (lease === null) throw new Error("the dead process keeps its lease from its successor");
    return lease;
  };
  const log = new RoundLog(world.jobLog);
  for (let step = 0; !(await world.allConfirmed()); step++) {
    if (step > 100) throw new Error("the work does not come to an end");
    const sealing = await acquire("batch");
    const options = { lease: sealing, batchIntervalMs: 0, batchMaxLeaves: 2, chainIds: [chain.chainId] };
    while ((await buildBatch(batches, options)) !== null);
    const lease = await acquire("anchor");
    await runAnchorRound(batches, chain, log, { lease, confirmations: 3, bumpAfterMs: 1_000_000 });
    await world.mine();
  }
}

/** What may happen to the chain while the process is dead. */
const WHILE_DEAD = {
  nothing: async () => {},
  "two blocks": (world: World) => world.mine(2),
  "the pool was lost": async (world: World) => {
    await world.anvil.request("anvil_dropAllTransactions", []);
  },
  "a reorganisation": async (world: World) => {
    await world.mine(2);
    await world.anvil.request("anvil_reorg", [2, []]);
  },
} as const;

describe("a crash", () => {
  let anvil: Anvil;
  beforeAll(async () => {
    anvil = await Anvil.start(0, null);
    for (let i = 0; i < 4; i++) await anvil.request("evm_mine", []);
  });
  afterAll(() => anvil.end());

  async function crashAt(
    fatalCall: number,
    meanwhile: keyof typeof WHILE_DEAD,
  ): Promise<{ readonly crashed: boolean; readonly hasBroadcast: boolean }> {
    const world = await World.create(anvil);
    try {
      await world.register(3);
      const fuse = new Fuse(fatalCall);
      const chain = world.openChain();
      const mortal = { ...fuse.guard(chainWith(chain, {})), source: fuse.guard(chain.source) };
      const { batches, leases } = world.store;
      const mortalStore = { batches: fuse.guard(batches), leases: fuse.guard(leases) };
      const crashed = await liveOnce(world, mortal, mortalStore).then(
        () => false,
        (error) => {
          // The source's client catches every error, so a crash inside it looks like an outage.
          if (!fuse.hasBlown) throw error;
          return true;
        },
      );
      await world.checkInvariants();
      const hasBroadcast = fuse.passed.has("broadcast");
      if (!crashed) return { crashed, hasBroadcast };
      await WHILE_DEAD[meanwhile](world);
      await world.reopenStore();
      await liveOnce(world, world.openChain(), world.store);
      await world.checkFinished();
      return { crashed, hasBroadcast };
    } finally {
      await world.end();
    }
  }

  /** The first call that comes after a broadcast: `null` until the first test has found it. */
  let firstOnChain: number | null = null;

  it.each((Object.keys(WHILE_DEAD) as (keyof typeof WHILE_DEAD)[]).map((event, i) => [event, i] as const))(
    "before any call, %s meanwhile: nothing is lost, nothing is anchored twice",
    async (meanwhile, i) => {
      // What happens to the chain matters only to those who have something on it.
      let fatalCall = (firstOnChain ?? 1) + (i % STRIDE);
      for (;;) {
        const { crashed, hasBroadcast } = await crashAt(fatalCall, meanwhile);
        if (hasBroadcast) firstOnChain ??= fatalCall;
        if (!crashed) break;
        fatalCall += STRIDE;
      }
      // Building two batches, sending, anchoring and confirming them take at least that many calls.
      expect(fatalCall).toBeGreaterThan(40);
    },
  );
});
