/** A clock that is behind the chain or was set back, and a verifier that does not accept what is in the chain: nothing is paid twice. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnchorAttempt } from "../../service/src/records/types.js";
import { until } from "./anchoring-world.js";
import { type FaultyWorld, startFaultyWorld } from "./faulty-world.js";

const AHEAD_SECONDS = 3 * 3_600;
const HELD = /^the clock of this instance and the times of the chain's blocks do not fit together/;

describe("a clock and a chain that are apart", () => {
  let world: FaultyWorld["world"];
  let endpoint: FaultyWorld["endpoint"];
  let end: FaultyWorld["end"];

  beforeEach(async () => {
    ({ world, endpoint, end } = await startFaultyWorld());
  });
  afterEach(async () => {
    vi.useRealTimers();
    await end();
  });

  const attempts = async (): Promise<readonly AnchorAttempt[]> =>
    (await Promise.all((await world.batches()).map(({ id }) => world.store.batches.attempts(id)))).flat();
  const startJobs = async (options: Parameters<FaultyWorld["world"]["startJobs"]>[0] = {}) =>
    world.startJobs({ chain: await world.openChain(endpoint.url), ...options });
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

  it("names why the verifier does not accept its own transaction, and sends no other", async () => {
    await world.register(1);
    await startJobs();
    await until("it is sent", async () => (await world.pooled()) === 1);
    endpoint.lie = ({ method }, truth) =>
      method === "eth_getTransactionReceipt" && truth !== null
        ? { ...(truth as object), status: "0x0" }
        : undefined;
    await world.mine(20);
    const refusal = /^the verifier does not accept the transaction of an anchor/;
    await until("it is said", async () => world.logged(refusal).length > 0);
    await world.register(1);
    await rounds(5);
    expect(world.logged(refusal)).toMatchObject([{ fields: { refused: "transaction_reverted" } }]);
    expect(await attempts()).toHaveLength(1);
    endpoint.fault = null;
    await confirmEverything();
    expect(await attempts()).toHaveLength(2);
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
