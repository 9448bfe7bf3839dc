/** A clock that is behind the chain or was set back, times that cannot be, and a verifier that does not accept what is in the chain: nothing is paid twice. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openRpcChain } from "../../service/src/clients/evm.js";
import type { AnchorAttempt } from "../../service/src/records/types.js";
import { inclusionOf, until } from "./anchoring-world.js";
import { answerJson, resultOf } from "./faulty-endpoint.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

const AHEAD_SECONDS = 3 * 3_600;
const HELD = /^the clock of this instance and the times of the chain's blocks do not fit together/;
const REFUSED = /^the verifier does not accept the transaction of an anchor/;

describe("a clock and a chain that are apart", () => {
  let anvil: FaultyWorld["anvil"];
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];

  beforeEach(async () => {
    ({ anvil, world, endpoint, end } = await startFaultyWorld());
  });
  afterEach(async () => {
    vi.useRealTimers();
    await end();
  });

  const attempts = async (): Promise<readonly AnchorAttempt[]> =>
    (await Promise.all((await world.batches()).map(({ id }) => world.store.batches.attempts(id)))).flat();
  const startJobs = async (options: Parameters<FaultyWorld["world"]["startJobs"]>[0] = {}) =>
    world.startJobs({ chain: world.openChain(endpoint.url), ...options });
  /** Every block is of later. */
  const moveChain = () => {
    endpoint.lie = ({ method }, truth) => {
      if (method !== "eth_getBlockByNumber" || truth === null) return undefined;
      const block = truth as { readonly timestamp: string };
      return { ...block, timestamp: `0x${(Number(block.timestamp) + AHEAD_SECONDS).toString(16)}` };
    };
  };
  const rounds = async (count: number) => {
    const before = endpoint.faultsServed;
    await until(`${count} rounds passed`, async () => endpoint.faultsServed >= before + 5 * count);
  };
  const confirmEverything = () => world.mineUntil("everything is confirmed", () => world.allConfirmed());

  it("pays for nothing while the clock is behind, says so once, and goes on when it is set", async () => {
    moveChain();
    await world.register(1);
    await startJobs();
    await until("it is said", async () => world.logged(HELD).length > 0);
    await rounds(3);
    expect(await attempts()).toEqual([]);
    expect(world.logged(HELD)).toHaveLength(1);
    endpoint.fault = null;
    await confirmEverything();
    expect(await attempts()).toHaveLength(1);
    expect(world.logged(HELD)).toHaveLength(1);
    await world.checkFinished();
  });

  it("pays for nothing more once the clock is set back behind the block of a transaction", async () => {
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - AHEAD_SECONDS * 1_000 });
    await world.mine(20);
    await until("it is said", async () => world.logged(HELD).length > 0);
    await world.register(1);
    vi.advanceTimersByTime(1_000);
    await until("its batch is built", async () => (await world.batches()).length === 2);
    expect(await attempts()).toHaveLength(1);
    expect(world.logged(/another transaction used the nonce|no other transaction with it/)).toEqual([]);
    vi.useRealTimers();
    await confirmEverything();
    expect(await attempts()).toHaveLength(2);
    await world.checkFinished();
  });

  it("names why the verifier does not accept its own transaction, and sends no other, though states are pruned", async () => {
    await world.mine(10);
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    endpoint.fault = ({ id, method, params }, response, answer) => {
      const { result } = JSON.parse(answer);
      if (method === "eth_getTransactionReceipt" && result !== null)
        return answerJson(response, resultOf(id, { ...result, status: undefined }));
      const isPruned = method === "eth_getTransactionCount" && Number(params[1]) < 20;
      const error = { code: -32_000, message: "missing trie node" };
      answerJson(response, isPruned ? { jsonrpc: "2.0", id, error } : answer);
    };
    await world.mine(20);
    await until("it is said", async () => world.logged(REFUSED).length > 0);
    await world.register(1);
    await rounds(5);
    expect(world.logged(REFUSED)).toMatchObject([{ fields: { refused: "receipt_without_status" } }]);
    expect(await attempts()).toHaveLength(1);
    endpoint.fault = null;
    await confirmEverything();
    expect(await attempts()).toHaveLength(2);
    await world.checkFinished();
  });

  /** Mines until the time of the block is refused, and checks that the batch goes on once that is over. */
  const refuseTime = async (endIt: () => void) => {
    await world.mine(20);
    await until("it is said", async () => world.logged(REFUSED).length > 0);
    expect(world.logged(REFUSED)).toMatchObject([{ fields: { refused: "block_time_implausible" } }]);
    expect((await world.batches()).map(({ state }) => state)).toEqual(["batched"]);
    endIt();
    await confirmEverything();
    expect(await attempts()).toHaveLength(1);
    await world.checkFinished();
  };

  it("takes no time of long before the batch", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + AHEAD_SECONDS * 1_000 });
    await world.register(1);
    vi.advanceTimersByTime(1_000);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    await refuseTime(() => vi.useRealTimers());
  });

  it("takes no time of before the block's parent", async () => {
    await world.mine(2);
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    endpoint.lie = ({ method, params }, truth) =>
      method === "eth_getBlockByNumber" && params[0] === "0x2"
        ? { ...(truth as object), timestamp: "0x7fffffff" }
        : undefined;
    await refuseTime(() => {
      endpoint.fault = null;
    });
  });

  it("takes the time anew where another was told of the same block before", async () => {
    const chainId = 424_242;
    await anvil.request("anvil_setChainId", [chainId]);
    const { anchorKey } = world;
    const terms = { timeoutMs: 60_000, maxCostWei: 10n ** 18n };
    await world.register(1);
    await startJobs({ chain: openRpcChain({ chainId, rpcUrl: endpoint.url, anchorKey, ...terms }) });
    await until("it is sent", async () => (await world.pooled()) === 1);
    endpoint.lie = ({ method }, truth) => {
      if (method !== "eth_getBlockByNumber" || truth === null) return undefined;
      const block = truth as { readonly timestamp: string };
      return { ...block, timestamp: `0x${(Number(block.timestamp) - 600).toString(16)}` };
    };
    await world.mine();
    const first = async () => (await world.batches())[0]!;
    await until("it is anchored", async () => (await first()).state === "anchored");
    const { blockNumber } = inclusionOf(await first())!;
    endpoint.fault = null;
    await confirmEverything();
    const block = await world.openChain().source.fetchBlock(blockNumber);
    expect(inclusionOf(await first())!.blockTimestamp).toEqual(new Date(block!.timestamp * 1_000));
    expect(await attempts()).toHaveLength(1);
    expect(world.logged(/is another than before; it is taken anew/)).toHaveLength(1);
    await world.checkFinished();
  });

  it("replaces an attempt whose time is ahead because the clock was set back", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
    await world.register(1);
    vi.advanceTimersByTime(1_000);
    await startJobs({ bumpAfterMs: 60_000 });
    await until("it is sent", async () => (await world.pooled()) === 1);
    vi.useRealTimers();
    await until("it is replaced", async () => (await attempts()).length === 2);
    await confirmEverything();
    await world.checkFinished();
  });
});
