/**
 * An endpoint between the service and a real anvil whose answers are well-formed and wrong. None
 * may anchor a root twice or stop anchoring for longer than the lie lasts.
 */

import { parseTransaction } from "viem";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runAnchorRound } from "../../service/src/anchoring/anchor-round.js";
import { buildBatch } from "../../service/src/batches/build-batch.js";
import { RoundLog } from "../../service/src/log.js";
import type { AnchorAttempt } from "../../service/src/records/types.js";
import { CONFIRMATIONS, inclusionOf, until, type World } from "./anchoring-world.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

const CANNOT_ANSWER = /no usable answer/;

describe("an endpoint that answers wrongly", () => {
  let anvil: FaultyWorld["anvil"];
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];

  beforeEach(async () => {
    ({ anvil, world, endpoint, end } = await startFaultyWorld());
  });
  afterEach(() => end());

  const attempts = async (): Promise<readonly AnchorAttempt[]> =>
    (await Promise.all((await world.batches()).map(({ id }) => world.store.batches.attempts(id)))).flat();
  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());
  const told = (message: RegExp) => until(`it says ${message}`, async () => world.logged(message).length > 0);
  const startJobs = async (options: Parameters<World["startJobs"]>[0] = {}) =>
    world.startJobs({ chain: world.openChain(endpoint.url), ...options });
  /** Waits for this many rounds while the endpoint has a fault. */
  const rounds = async (count: number) => {
    const before = endpoint.faultsServed;
    // No round sends more than 20 requests here.
    await until(`${count} rounds passed`, async () => endpoint.faultsServed >= before + 20 * count);
  };

  it("signs nothing with an impossible amount of gas", async () => {
    endpoint.lie = ({ method }) => (method === "eth_estimateGas" ? "0x5207" : undefined);
    await world.register(1);
    await startJobs();
    await told(CANNOT_ANSWER);
    expect(await attempts()).toEqual([]);
    endpoint.fault = null;
    await confirmEverything();
    expect(await attempts()).toHaveLength(1);
    await world.checkFinished();
  });

  it("replaces an attempt that the chain rejects, with a new gas estimate", async () => {
    await anvil.request("evm_setBlockGasLimit", ["0xf4240"]);
    endpoint.lie = ({ method }) => (method === "eth_estimateGas" ? "0x1e8480" : undefined);
    await world.register(1);
    await startJobs({ bumpAfterMs: 1_000_000 });
    await told(/the endpoint rejected an anchor/);
    await rounds(3);
    expect(await world.pooled()).toBe(0);
    expect(world.logged(/the endpoint rejected an anchor/), "reported once for one attempt").toHaveLength(1);
    expect(await attempts()).toHaveLength(1);
    await world.jobs!.stop();
    endpoint.fault = null;
    await startJobs({ bumpAfterMs: 1 });
    await confirmEverything();
    const nonces = (await attempts()).map(({ nonce }) => nonce);
    expect(nonces.length).toBeGreaterThan(1);
    expect(new Set(nonces)).toEqual(new Set([0]));
    expect(world.logged(/a job failed/)).toEqual([]);
    await world.checkFinished();
  });

  it("takes no nonce on which the endpoint contradicts itself", async () => {
    endpoint.lie = ({ method, params }) =>
      method === "eth_getTransactionCount" && params[1] === "latest" ? "0x7" : undefined;
    await world.register(1);
    await startJobs();
    await told(CANNOT_ANSWER);
    expect(await attempts()).toEqual([]);
    endpoint.fault = null;
    await confirmEverything();
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0]);
    await world.checkFinished();
  });

  it("takes no nonce far beyond the last, and continues when the count is plausible again", async () => {
    await world.register(1);
    await startJobs();
    await confirmEverything();
    endpoint.lie = ({ method }) =>
      method === "eth_getTransactionCount" ? `0x${(1 + 1_001).toString(16)}` : undefined;
    await world.register(1);
    await told(/counts far more transactions/);
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0]);
    endpoint.fault = null;
    await confirmEverything();
    expect((await attempts()).map(({ nonce }) => nonce)).toEqual([0, 1]);
    await world.checkFinished();
  });

  it("keeps the nonce of an anchor that is in the chain although no lookup finds it", async () => {
    const blind = new Set(["eth_getTransactionByHash", "eth_getTransactionReceipt"]);
    endpoint.lie = ({ method }) => (blind.has(method) ? null : undefined);
    await world.register(1);
    await startJobs({ confirmations: 3, bumpAfterMs: 1 });
    await until("it is sent", async () => (await world.pooled()) === 1);
    for (let block = 0; block < 10; block++) {
      await world.mine();
      await rounds(1);
    }
    expect(new Set((await attempts()).map(({ nonce }) => nonce))).toEqual(new Set([0]));
    expect(world.logged(/no other transaction with it was found/)).toHaveLength(1);
    await world.checkInvariants();
    endpoint.fault = null;
    await until("everything is confirmed", () => world.allConfirmed());
    await world.checkFinished();
  });

  it("does not mistake a lagging node for another fault", async () => {
    await world.register(1);
    await startJobs();
    await world.mineUntil("it is anchored", async () => (await world.batches())[0]?.state === "anchored");
    const { blockNumber } = inclusionOf((await world.batches())[0]!)!;
    const lag = () => {
      endpoint.lie = ({ method, params }) => {
        if (method === "eth_blockNumber") return `0x${(blockNumber - 1).toString(16)}`;
        if (method === "eth_getTransactionCount" && params[1] === "latest") return "0x0";
        return method === "eth_getBlockByNumber" && Number(params[0]) >= blockNumber ? null : undefined;
      };
    };
    lag();
    await rounds(2);
    expect((await world.batches())[0]!.state).toBe("anchored");
    expect(world.logged(/reorganisation|serves another chain than before/)).toEqual([]);
    endpoint.fault = null;
    await confirmEverything();

    lag();
    await world.register(1);
    await told(CANNOT_ANSWER);
    expect(world.logged(/serves another chain than before/)).toEqual([]);
    expect(await attempts()).toHaveLength(1);
    endpoint.fault = null;
    await confirmEverything();
    await world.checkFinished();
  });

  it("is not stopped by a batch of another chain", async () => {
    await world.register(1);
    const foreign = await buildBatch(world.store.batches, {
      lease: await world.lease("batch"),
      batchIntervalMs: 0,
      batchMaxLeaves: 1,
      chainIds: [1],
    });
    await world.register(1);
    await startJobs();
    const second = () => world.batches().then((batches) => batches[1]);
    await world.mineUntil("the other is confirmed", async () => (await second())?.state === "confirmed");
    expect((await world.batches())[0]).toMatchObject({ id: foreign!.id, state: "batched" });
    expect(await world.store.batches.attempts(foreign!.id)).toEqual([]);
    const lines = world.logged(/batches of another chain wait/);
    expect(lines.map(({ fields }) => fields)).toEqual([{ chainId: 1, batches: 1 }]);
    await world.checkInvariants();
  });

  it("reads no attempts while it cannot ask for the chain's identity, and then only pending ones", async () => {
    const { store } = world;
    let reads = 0;
    const counting = new Proxy(store.batches, {
      get: (batches, name) => {
        if (name === "attempts") reads++;
        const value: unknown = Reflect.get(batches, name);
        return typeof value === "function" ? value.bind(batches) : value;
      },
    });
    const log = new RoundLog(world.jobLog);
    const chain = world.openChain(endpoint.url);
    const lease = await world.lease("anchor");
    const round = () =>
      runAnchorRound(counting, chain, log, { lease, confirmations: CONFIRMATIONS, bumpAfterMs: 60_000 });
    await world.register(20);
    const seal = {
      lease: await world.lease("batch"),
      batchIntervalMs: 0,
      batchMaxLeaves: 1,
      chainIds: [chain.chainId],
    };
    while ((await buildBatch(store.batches, seal)) !== null);
    endpoint.fault = (_, response) => response.destroy();
    await expect(round()).rejects.toThrow();
    expect(reads).toBe(0);
    endpoint.fault = null;
    await round();
    expect(reads).toBe(16);
    expect(await world.pooled()).toBe(16);
    await startJobs();
    await confirmEverything();
    await world.checkFinished();
  });

  it("sends no anchor above the cost limit, and continues when the cost falls", async () => {
    const chain = world.openChain(endpoint.url);
    const { maxFeePerGas } = await chain.estimateFees();
    // An anchor's gas by EIP-7623, plus the quarter that is added when signing.
    const maxCostWei = 29_800n * maxFeePerGas;
    endpoint.lie = ({ method }) => (method === "eth_estimateGas" ? "0x6000" : undefined);
    await world.register(1);
    await startJobs({ chain: world.openChain(endpoint.url, undefined, maxCostWei) });
    await told(/cost more than SVC_ANCHOR_MAX_COST_GWEI allows/);
    expect(await attempts()).toEqual([]);
    expect(await world.pooled()).toBe(0);
    endpoint.fault = null;
    await confirmEverything();
    expect(world.logged(/SVC_ANCHOR_MAX_COST_GWEI/)).toHaveLength(1);
    for (const { raw } of await attempts()) {
      const { gas, maxFeePerGas: offered } = parseTransaction(raw as `0x02${string}`);
      expect(gas! * offered!).toBeLessThanOrEqual(maxCostWei);
    }
    await world.checkFinished();
  });
});
